import { formatCount } from '../shared/errorTexts';
import { clock } from '../shared/n8nRuntime';
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
			context.logger.info(`Tag PDF: ${line}`);
			context.sendMessageToUI(line);
		}
	};
	void report();
	return () => over.abort();
}

/** Word for a successful item, by its operation. */
const SUCCESS_WORDS: Partial<Record<string, string>> = { tag: 'tagged', submit: 'submitted' };

/** A sentence: `48 tagged, 9 skipped (212 credits saved), 3 failed; 51 documents submitted, 1020 credits`. */
export function describeProgress(facts: RunFacts): string {
	const { earlier, failed, own, skipped, succeeded } = sumUp(facts);
	const operation: unknown = facts.context.getNodeParameter('operation', 0, '');
	const items = [
		`${succeeded} ${SUCCESS_WORDS[String(operation)] ?? 'completed'}`,
		skipped.length > 0 && `${skipped.length} skipped (${sumCredits(skipped)} saved)`,
		failed > 0 && `${failed} failed`,
	];
	const jobs = [
		own.length > 0 && `${formatCount(own.length, 'document')} submitted, ${sumCredits(own)}`,
		earlier.length > 0 &&
			`${formatCount(earlier.length, 'document')} paid for before, ${sumCredits(earlier)}, not charged again`,
	];
	return [items.filter(Boolean).join(', '), ...jobs.filter(Boolean)].join('; ');
}

/** The outcomes, and the credits of each document: saved, charged, and charged before. */
function sumUp({ ledger, units }: RunFacts) {
	const states = units.map(({ state }) => state);
	const outcomes = states.flatMap(({ outcome }) => outcome ?? []);
	const failed = outcomes.filter((outcome) => 'reason' in outcome).length;
	const skipped = states.flatMap(({ skippedPages }) => skippedPages ?? []);
	// Items with the same document share its entry.
	const known = units.flatMap(({ itemKey }) => ledger.findSubmission(itemKey) ?? []);
	const entries = [...new Set(known)].filter(({ jobId }) => jobId !== undefined);
	const own = entries.filter(({ paidBefore }) => paidBefore !== true);
	const earlier = entries.filter(({ paidBefore }) => paidBefore === true);
	return {
		succeeded: outcomes.length - failed - skipped.length,
		failed,
		skipped,
		own: own.map(({ credits = 0 }) => credits),
		earlier: earlier.map(({ credits = 0 }) => credits),
	};
}

function sumCredits(credits: readonly number[]): string {
	const sum = credits.reduce((total, each) => total + each, 0);
	return formatCount(sum, 'credit');
}

/**
 * Shows a summary above the output of the node if several documents were paid for, or if one was paid for before or
 * skipped.
 */
export function showSummary(facts: RunFacts): void {
	const { earlier, own, skipped } = sumUp(facts);
	if (own.length < 2 && earlier.length === 0 && skipped.length === 0) return;
	const message = `${describeProgress(facts)}.`;
	facts.context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}
