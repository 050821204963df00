import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../../client/runtime';
import { formatCount } from '../shared/errorTexts';
import type { Unit } from './item';

/** Word for a successful item, by its operation. */
const SUCCESS_WORDS: Partial<Record<string, string>> = { tag: 'tagged', submit: 'submitted' };

/** Progress of a run's documents, and their cost. */
export class Progress {
	/** @param operation that the documents run through */
	constructor(
		private readonly units: readonly Unit[],
		private readonly operation: string,
	) {}

	/** A sentence: `48 tagged, 9 skipped (212 credits saved), 3 failed; 51 documents submitted, 1020 credits`. */
	toString(): string {
		const skipped = this.listSkippedPages();
		const saved = skipped.reduce((sum, pages) => sum + pages, 0);
		const done = this.countItems('succeeded') - skipped.length;
		const failed = this.countItems('failed');
		const own = this.sumJobs(false);
		const earlier = this.sumJobs(true);
		const items = [
			`${done} ${SUCCESS_WORDS[this.operation] ?? 'completed'}`,
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

	/** Whether a summary is useful: several documents were paid for, or one was paid for before or skipped. */
	get isNoteworthy(): boolean {
		const hasEarlier = this.sumJobs(true).count > 0;
		return this.sumJobs(false).count > 1 || hasEarlier || this.listSkippedPages().length > 0;
	}

	/** Writes the progress of the run from time to time, until the signal is aborted. */
	async report(
		clock: Clock,
		everyMs: number,
		over: AbortSignal,
		write: (line: string) => void,
	): Promise<void> {
		for (;;) {
			await clock.sleep(everyMs, over);
			if (over.aborted) return;
			const ended = this.countItems('succeeded') + this.countItems('failed');
			write(`${ended} of ${formatCount(this.units.length, 'item')}: ${String(this)}`);
		}
	}

	private countItems(outcome: Unit['state']['outcome']): number {
		return this.units.filter(({ state }) => state.outcome === outcome).length;
	}

	private listSkippedPages(): number[] {
		return this.units.flatMap(({ state }) => state.skippedPages ?? []);
	}

	/** Documents that share a job count once. Credits are those that the service has counted. */
	private sumJobs(paidBefore: boolean): { count: number; credits: string } {
		const used = new Map<string, number>();
		for (const { job, submission } of this.units.map(({ state }) => state)) {
			if (!job || !submission || (submission.entry.paidBefore === true) !== paidBefore) continue;
			const credits: unknown = job.credits_used;
			// Two accounts may have equal job IDs.
			used.set(submission.entry.id, typeof credits === 'number' && credits > 0 ? credits : 0);
		}
		const sum = [...used.values()].reduce((total, credits) => total + credits, 0);
		return { count: used.size, credits: formatCount(sum, 'credit') };
	}
}

/** Maximum number of documents that a note names. */
const MAX_NAMED = 3;

/** Shows a summary and warnings above the output of the node. */
export function showHints(
	context: IExecuteFunctions,
	units: readonly Unit[],
	progress: Progress,
): void {
	showHint(context, 'info', progress.isNoteworthy ? `${String(progress)}.` : undefined);
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
