import type { Clock } from '../../client/runtime';
import type { Obtained } from '../../client/submission';

/** How far the items of a run are, and what they have cost. */
export class Progress {
	/** By slot: the job that the item's document has. */
	private readonly jobs = new Map<string, Obtained>();
	private completed = 0;
	private failed = 0;

	/** @param items of the run */
	constructor(private readonly items: number) {}

	/** The document of an item has a job; what it had before does not count any more. */
	sawJob(slot: string, obtained: Obtained): void {
		this.jobs.set(slot, obtained);
	}

	/** An item has its output, or none. */
	sawSettled(succeeded: boolean): void {
		if (succeeded) this.completed += 1;
		else this.failed += 1;
	}

	/** What has been done so far, in a sentence. */
	toString(): string {
		const { completed, failed, items } = this;
		const { credits, submitted, takenUp } = this.sums();
		const settled = `${completed} of ${counted(items, 'item')} completed, ${failed} failed`;
		const paid = `${counted(submitted, 'document')} submitted, ${counted(credits, 'credit')} spent`;
		const were = takenUp === 1 ? 'was' : 'were';
		const saved = `${counted(takenUp, 'document')} had been submitted before and ${were} not paid for again`;
		return [settled, paid, ...(takenUp > 0 ? [saved] : [])].join('; ');
	}

	/** Whether there is anything to sum up: several documents were paid for, or one was not. */
	get isNoteworthy(): boolean {
		const { submitted, takenUp } = this.sums();
		return submitted > 1 || takenUp > 0;
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
			write(String(this));
		}
	}

	/** Documents that share a job are paid for once. */
	private sums(): { submitted: number; credits: number; takenUp: number } {
		const all = [...this.jobs.values()];
		const paid = new Map(all.filter(({ earlier }) => !earlier).map(({ job }) => [job.id, job]));
		const credits = [...paid.values()].map(({ credits_used: spent }: { credits_used: unknown }) =>
			typeof spent === 'number' && spent > 0 ? spent : 0,
		);
		return {
			submitted: paid.size,
			credits: credits.reduce((sum, spent) => sum + spent, 0),
			takenUp: all.filter(({ earlier }) => earlier).length,
		};
	}
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}
