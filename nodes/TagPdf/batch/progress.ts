import type { Clock } from '../../client/runtime';
import type { Job } from '../../client/service';

/** How far a batch of items is. */
export class Progress {
	private submitted = 0;
	private completed = 0;
	private failed = 0;
	private credits = 0;

	/** @param items of the batch */
	constructor(private readonly items: number) {}

	/** A submission of this run has been given this job. */
	sawSubmitted({ credits_used: credits }: Job): void {
		const spent: unknown = credits;
		this.submitted += 1;
		this.credits += typeof spent === 'number' && spent > 0 ? spent : 0;
	}

	/** An item has its output, or none. */
	sawSettled(succeeded: boolean): void {
		if (succeeded) this.completed += 1;
		else this.failed += 1;
	}

	/** What has been done so far, in a sentence. */
	toString(): string {
		const { completed, credits, failed, items, submitted } = this;
		return `${completed} of ${items} items completed, ${failed} failed; ${submitted} documents submitted, ${credits} credits spent`;
	}

	/** Whether there is anything to sum up: several documents were paid for. */
	get isBatch(): boolean {
		return this.submitted > 1;
	}

	/** Writes how far the batch is from time to time, until the signal is aborted. */
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
}
