import { waitTimeout, readWaitTimeout } from '../../../../nodes/TagPdf/parameters/waitTimeout';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const timeoutsOf = async (...values: unknown[]) => {
	const fake = new FakeExecution({
		parameters: values.map((each) => ({ options: { waitTimeout: each } })),
	});
	return await Promise.all(
		values.map(async (_, item) => readWaitTimeout(await itemOf(fake, item))),
	);
};

test('is half an hour by default, as in the editor', async () => {
	expect(await timeoutsOf(undefined)).toEqual([1_800_000]);
	expect(waitTimeout.default).toBe(1_800);
});

test('converts the seconds of each item to milliseconds', async () => {
	expect(await timeoutsOf(1, 90, '2.5')).toEqual([1_000, 90_000, 2_500]);
});

test.each([0, 0.9, 'long', ''])('refuses %j', async (given) => {
	expect(await errorOf(() => timeoutsOf(given))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'Wait Timeout must be at least 1',
	});
});
