import type { Clock } from '../../client/runtime';
import { formatCount } from '../../n8n/errors';
import type { ItemState } from '../item';

/** Word for a successful item, by its operation. */
const SUCCESS_WORDS: Partial<Record<string, string>> = { tag: 'tagged', submit: 'submitted' };

/** Progress of a run's items, and their cost. */
export class Progress {
	/** @param operation that the items run through */
	constructor(
		private readonly states: readonly ItemState[],
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
				`${formatCount(earlier.count, 'document')} resumed from an earlier run, ${earlier.credits}, charged once`,
		];
		return [items.filter(Boolean).join(', '), ...jobs.filter(Boolean)].join('; ');
	}

	/** Whether a summary is useful: several documents were paid for, or one was resumed or skipped. */
	get isNoteworthy(): boolean {
		const isResumed = this.sumJobs(true).count > 0;
		return this.sumJobs(false).count > 1 || isResumed || this.listSkippedPages().length > 0;
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
			write(`${ended} of ${formatCount(this.states.length, 'item')}: ${String(this)}`);
		}
	}

	private countItems(outcome: ItemState['outcome']): number {
		return this.states.filter((state) => state.outcome === outcome).length;
	}

	private listSkippedPages(): number[] {
		return this.states.flatMap(({ skippedPages }) => skippedPages ?? []);
	}

	/** Documents that share a job count once. Credits are those that the service has counted. */
	private sumJobs(isResumed: boolean): { count: number; credits: string } {
		const used = new Map<string, number>();
		for (const { job, submission } of this.states) {
			if (!job || submission?.isResumed !== isResumed) continue;
			const credits: unknown = job.credits_used;
			used.set(job.id, typeof credits === 'number' && credits > 0 ? credits : 0);
		}
		const sum = [...used.values()].reduce((total, credits) => total + credits, 0);
		return { count: used.size, credits: formatCount(sum, 'credit') };
	}
}
