import { createStoredLedger, type Entry, Ledger } from '../../../client/ledger';
import type { RunFacts, UnitState } from '../../../nodes/TagPdf/operation';
import { describeProgress, reportProgress, showSummary } from '../../../nodes/TagPdf/progress';
import { clock } from '../../../nodes/shared/n8nRuntime';
import { FakeExecution } from '../support/fakeExecution';
import { VirtualClock } from '../support/virtualClock';

/** An item's state, and its entry in the ledger. */
type Known = UnitState & { entry?: Entry };

const fakeOf = (operation = 'tag') => new FakeExecution({ parameters: [{ operation }] });

function factsOf(all: readonly Known[], { context } = fakeOf()): RunFacts {
	const ledger = new Ledger(createStoredLedger('1'), '1');
	const units = all.map(({ entry, ...state }, index) => {
		const unit = { index, itemKey: `0:${index}:`, state };
		if (!entry) return unit;
		ledger.stored.documents[entry.id] = entry;
		ledger.stored.items[unit.itemKey] = {
			account: '',
			fingerprint: '',
			documentId: entry.id,
		};
		return unit;
	});
	return { context, ledger, units };
}

const entryOf = (id: string, more: Partial<Entry>): Entry => ({
	id,
	content: id,
	jobId: `job-${id}`,
	...more,
});
const succeeded: Known = { outcome: { output: { json: {} } } };
const failed: Known = { outcome: { reason: new Error('x') } };
const skipped = (pages: number): Known => ({ ...succeeded, skippedPages: pages });

/** A document that is done. @param paidBefore whether its job is an earlier one */
const tagged = (id: string, credits?: number, paidBefore: boolean | null = false): Known => ({
	...succeeded,
	entry: entryOf(id, { credits, paidBefore }),
});
const shared = tagged('a', 3);

test.each<[string, string, Known[]]>([
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
	[
		'0 tagged, 1 failed',
		'a submission without an answer',
		[{ ...failed, entry: entryOf('a', { jobId: undefined, unansweredIn: '1' }) }],
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
	const facts = factsOf([tagged('a', 1), failed, { entry: entryOf('b', { credits: 2 }) }], fake);
	const end = reportProgress(facts, 10_000);
	time.after(15_000, () => Object.assign(facts.units[2]?.state ?? {}, succeeded));
	time.after(25_000, end);
	await time.sleep(60_000);
	expect(sent).toEqual([
		'2 of 3 items: 1 tagged, 1 failed; 2 documents submitted, 3 credits',
		'3 of 3 items: 2 tagged, 1 failed; 2 documents submitted, 3 credits',
	]);
});

describe('the summary', () => {
	test.each<[number, string, Known[]]>([
		[0, 'one document', [tagged('a', 1)]],
		[0, 'no document', [succeeded, failed]],
		[1, 'two documents', [tagged('a', 1), tagged('b', 1)]],
		[1, 'a document that was paid for before', [tagged('a', 1, true)]],
		[1, 'a skipped document', [skipped(0)]],
	])('%d for %s', (expected, _what, states) => {
		const fake = fakeOf();
		showSummary(factsOf(states, fake));
		expect(fake.hints).toHaveLength(expected);
	});
});
