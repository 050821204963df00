import {
	readAlreadyTagged,
	readCreditLimit,
	readMaxInFlight,
	readOwner,
	readWaitTimeout,
} from '../../../nodes/TagPdf/options';
import { errorOf } from '../support/errorOf';
import { FakeExecution, NOTHING } from '../support/fakeExecution';
import { itemOf } from '../support/itemOf';

/** An execution whose items have these values of an option. */
const having = (name: string, ...values: unknown[]) =>
	new FakeExecution({ parameters: values.map((value) => ({ options: { [name]: value } })) });

describe('Already Tagged', () => {
	const read = (value: unknown) => readAlreadyTagged(itemOf(having('alreadyTagged', value)));

	test.each([
		[undefined, 'tag'],
		['tag', 'tag'],
		['skip', 'skip'],
		['fail', 'fail'],
	])('%j → %s', (value, expected) => {
		expect(read(value)).toBe(expected);
	});

	test.each(['Skip', '', true, null, NOTHING])('refuses %p', async (value) => {
		expect(await errorOf(() => read(value))).toMatchObject({
			code: 'INVALID_INPUT',
			message: "'Already Tagged' is invalid",
		});
	});
});

describe('Credits to Spend at Most', () => {
	const read = (...values: unknown[]) =>
		readCreditLimit(having('maximumCredits', ...values).context);

	test('is the value of the first item, and off by default', () => {
		expect(read(5, 9)).toBe(5);
		expect(read('7')).toBe(7);
		expect(read(undefined)).toBe(0);
	});

	test.each([-1, 'none', '', null, NaN, NOTHING])(
		'refuses %p instead of no limit',
		async (value) => {
			expect(await errorOf(() => read(value))).toMatchObject({
				code: 'INVALID_INPUT',
				message: "'Credits to Spend at Most' must be at least 0",
			});
		},
	);
});

describe('Max Documents at Once', () => {
	const read = (...values: unknown[]) => readMaxInFlight(having('maxInFlight', ...values).context);

	test.each([
		[undefined, 60],
		[1, 1],
		['3', 3],
		[2.9, 2],
		[1_000, 1_000],
		[1_001, 1_000],
	])('%j → %d', (given, expected) => {
		expect(read(given, 9)).toBe(expected);
	});

	test.each([0, 0.9, -1, 'all'])('refuses %j', async (given) => {
		expect(await errorOf(() => read(given))).toMatchObject({
			code: 'INVALID_INPUT',
			message: "'Max Documents at Once' must be at least 1",
		});
	});
});

describe('Wait Timeout', () => {
	const read = (...values: unknown[]) => {
		const fake = having('waitTimeout', ...values);
		return values.map((_, index) => readWaitTimeout(itemOf(fake, { index })));
	};

	test("is each item's own, in milliseconds, and half an hour by default", () => {
		expect(read(1, '2.5', undefined)).toEqual([1_000, 2_500, 1_800_000]);
	});

	test.each([0, 0.9, 'long', ''])('refuses %j', async (given) => {
		expect(await errorOf(() => read(given))).toMatchObject({
			code: 'INVALID_INPUT',
			message: "'Wait Timeout' must be at least 1",
		});
	});
});

describe('New Job per Execution', () => {
	const read = (...values: unknown[]) => {
		const fake = having('newJobPerExecution', ...values);
		return values.map((_, index) => readOwner(itemOf(fake, { index })));
	};

	test("ties the job to instance, workflow and the node's first execution, for each item", () => {
		const owner = ['instance_1', 'workflow_1', 'execution_1'];
		expect(read(true, false, undefined)).toEqual([owner, undefined, undefined]);
	});

	test.each(['true', 'no', 1, null, '', NOTHING])('refuses %p', async (value) => {
		expect(await errorOf(() => read(value))).toMatchObject({
			code: 'INVALID_INPUT',
			message: "'New Job per Execution' is invalid",
		});
	});
});
