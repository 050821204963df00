import { type KnownDocument, listJobs } from '../../client/ledger';
import { formatCount } from '../shared/errorTexts';
import { clock, writeLog } from '../shared/n8nRuntime';
import type { RunFacts } from './operation';

/**
 * Writes the progress of a batch from time to time: to n8n's log and, for manual runs, to the browser's
 * console. n8n's editor itself shows no progress of a running node.
 *
 * @returns a function that ends the reports
 */
export function reportProgress(facts: RunFacts, everyMs: number): () => void {
	const { context, units } = facts;
	const over = new AbortController();
	const report = async () => {
		for (;;) {
			await clock.sleep(everyMs, over.signal);
			if (over.signal.aborted) return;
			const ended = units.filter(({ state }) => state.outcome).length;
			const count = `${ended} of ${formatCount(units.length, 'item')}`;
			const line = `${count}: ${describeProgress(facts)}`;
			writeLog(context, 'info', line);
			context.sendMessageToUI(line);
		}
	};
	void report();
	return () => over.abort();
}

/** Word for a successful item, by its operation. */
const SUCCESS_WORDS: Partial<Record<string, string>> = { tag: 'tagged', submit: 'submitted' };

/**
 * A sentence: `48 tagged, 9 skipped (212 credits saved), 3 failed; charged now: 51 jobs, 1020 credits`. It names up to
 * three groups of jobs: paid for by this execution, by an earlier one, or by either of them, if the service's times do
 * not show which.
 */
export function describeProgress(facts: RunFacts): string {
	const { failed, jobs, skipped, succeeded } = sumUp(facts);
	const operation: unknown = facts.context.getNodeParameter('operation', 0, '');
	const items = [
		`${succeeded} ${SUCCESS_WORDS[String(operation)] ?? 'completed'}`,
		skipped.length > 0 &&
			`${skipped.length} skipped (${formatCount(sum(skipped), 'credit')} saved)`,
		failed > 0 && `${failed} failed`,
	];
	const groups = [
		{ label: 'charged now', all: jobs.now },
		{ label: 'paid for before, not charged again', all: jobs.before },
		{ label: 'charged now or before', all: jobs.unknown },
	];
	const charges = groups.flatMap(({ all, label }) =>
		all.length === 0 ? [] : `${label}: ${formatCount(all.length, 'job')}${describeCredits(all)}`,
	);
	return [items.filter(Boolean).join(', '), ...charges].join('; ');
}

/** The sum of the credits of several jobs, e.g. `, 212 credits`; empty if the credits of one of them are not known. */
function describeCredits(credits: ReadonlyArray<number | undefined>): string {
	const known = credits.filter((each) => each !== undefined);
	return known.length < credits.length ? '' : `, ${formatCount(sum(known), 'credit')}`;
}

/**
 * Counts successful and failed units. Lists the pages of each skipped document, and the credits of each job, by whether
 * this execution paid for it, an earlier one did, or nobody knows.
 */
function sumUp({ ledger, units }: RunFacts) {
	const states = units.map(({ state }) => state);
	const outcomes = states.flatMap(({ outcome }) => outcome ?? []);
	const failed = outcomes.filter((outcome) => 'reason' in outcome).length;
	const skipped = states.flatMap(({ skippedPages }) => skippedPages ?? []);
	// A set, because units may share a document, which must count once.
	const documents = new Set(
		units
			.flatMap(({ unitKey }) => [ledger.findSubmission(unitKey), ...ledger.listReplaced(unitKey)])
			.filter((document) => document !== undefined),
	);
	const jobs = listUniqueJobs([...documents]);
	const select = (who: boolean | null) =>
		jobs.filter(({ paidBefore }) => paidBefore === who).map(({ credits }) => credits);
	return {
		succeeded: outcomes.length - failed - skipped.length,
		failed,
		skipped,
		jobs: { now: select(false), before: select(true), unknown: select(null) },
	};
}

/**
 * The jobs of the documents, each job once. If items use two API keys of one account, the ledger has two documents for
 * the same file, and both have the same job.
 */
function listUniqueJobs(documents: readonly KnownDocument[]) {
	const jobs = new Map<string, { credits?: number; paidBefore: boolean | null }>();
	for (const document of documents) {
		for (const { createdAt, credits = document.pages, jobId, paidBefore } of listJobs(document)) {
			// Jobs of two accounts may have the same ID, but hardly the same file and the same time of creation, too.
			const key = JSON.stringify([document.content, jobId, createdAt]);
			const isCertain = typeof jobs.get(key)?.paidBefore === 'boolean';
			if (!isCertain) jobs.set(key, { credits, paidBefore });
		}
	}
	return [...jobs.values()];
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}

/** Shows a summary above the node's output, if a document has a job (whoever paid for it) or was skipped. */
export function showSummary(facts: RunFacts): void {
	const { jobs, skipped } = sumUp(facts);
	const { before, now, unknown } = jobs;
	if (before.length + now.length + unknown.length + skipped.length === 0) return;
	const message = `${describeProgress(facts)}.`;
	facts.context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}
