import type { Clock } from '../../client/runtime';
import type { Job } from '../../client/service';
import type { Obtained } from '../../client/submission';
import { surprisesOf } from './surprises';

/** What has become of an item that came through, by its operation. */
const DONE: Partial<Record<string, string>> = { tag: 'tagged', submit: 'submitted' };

/** How far the items of a run are, and what they have cost. */
export class Progress {
	/** By slot: the job that the item's document has. */
	private readonly jobs = new Map<string, Obtained>();
	/** By slot: the pages of a document that was left as it is. */
	private readonly skipped = new Map<string, number>();
	private readonly done: string;
	private completed = 0;
	private failed = 0;

	/**
	 * @param items of the run
	 * @param operation that they run through
	 */
	constructor(
		private readonly items: number,
		operation: string,
	) {
		this.done = DONE[operation] ?? 'completed';
	}

	/** The document of an item has a job; what it had before does not count any more. */
	sawJob(slot: string, obtained: Obtained): void {
		this.jobs.set(slot, obtained);
	}

	/** The state of an item's job; only at its end it is sure that its credits have been counted. */
	sawState(slot: string, job: Job): void {
		const known = this.jobs.get(slot);
		if (known?.job.id === job.id) this.jobs.set(slot, { ...known, job });
	}

	/** The document of an item is not submitted, which saves a credit per page. */
	sawSkipped(slot: string, pages: number): void {
		this.skipped.set(slot, pages);
	}

	/** An item has its output, or none. */
	sawSettled(succeeded: boolean): void {
		if (succeeded) this.completed += 1;
		else this.failed += 1;
	}

	/** What has been done so far, in a sentence: `48 tagged, 9 skipped (212 credits saved), 3 failed; …`. */
	toString(): string {
		const { failed } = this;
		const { credits, submitted, takenUp } = this.sums();
		const settled = [
			`${this.completed - this.skipped.size} ${this.done}`,
			...(this.skipped.size > 0 ? [this.savings()] : []),
			...(failed > 0 ? [`${failed} failed`] : []),
		].join(', ');
		const paid = [
			...(submitted > 0 ? [`${counted(submitted, 'document')} paid for`] : []),
			`${counted(credits, 'credit')} spent`,
		].join(', ');
		const were = takenUp === 1 ? 'was' : 'were';
		const saved = `${counted(takenUp, 'document')} had been submitted before and ${were} not paid for again`;
		return [settled, paid, ...(takenUp > 0 ? [saved] : [])].join('; ');
	}

	/** Whether there is anything to sum up: several documents were paid for, or one was not. */
	get isNoteworthy(): boolean {
		const { submitted, takenUp } = this.sums();
		return submitted > 1 || takenUp > 0 || this.skipped.size > 0;
	}

	/** What has cost more or less than its pages, in a sentence; undefined where nothing has. */
	get surprises(): string | undefined {
		return surprisesOf(this.jobs);
	}

	/** Writes how far the run is from time to time, until the signal is aborted. */
	async report(
		clock: Clock,
		everyMs: number,
		over: AbortSignal,
		write: (line: string) => void,
	): Promise<void> {
		for (;;) {
			await clock.sleep(everyMs, over);
			if (over.aborted) return;
			write(`${this.completed + this.failed} of ${counted(this.items, 'item')}: ${String(this)}`);
		}
	}

	private savings(): string {
		const pages = [...this.skipped.values()].reduce((sum, each) => sum + each, 0);
		return `${this.skipped.size} skipped (${counted(pages, 'credit')} saved)`;
	}

	/** Documents that share a job are paid for once. */
	private sums(): { submitted: number; credits: number; takenUp: number } {
		const all = [...this.jobs.values()];
		const paid = new Map(all.filter(({ isResumed }) => !isResumed).map(({ job }) => [job.id, job]));
		const credits = [...paid.values()].map(({ credits_used: spent }: { credits_used: unknown }) =>
			typeof spent === 'number' && spent > 0 ? spent : 0,
		);
		return {
			submitted: paid.size,
			credits: credits.reduce((sum, spent) => sum + spent, 0),
			takenUp: all.filter(({ isResumed }) => isResumed).length,
		};
	}
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}
