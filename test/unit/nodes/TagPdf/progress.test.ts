import type { RunFacts, UnitState } from '../../../../nodes/TagPdf/operation';
import { describeProgress, reportProgress, showSummary } from '../../../../nodes/TagPdf/progress';
import { clock } from '../../../../nodes/shared/n8nRuntime';
import { FakeExecution } from '../../support/fakeExecution';
import { ledgerWith, type ToldDocument } from '../../support/ledgerWith';
import { VirtualClock } from '../../support/virtualClock';

/** An item's state, and its document in the ledger. */
type Known = UnitState & { document?: ToldDocument };

const fakeOf = (operation = 'tag') => new FakeExecution({ parameters: [{ operation }] });

function factsOf(all: readonly Known[], { context } = fakeOf()): RunFacts {
	const ledger = ledgerWith(all.map(({ document }) => document));
	const units = all.map(({ outcome, skippedPages }, index) => ({
		index,
		unitKey: `0:${index}:`,
		state: { outcome, skippedPages },
	}));
	return { context, ledger, units };
}

const succeeded: Known = { outcome: { output: { json: {} } } };
const failed: Known = { outcome: { reason: new Error('x') } };
const skipped = (pages: number): Known => ({ ...succeeded, skippedPages: pages });

/** A document that is done. @param paidBefore whether its job is an earlier one */
const tagged = (id: string, credits?: number, paidBefore: boolean | null = false): Known => ({
	...succeeded,
	document: { id, jobs: [{ credits_used: credits, paidBefore }] },
});
const shared = tagged('a', 3);
const unknown = (pages?: number): Known => ({
	...succeeded,
	document: { pages, jobs: [{ credits_used: 0, status: 'processing', paidBefore: false }] },
});

test.each<[string, string, Known[]]>([
	['2 tagged; charged now: 2 jobs, 5 credits', 'sums', [tagged('a', 2), tagged('b', 3)]],
	['1 tagged; charged now: 1 job, 1 credit', 'one of each', [tagged('a', 1)]],
	[
		'3 tagged; charged now: 1 job, 2 credits; paid for before, not charged again: 2 jobs, 7 credits',
		'what was paid for before',
		[tagged('a', 2), tagged('b', 3, true), tagged('c', 4, true)],
	],
	[
		'2 tagged; charged now: 1 job, 1 credit; charged now or before: 1 job, 2 credits',
		'a job of unknown age',
		[tagged('a', 1), tagged('b', 2, null)],
	],
	['0 tagged, 2 skipped (5 credits saved), 1 failed', 'others', [skipped(2), failed, skipped(3)]],
	[
		'0 tagged, 1 failed; charged now: 1 job, 4 credits',
		'the job of a document that failed',
		[{ ...tagged('a', 4), ...failed }],
	],
	[
		'1 tagged; charged now: 1 job, 2 credits; paid for before, not charged again: 1 job, 2 credits',
		'every job of a document',
		[
			{
				...succeeded,
				document: {
					jobs: [{ status: 'failed', credits_used: 2, paidBefore: true }, { credits_used: 2 }],
				},
			},
		],
	],
	['2 tagged; charged now: 1 job, 3 credits', 'a document that two items share', [shared, shared]],
	[
		'2 tagged; charged now: 1 job, 3 credits',
		'a job under two API keys of an account, one of which knows its age',
		[
			{ ...succeeded, document: { content: 'a', jobs: [{ credits_used: 3, paidBefore: null }] } },
			{ ...succeeded, document: { content: 'a', jobs: [{ credits_used: 3 }] } },
		],
	],
	['0 tagged', 'nothing that has not ended', [{}, {}]],
	['1 tagged; charged now: 1 job, 7 credits', 'the counted pages', [unknown(7)]],
	['2 tagged; charged now: 2 jobs', 'no sum without all credits', [unknown(), tagged('b', 1)]],
	[
		'0 tagged, 1 failed',
		'a submission without an answer',
		[{ ...failed, document: { jobs: ['unanswered'] } }],
	],
])('%s: %s', (expected, _what, states) => {
	expect(describeProgress(factsOf(states))).toBe(expected);
});

test.each([
	['submit', '1 submitted'],
	['wait', '1 completed'],
])('names what %s does', (operation, expected) => {
	expect(describeProgress(factsOf([succeeded], fakeOf(operation)))).toBe(expected);
});

test('is reported from time to time until the run ends', async () => {
	const time = new VirtualClock();
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => await time.sleep(ms, signal));
	const fake = fakeOf();
	const sent: unknown[] = [];
	fake.context.sendMessageToUI = (line) => void sent.push(line);
	const facts = factsOf(
		[tagged('a', 1), failed, { document: { jobs: [{ credits_used: 2 }] } }],
		fake,
	);
	const end = reportProgress(facts, 10_000);
	time.after(15_000, () => Object.assign(facts.units[2]?.state ?? {}, succeeded));
	time.after(25_000, end);
	await time.sleep(60_000);
	expect(sent).toEqual([
		'2 of 3 items: 1 tagged, 1 failed; charged now: 2 jobs, 3 credits',
		'3 of 3 items: 2 tagged, 1 failed; charged now: 2 jobs, 3 credits',
	]);
});

describe('the summary', () => {
	test.each<[number, string, Known[]]>([
		[0, 'no job', [succeeded, failed]],
		[1, 'a job', [tagged('a', 1)]],
		[1, 'a job of unknown age', [tagged('a', 1, null)]],
		[1, 'a document that was paid for before', [tagged('a', 1, true)]],
		[1, 'a skipped document', [skipped(0)]],
	])('%d for %s', (expected, _what, states) => {
		const fake = fakeOf();
		showSummary(factsOf(states, fake));
		expect(fake.hints).toHaveLength(expected);
	});
});
