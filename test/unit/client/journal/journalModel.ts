import { TagPdfError } from '../../../../nodes/client/errors';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Journal, type FoundAttempt, type SeenStore } from '../../../../nodes/client/journal';
import { decideNext } from '../../../../nodes/client/submission/lifecycle';

/** Gives a process its turns one by one: the process only continues with {@link Stepper.step}. */
class Stepper {
	private next: (() => void) | undefined;
	isDead = false;

	/** Waits for its turn; a killed process waits forever. */
	async turn(): Promise<void> {
		await new Promise<void>((resolve) => (this.next = resolve));
	}

	async step(): Promise<void> {
		const { next } = this;
		this.next = undefined;
		if (!this.isDead) next?.();
		await new Promise(setImmediate);
	}
}

/** n8n's row, shared by two processes. They read and write it in two steps, without a lock. */
class Row {
	marks: readonly string[] = [];

	constructor(private readonly maxEntries: number) {}

	seenBy(stepper: Stepper): SeenStore {
		const change = async (by: (marks: readonly string[]) => readonly string[]) => {
			await stepper.turn();
			const read = this.marks;
			await stepper.turn();
			this.marks = by(read).slice(-this.maxEntries);
			return new Set(read);
		};
		return {
			record: async (keys) =>
				await change((marks) => [...marks, ...keys.filter((key) => !marks.includes(key))]),
			remove: async (keys) => {
				await change((marks) => marks.filter((mark) => !keys.includes(mark)));
			},
		};
	}
}

/** A job of the document. */
interface Job {
	key: number;
	state: 'useful' | 'failed' | 'delivered';
}

/** Outcome of a submission that creates a new job, or of its output. */
export type Fate =
	| 'useful'
	| 'failed'
	/** The service refuses the submission and creates no job. */
	| 'refused'
	/** n8n is stopped while the journal is closed, and drops the output. */
	| 'stopped';

/** Result of a process. */
export type End = 'delivered' | 'stopped' | 'failed' | 'refused' | 'refusedForGood' | 'conflict';

/**
 * One document, a service that never forgets a key, and any number of processes. They submit the
 * document, wait and return the result; the model triggers each step.
 */
export class JournalModel {
	readonly jobs: Job[] = [];
	/** Charges made while another job of the document was neither delivered nor failed. */
	readonly doubleCharges: number[] = [];
	readonly ends: End[] = [];
	private readonly row: Row;
	private readonly processes: Stepper[] = [];
	private others = 0;

	constructor(
		private readonly reading: 'first-job' | 'conflict',
		maxEntries: number,
	) {
		this.row = new Row(maxEntries);
	}

	/** @throws Error if the document was charged while another job was neither delivered nor failed */
	check(): void {
		if (this.doubleCharges.length > 0)
			throw new Error(`Charged twice: ${this.doubleCharges.join()}`);
	}

	/** @param fate outcome of a job that it submits */
	start(isRetry: boolean, fate: Fate): void {
		const stepper = new Stepper();
		this.processes.push(stepper);
		void this.run(stepper, isRetry, fate);
	}

	async step(at: number): Promise<void> {
		await this.processes[at % this.processes.length]?.step();
	}

	/** Kills a process: its pending call never returns. */
	kill(at: number): void {
		const process = this.processes[at % this.processes.length];
		if (process) process.isDead = true;
	}

	/** Adds marks of other documents, which push out the oldest marks. */
	fill(count: number): void {
		const others = Array.from({ length: count }, () => `other ${(this.others += 1)}`);
		this.row.marks = [...this.row.marks, ...others].slice(-this.maxEntries());
	}

	/** Lets a process run to its end by itself. */
	async runToEnd(isRetry: boolean, fate: Fate): Promise<End> {
		const before = this.ends.length;
		this.start(isRetry, fate);
		const at = this.processes.length - 1;
		for (let steps = 0; steps < 200 && this.ends.length === before; steps += 1) await this.step(at);
		const end = this.ends[before];
		if (end === undefined) throw new Error('The run has no end');
		return end;
	}

	private maxEntries(): number {
		return this.row['maxEntries'];
	}

	/** A run with the same calls to the journal as the submitter. */
	private async run(stepper: Stepper, isRetry: boolean, fate: Fate): Promise<void> {
		const { failedAttempts } = PRODUCT_LIMITS.submission;
		const journal = new Journal(this.row.seenBy(stepper), failedAttempts, (line) => {
			throw new Error(line);
		});
		try {
			for (let firstAttempt = 1; ;) {
				const found = await journal.open({ document: 'd', firstAttempt }, (each) => {
					const choice = choose(each, firstAttempt, isRetry);
					if (choice === 'previous') return false;
					if (choice === 'next' && each.failures >= failedAttempts) {
						throw new TagPdfError('FAILED_REPEATEDLY', { attempts: each.failures });
					}
					return true;
				});
				if (!found) throw new Error('The row is always there');
				const choice = choose(found, firstAttempt, isRetry);
				const isOwn = choice === 'next';
				const attempt = choice === 'previous' ? found.attempt - 1 : found.attempt;
				const end = await this.attempt(stepper, journal, { attempt, isOwn }, fate);
				// After a failed job of an earlier run, this run submits another job.
				if (end !== 'failed' || isOwn) return void this.ends.push(end);
				firstAttempt = attempt + 1;
			}
		} catch (error) {
			if (!(error instanceof TagPdfError)) throw error;
			this.ends.push('refusedForGood');
		}
	}

	private async attempt(
		stepper: Stepper,
		journal: Journal,
		{ attempt, isOwn }: { attempt: number; isOwn: boolean },
		fate: Fate,
	): Promise<End> {
		const entry = { document: 'd', attempt };
		await stepper.turn();
		const answer = this.submit(attempt, fate);
		await stepper.turn();
		if (!answer) {
			if (isOwn) await journal.recordEnds([[entry, 'new']]);
			return 'refused';
		}
		const { isOld, job } = answer;
		if (isOld && this.reading === 'conflict') return 'conflict';
		if (job.state === 'failed') {
			await journal.recordEnds([[entry, 'failed']]);
			return 'failed';
		}
		await journal.recordEnds([[entry, 'delivered']]);
		job.state = 'delivered';
		if (fate !== 'stopped') return 'delivered';
		await journal.reopen([entry]);
		job.state = 'useful';
		return 'stopped';
	}

	/** @returns undefined if the service creates no job */
	private submit(key: number, fate: Fate): { job: Job; isOld: boolean } | undefined {
		const first = this.jobs.find((job) => job.key === key);
		if (first) return { job: first, isOld: true };
		if (fate === 'refused') return undefined;
		if (this.jobs.some(({ state }) => state === 'useful')) this.doubleCharges.push(key);
		const job: Job = { key, state: fate === 'failed' ? 'failed' : 'useful' };
		this.jobs.push(job);
		return { job, isOld: false };
	}
}

function choose(
	{ attempt, state, previous }: FoundAttempt,
	firstAttempt: number,
	isRetry: boolean,
): 'found' | 'previous' | 'next' {
	if (state === 'sent') return 'found';
	if (previous === undefined || attempt <= firstAttempt) return 'next';
	const { action } = decideNext(previous, isRetry ? 'retried' : 'resumedLater');
	return action === 'sendAgain' ? 'previous' : 'next';
}
