import { readMaxBytes, maxFileSize } from '../../../../nodes/TagPdf/parameters/maxFileSize';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const bytesOf = async (...values: unknown[]) => {
	const fake = new FakeExecution({
		parameters: values.map((each) => ({ options: { maxFileSize: each } })),
	});
	return await Promise.all(values.map(async (_, item) => readMaxBytes(await itemOf(fake, item))));
};

test('is 2 GB by default, as in the editor', async () => {
	expect(await bytesOf(undefined)).toEqual([2_147_483_648]);
	expect(maxFileSize.default).toBe(2_048);
});

test('converts the megabytes of each item to bytes', async () => {
	expect(await bytesOf(1, 3, '1.5')).toEqual([1_048_576, 3_145_728, 1_572_864]);
});

test.each([0, 0.9, 'big', ''])('refuses %j', async (given) => {
	expect(await errorOf(() => bytesOf(given))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'File Size Limit must be at least 1',
	});
});
