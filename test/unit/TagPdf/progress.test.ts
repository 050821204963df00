import type { Entry } from '../../../client/ledger';
import type { UnitState } from '../../../nodes/TagPdf/operation';
import { describeProgress, reportProgress, showHints } from '../../../nodes/TagPdf/progress';
import { clock } from '../../../nodes/shared/n8nRuntime';
import { FakeExecution } from '../support/fakeExecution';
import { VirtualClock } from '../support/virtualClock';

const unitsOf = (states: UnitState[]) =>
	states.map((state, index) => ({ index, itemKey: `0:${index}:`, state }));
const fakeOf = (operation = 'tag') => new FakeExecution({ parameters: [{ operation }] });

const entryOf = (id: string, more: Partial<Entry>): Entry => ({ id, content: id, ...more });
const succeeded: UnitState = { outcome: { output: { json: {} } } };
const failed: UnitState = { outcome: { reason: new Error('x') } };
const skipped = (pages: number): UnitState => ({ ...succeeded, skippedPages: pages });

/** A document that is done. @param paidBefore whether its job is an earlier one */
const tagged = (id: string, credits?: number, paidBefore: boolean | null = false): UnitState => ({
	...succeeded,
	entry: entryOf(id, { credits, paidBefore }),
});
const shared = tagged('a', 3);

test.each<[string, string, UnitState[]]>([
	['2 tagged; 2 documents submitted, 5 credits', 'sums', [tagged('a', 2), tagged('b', 3)]],
	['1 tagged; 1 document submitted, 1 credit', 'one of each', [tagged('a', 1)]],
	[
		'3 tagged; 1 document submitted, 2 credits; 2 documents paid for before, 7 credits, not charged again',
		'what was paid for before',
		[tagged('a', 2), tagged('b', 3, true), tagged('c', 4, true)],
	],
	['1 tagged; 1 document submitted, 2 credits', 'a job of unknown age', [tagged('a', 2, null)]],
	['0 tagged, 2 skipped (5 credits saved), 1 failed', 'others', [skipped(2), failed, skipped(3)]],
	[
		'0 tagged, 1 failed; 1 document submitted, 4 credits',
		'the job of a document that failed',
		[{ ...tagged('a', 4), ...failed }],
	],
	[
		'2 tagged; 1 document submitted, 3 credits',
		'a document that two items share',
		[shared, shared],
	],
	['0 tagged', 'nothing that has not ended', [{}, {}]],
	['1 tagged; 1 document submitted, 0 credits', 'a job without credits', [tagged('a')]],
])('%s: %s', (expected, _what, states) => {
	expect(describeProgress(fakeOf().context, unitsOf(states))).toBe(expected);
});

test.each([
	['submit', '1 submitted'],
	['wait', '1 completed'],
])('names what %s does', (operation, expected) => {
	expect(describeProgress(fakeOf(operation).context, unitsOf([succeeded]))).toBe(expected);
});

test('is reported from time to time until the run ends', async () => {
	const time = new VirtualClock();
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => await time.sleep(ms, signal));
	const fake = fakeOf();
	const sent: unknown[] = [];
	fake.context.sendMessageToUI = (line) => void sent.push(line);
	const units = unitsOf([tagged('a', 1), failed, {}]);
	const end = reportProgress(fake.context, units, 10_000);
	time.after(15_000, () => Object.assign(units[2]?.state ?? {}, tagged('b', 2)));
	time.after(25_000, end);
	await time.sleep(60_000);
	expect(sent).toEqual([
		'2 of 3 items: 1 tagged, 1 failed; 1 document submitted, 1 credit',
		'3 of 3 items: 2 tagged, 1 failed; 2 documents submitted, 3 credits',
	]);
});

describe('the hints', () => {
	/** A document with counted pages. */
	const charged = (pages: number, credits: number, more: Partial<Entry> = {}): UnitState => ({
		entry: entryOf('a', { pages, credits, paidBefore: false, ...more }),
	});
	const show = (type: string, states: UnitState[]) => {
		const fake = fakeOf();
		showHints(fake.context, unitsOf(states));
		return fake.hints.filter((hint) => hint.type === type).map(({ message }) => message);
	};
	const START = 'The service charged a different number of credits than the page count: ';

	test.each<[number, string, UnitState[]]>([
		[0, 'one document', [tagged('a', 1)]],
		[0, 'no document', [succeeded, failed]],
		[1, 'two documents', [tagged('a', 1), tagged('b', 1)]],
		[1, 'a document that was paid for before', [tagged('a', 1, true)]],
		[1, 'a skipped document', [skipped(0)]],
	])('%d for %s', (expected, _what, states) => {
		expect(show('info', states)).toHaveLength(expected);
	});

	test.each<[string, UnitState[], string[]]>([
		[
			'names the item, its credits and its pages',
			[charged(2, 2), charged(1, 2), charged(3, 1)],
			[`${START}item 1 (2 credits, 1 page), item 2 (1 credit, 3 pages).`],
		],
		[
			'names three items at most',
			[1, 2, 3, 4, 5].map(() => charged(1, 2)),
			[`${START}${[0, 1, 2].map((n) => `item ${n} (2 credits, 1 page)`).join(', ')}, 2 more.`],
		],
		[
			'is silent if the page count says nothing about the charge',
			[
				charged(2, 2),
				charged(2, 0, { credits: undefined }),
				charged(2, 9, { paidBefore: true }),
				charged(2, 9, { pages: undefined }),
				{},
			],
			[],
		],
		[
			'counts a completed job without credits, and one of unknown age',
			[charged(2, 0), charged(2, 3, { paidBefore: null })],
			[`${START}item 0 (0 credits, 2 pages), item 1 (3 credits, 2 pages).`],
		],
	])('the warning about charges %s', (_what, states, expected) => {
		expect(show('warning', states)).toEqual(expected);
	});

	test('are not shown by a host without them, as n8n 1.85 is for tools', () => {
		const { context } = fakeOf();
		Reflect.deleteProperty(context, 'addExecutionHints');
		expect(() => showHints(context, unitsOf([skipped(2)]))).not.toThrow();
	});
});
