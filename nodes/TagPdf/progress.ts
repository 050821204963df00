import type { IExecuteFunctions } from 'n8n-workflow';

import { formatCount } from '../shared/errorTexts';
import { clock } from '../shared/n8nRuntime';
import type { Unit } from './operation';

/**
 * Writes the progress of a batch from time to time: to n8n's log and, for manual runs, to the browser's
 * console. n8n's editor itself shows no progress of a running node.
 *
 * @returns a function that ends the reports
 */
export function reportProgress(
	context: IExecuteFunctions,
	units: readonly Unit[],
	everyMs: number,
): () => void {
	const over = new AbortController();
	const report = async () => {
		for (;;) {
			await clock.sleep(everyMs, over.signal);
			if (over.signal.aborted) return;
			const ended = units.filter(({ state }) => state.outcome).length;
			const count = `${ended} of ${formatCount(units.length, 'item')}`;
			const line = `${count}: ${describeProgress(context, units)}`;
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
export function describeProgress(context: IExecuteFunctions, units: readonly Unit[]): string {
	const skipped = listSkippedPages(units);
	const saved = skipped.reduce((sum, pages) => sum + pages, 0);
	const outcomes = units.flatMap(({ state }) => state.outcome ?? []);
	const failed = outcomes.filter((outcome) => 'reason' in outcome).length;
	const done = outcomes.length - failed - skipped.length;
	const own = sumJobs(units, false);
	const earlier = sumJobs(units, true);
	const operation: unknown = context.getNodeParameter('operation', 0, '');
	const word = SUCCESS_WORDS[String(operation)];
	const items = [
		`${done} ${word ?? 'completed'}`,
		skipped.length > 0 && `${skipped.length} skipped (${formatCount(saved, 'credit')} saved)`,
		failed > 0 && `${failed} failed`,
	];
	const jobs = [
		own.count > 0 && `${formatCount(own.count, 'document')} submitted, ${own.credits}`,
		earlier.count > 0 &&
			`${formatCount(earlier.count, 'document')} paid for before, ${earlier.credits}, not charged again`,
	];
	return [items.filter(Boolean).join(', '), ...jobs.filter(Boolean)].join('; ');
}

function listSkippedPages(units: readonly Unit[]): number[] {
	return units.flatMap(({ state }) => state.skippedPages ?? []);
}

/** Documents that share a job count once. Credits are those that the service has counted. */
function sumJobs(units: readonly Unit[], paidBefore: boolean): { count: number; credits: string } {
	const used = new Map<string, number>();
	for (const { job, submission } of units.map(({ state }) => state)) {
		if (!job || !submission || (submission.entry.paidBefore === true) !== paidBefore) continue;
		const credits: unknown = job.credits_used;
		// Two accounts may have equal job IDs.
		used.set(submission.entry.id, typeof credits === 'number' && credits > 0 ? credits : 0);
	}
	const sum = [...used.values()].reduce((total, credits) => total + credits, 0);
	return { count: used.size, credits: formatCount(sum, 'credit') };
}

/**
 * Shows a summary and warnings above the output of the node. A summary is useful if several documents were paid
 * for, or if one was paid for before or skipped.
 */
export function showHints(context: IExecuteFunctions, units: readonly Unit[]): void {
	const isNoteworthy =
		sumJobs(units, false).count > 1 ||
		sumJobs(units, true).count > 0 ||
		listSkippedPages(units).length > 0;
	showHint(context, 'info', isNoteworthy ? `${describeProgress(context, units)}.` : undefined);
	showHint(context, 'warning', describeChargeMismatches(units));
}

/** Tools in n8n 1.85 have no place for hints. */
function showHint(
	context: IExecuteFunctions,
	type: 'info' | 'warning',
	message: string | undefined,
): void {
	const host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>> = context;
	if (message !== undefined) host.addExecutionHints?.({ message, type, location: 'outputPane' });
}

/** Maximum number of documents that a note names. */
const MAX_NAMED = 3;

/**
 * A sentence about documents that cost more or less than their pages. Limits count pages, so such charges make
 * them wrong. Only documents whose pages were counted are compared.
 */
function describeChargeMismatches(units: readonly Unit[]): string | undefined {
	const different = units.flatMap(({ index, state: { job, submission } }) => {
		const { paidBefore, pages } = submission?.entry ?? {};
		const used: unknown = job?.credits_used;
		if (paidBefore === true || pages === undefined || typeof used !== 'number') return [];
		// The service may not have counted a pending job yet.
		if (used === pages || (used === 0 && job?.status === 'processing')) return [];
		return [`item ${index} (${formatCount(used, 'credit')}, ${formatCount(pages, 'page')})`];
	});
	if (different.length === 0) return undefined;
	const rest = different.length - MAX_NAMED;
	const told = [...different.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])];
	return `The service charged a different number of credits than the page count: ${told.join(', ')}.`;
}
