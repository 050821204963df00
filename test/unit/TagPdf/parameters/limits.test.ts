import {
	maxFileSize,
	maxInFlight,
	readMaxBytes,
	readMaxInFlight,
	readWaitTimeout,
	waitTimeout,
} from '../../../../nodes/TagPdf/parameters/limits';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

describe('File Size Limit', () => {
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
});

describe('Max Documents at Once', () => {
	const read = (...values: unknown[]) =>
		readMaxInFlight(
			new FakeExecution({ parameters: values.map((each) => ({ options: { maxInFlight: each } })) })
				.context,
		);

	test('is 60 by default, as in the editor', () => {
		expect(read(undefined)).toBe(60);
		expect(maxInFlight.default).toBe(60);
	});

	test('is the value of the first item', () => {
		expect(read(2, 9)).toBe(2);
	});

	test.each([
		[1, 1],
		['3', 3],
		[2.9, 2],
		[1_000, 1_000],
		[1_001, 1_000],
		[5_000, 1_000],
	])('%j → %d', (given, expected) => {
		expect(read(given)).toBe(expected);
	});

	test('the editor allows exactly the accepted values', () => {
		expect(maxInFlight.type).toBe('number');
		expect(maxInFlight.typeOptions).toMatchObject({ minValue: 1, maxValue: 1_000 });
	});

	test.each([0, 0.9, -1, 'all'])('refuses %j', async (given) => {
		expect(await errorOf(() => read(given))).toMatchObject({
			code: 'INVALID_INPUT',
			message: 'Max Documents at Once must be at least 1',
		});
	});
});

describe('Wait Timeout', () => {
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
});
