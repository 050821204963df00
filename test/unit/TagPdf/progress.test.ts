import type { UnitState } from '../../../nodes/TagPdf/item';
import { Progress, showHints } from '../../../nodes/TagPdf/progress';
import { FakeExecution } from '../support/fakeExecution';
import { jobOf } from '../support/fakeService';
import { VirtualClock } from '../support/virtualClock';

const unitsOf = (states: UnitState[]) =>
	states.map((state, index) => ({ index, itemKey: `0:${index}:`, state }));
const progressOf = (...states: UnitState[]) => new Progress(unitsOf(states), 'tag');

const entryOf = (paidBefore: boolean | null, pages?: number, id = 'a') => ({
	entry: { id, content: id, paidBefore, pages },
});

/** A document that is done. @param paidBefore whether its job is an earlier one */
const tagged = (id: string, credits: number, paidBefore: boolean | null = false): UnitState => ({
	outcome: 'succeeded',
	job: jobOf(id, { credits_used: credits }),
	submission: entryOf(paidBefore, undefined, id),
});
const skipped = (pages: number): UnitState => ({ outcome: 'succeeded', skippedPages: pages });
const failed: UnitState = { outcome: 'failed' };

describe('the summary', () => {
	test.each<[string, string, UnitState[]]>([
		[
			'items that are done',
			'2 tagged; 2 documents submitted, 5 credits',
			[tagged('a', 2), tagged('b', 3)],
		],
		['one of each', '1 tagged; 1 document submitted, 1 credit', [tagged('a', 1)]],
		[
			'what was paid for before apart from what this run paid for',
			'3 tagged; 1 document submitted, 2 credits; 2 documents paid for before, 7 credits, not charged again',
			[tagged('a', 2), tagged('b', 3, true), tagged('c', 4, true)],
		],
		[
			'a job of unknown age as submitted',
			'1 tagged; 1 document submitted, 2 credits',
			[tagged('a', 2, null)],
		],
		[
			'skipped and failed items',
			'0 tagged, 2 skipped (5 credits saved), 1 failed',
			[skipped(2), failed, skipped(3)],
		],
		[
			'the job of a document that failed',
			'0 tagged, 1 failed; 1 document submitted, 4 credits',
			[{ ...tagged('a', 4), ...failed }],
		],
		[
			'a document that two items share once',
			'2 tagged; 1 document submitted, 3 credits',
			[tagged('a', 3), tagged('a', 3)],
		],
		['nothing that has not ended', '0 tagged', [{}, {}]],
	])('counts %s', (_what, expected, states) => {
		expect(String(progressOf(...states))).toBe(expected);
	});

	test('counts equal job IDs of two accounts as two documents', () => {
		const other = {
			...tagged('a', 1),
			submission: entryOf(false, 1, 'other'),
		};
		expect(String(progressOf(tagged('a', 1), other))).toContain('2 documents submitted, 2 credits');
	});

	test.each([undefined, null, -4, 'many'])(
		'ignores credits that the service gives as %j',
		(credits) => {
			const job = { ...jobOf('a'), credits_used: credits } as unknown as UnitState['job'];
			expect(String(progressOf({ ...tagged('a', 1), job }))).toContain(
				'1 document submitted, 0 credits',
			);
		},
	);

	test.each([
		['submit', '1 submitted'],
		['wait', '1 completed'],
	])('names what %s does', (operation, expected) => {
		const units = unitsOf([{ outcome: 'succeeded' }]);
		expect(String(new Progress(units, operation))).toBe(expected);
	});
});

test.each<[boolean, string, UnitState[]]>([
	[false, 'one document', [tagged('a', 1)]],
	[false, 'no document', [{ outcome: 'succeeded' }, failed]],
	[true, 'two documents', [tagged('a', 1), tagged('b', 1)]],
	[true, 'a document that was paid for before', [tagged('a', 1, true)]],
	[true, 'a skipped document', [skipped(0)]],
])('worth a hint: %p for %s', (expected, _what, states) => {
	expect(progressOf(...states).isNoteworthy).toBe(expected);
});

test('is reported from time to time until the run ends', async () => {
	const clock = new VirtualClock();
	const over = new AbortController();
	const states = [tagged('a', 1), failed, {}];
	const lines: string[] = [];
	clock.after(15_000, () => (states[2] = Object.assign(states[2] ?? {}, tagged('b', 2))));
	clock.after(25_000, () => over.abort());
	await progressOf(...states).report(clock, 10_000, over.signal, (line) => lines.push(line));
	expect(lines).toEqual([
		'2 of 3 items: 1 tagged, 1 failed; 1 document submitted, 1 credit',
		'3 of 3 items: 2 tagged, 1 failed; 2 documents submitted, 3 credits',
	]);
});

describe('the warning about charges', () => {
	/** A document with counted pages. */
	const charged = (pages: number, credits: number, more: object = {}): UnitState => ({
		job: jobOf('a', { credits_used: credits, ...more }),
		submission: entryOf(false, pages),
	});
	const warn = (...states: UnitState[]) => {
		const fake = new FakeExecution();
		const units = unitsOf(states);
		showHints(fake.context, units, new Progress(units, 'tag'));
		return fake.hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
	};
	const START = 'The service charged a different number of credits than the page count: ';

	test('names the item, its credits and its pages', () => {
		expect(warn(charged(2, 2), charged(1, 2), charged(3, 1))).toEqual([
			`${START}item 1 (2 credits, 1 page), item 2 (1 credit, 3 pages).`,
		]);
	});

	test('names three items at most', () => {
		const states = [1, 2, 3, 4, 5].map(() => charged(1, 2));
		const named = [0, 1, 2].map((n) => `item ${n} (2 credits, 1 page)`).join(', ');
		expect(warn(...states)).toEqual([`${START}${named}, 2 more.`]);
	});

	test('is silent if the page count says nothing about the charge', () => {
		const earlier = entryOf(true, 2);
		const uncounted = entryOf(false);
		expect(
			warn(
				charged(2, 2),
				charged(2, 0, { status: 'processing' }),
				{ ...charged(2, 9), submission: earlier },
				{ ...charged(2, 9), submission: uncounted },
				{},
			),
		).toEqual([]);
	});

	test('counts a completed job without credits, and one of unknown age', () => {
		const unknown = entryOf(null, 2);
		expect(warn(charged(2, 0), { ...charged(2, 3), submission: unknown })).toHaveLength(1);
	});
});

test('a host without hints, as n8n 1.85 is for tools, shows none', () => {
	const { context } = new FakeExecution();
	Reflect.deleteProperty(context, 'addExecutionHints');
	const units = unitsOf([skipped(2)]);
	expect(() => showHints(context, units, new Progress(units, 'tag'))).not.toThrow();
});
