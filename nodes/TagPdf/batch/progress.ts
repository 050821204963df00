import type { Clock } from '../../client/runtime';
import type { Job } from '../../client/service';
import type { DocumentJob } from '../../client/submission';
import { describeChargeMismatches } from './chargeMismatches';

/** Word for a successful item, by its operation. */
const SUCCESS_WORDS: Partial<Record<string, string>> = { tag: 'tagged', submit: 'submitted' };

/** Progress of a run's items, and their cost. */
export class Progress {
	/** By slot: the job that the item's document has. */
	private readonly jobs = new Map<string, DocumentJob>();
	/** By slot: the pages of a document that was skipped. */
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
		this.done = SUCCESS_WORDS[operation] ?? 'completed';
	}

	/** The document of an item has a job. An earlier job of it no longer counts. */
	recordJob(slot: string, obtained: DocumentJob): void {
		this.jobs.set(slot, obtained);
	}

	/** The state of an item's job. Its credits are final only when it has ended. */
	recordState(slot: string, job: Job): void {
		const known = this.jobs.get(slot);
		if (known?.job.id === job.id) this.jobs.set(slot, { ...known, job });
	}

	/** The document of an item is skipped, which saves a credit per page. */
	recordSkip(slot: string, pages: number): void {
		this.skipped.set(slot, pages);
	}

	/** An item has its output, or none. */
	recordOutcome(succeeded: boolean): void {
		if (succeeded) this.completed += 1;
		else this.failed += 1;
	}

	/** A sentence: `48 tagged, 9 skipped (212 credits saved), 3 failed; 51 documents submitted, 1020 credits`. */
	toString(): string {
		const { failed } = this;
		const { credits, resumed, resumedCredits, submitted } = this.sumJobs();
		const settled = [
			`${this.completed - this.skipped.size} ${this.done}`,
			...(this.skipped.size > 0 ? [this.describeSavings()] : []),
			...(failed > 0 ? [`${failed} failed`] : []),
		].join(', ');
		const own = `${counted(submitted, 'document')} submitted, ${counted(credits, 'credit')}`;
		const earlier = `${counted(resumed, 'document')} resumed from an earlier run, ${counted(resumedCredits, 'credit')}, charged once`;
		return [settled, ...(submitted > 0 ? [own] : []), ...(resumed > 0 ? [earlier] : [])].join('; ');
	}

	/** Whether there is anything to sum up: several documents were paid for, or one was not. */
	get isNoteworthy(): boolean {
		const { resumed, submitted } = this.sumJobs();
		return submitted > 1 || resumed > 0 || this.skipped.size > 0;
	}

	/** A sentence about items that cost more or less than their pages; undefined if there are none. */
	get chargeMismatches(): string | undefined {
		return describeChargeMismatches(this.jobs);
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
			write(`${this.completed + this.failed} of ${counted(this.items, 'item')}: ${String(this)}`);
		}
	}

	private describeSavings(): string {
		const pages = [...this.skipped.values()].reduce((sum, each) => sum + each, 0);
		return `${this.skipped.size} skipped (${counted(pages, 'credit')} saved)`;
	}

	/** Documents that share a job count once. */
	private sumJobs() {
		const all = [...this.jobs.values()];
		const selectJobs = (isResumed: boolean) =>
			new Map(all.filter((each) => each.isResumed === isResumed).map(({ job }) => [job.id, job]));
		const own = selectJobs(false);
		const earlier = selectJobs(true);
		return {
			submitted: own.size,
			credits: sumCredits(own.values()),
			resumed: earlier.size,
			resumedCredits: sumCredits(earlier.values()),
		};
	}
}

/** Credits as the service has counted them. */
function sumCredits(jobs: Iterable<Job>): number {
	const credits = [...jobs].map(({ credits_used: used }: { credits_used: unknown }) =>
		typeof used === 'number' && used > 0 ? used : 0,
	);
	return credits.reduce((sum, each) => sum + each, 0);
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}
