import {
	minimumCredits,
	minimumCreditsOf,
} from '../../../../nodes/TagPdf/parameters/minimumCredits';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';

const read = (...values: unknown[]) =>
	minimumCreditsOf(
		new FakeExecution({
			parameters: values.map((each) => ({ options: { minimumCredits: each } })),
		}).context,
	);

test('is none unless it is set, as the editor says', () => {
	expect(read(undefined)).toBe(0);
	expect(minimumCredits.default).toBe(0);
	expect(minimumCredits.typeOptions).toMatchObject({ minValue: 0 });
});

test('is that of the first item', () => {
	expect(read(50, 90)).toBe(50);
	expect(read(0, 90)).toBe(0);
});

test.each([-1, '', 'ten', null])('refuses %j: a guard must not silently be off', async (given) => {
	expect(await errorOf(() => read(given))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'Stop When Credits Fall Below is not a number of at least 0',
	});
});
