import { TagPdfError } from '../../../../nodes/client/errors';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Journal, type SeenStore } from '../../../../nodes/client/journal';

/** What a process waits for, one thing at a time: nothing happens before {@link Stepper.step}. */
class Stepper {
	private next: (() => void) | undefined;
	isDead = false;

	/** Waits for its turn; a process that is killed waits for good. */
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

/** n8n's row as two processes see it: read, changed and written in two steps, without a lock. */
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

/** A job of the one document. */
interface Job {
	key: number;
	state: 'useful' | 'failed' | 'delivered';
}

/** What a process came to. */
export type End = 'delivered' | 'failed' | 'refused' | 'conflict';

/**
 * One document, a service that knows a key for good, and any number of processes that submit the
 * document, wait, and give the result out, each step of them when the model says.
 */
export class JournalModel {
	readonly jobs: Job[] = [];
	/** Charges for the document while a job of it was neither given out nor failed. */
	readonly doubleCharges: number[] = [];
	readonly ends: End[] = [];
	private readonly row: Row;
	private readonly processes: Stepper[] = [];

	constructor(
		private readonly reading: 'first-job' | 'conflict',
		maxEntries: number,
	) {
		this.row = new Row(maxEntries);
	}

	/** @throws Error when a document was charged for that was neither given out nor failed */
	check(): void {
		if (this.doubleCharges.length > 0)
			throw new Error(`Charged twice: ${this.doubleCharges.join()}`);
	}

	/** @param fate of a job that it submits */
	start(again: boolean, fate: 'useful' | 'failed'): void {
		const stepper = new Stepper();
		this.processes.push(stepper);
		void this.run(stepper, again, fate);
	}

	async step(at: number): Promise<void> {
		await this.processes[at % this.processes.length]?.step();
	}

	/** The process is gone; whatever it waited for never comes. */
	kill(at: number): void {
		const process = this.processes[at % this.processes.length];
		if (process) process.isDead = true;
	}

	/** Marks of other documents push out the oldest. */
	fill(count: number): void {
		const others = Array.from({ length: count }, () => `other ${Math.random()}`);
		this.row.marks = [...this.row.marks, ...others].slice(-this.maxEntries());
	}

	/** Lets a process run to its end by itself. */
	async runToEnd(again: boolean, fate: 'useful' | 'failed'): Promise<End> {
		const before = this.ends.length;
		this.start(again, fate);
		const at = this.processes.length - 1;
		for (let steps = 0; steps < 200 && this.ends.length === before; steps += 1) await this.step(at);
		const end = this.ends[before];
		if (end === undefined) throw new Error('The run has no end');
		return end;
	}

	private maxEntries(): number {
		return this.row['maxEntries'];
	}

	private async run(stepper: Stepper, again: boolean, fate: Job['state']): Promise<void> {
		const journal = new Journal(this.row.seenBy(stepper), PRODUCT_LIMITS.submission, () => 0);
		const spent = new Set<number>();
		const isSpent = (generation: number) => spent.has(generation);
		try {
			for (let attempts = 0; attempts < 2; attempts += 1) {
				const { generation, state } = await journal.open('d', { again, isSpent });
				const entry = { document: 'd', generation };
				await stepper.turn();
				const answer = this.submit(generation, fate);
				await stepper.turn();
				const conflicts = answer.isOld && this.reading === 'conflict';
				const isOver = conflicts ? state === 'delivered' : answer.job.state === 'failed';
				if (conflicts && !isOver) return void this.ends.push('conflict');
				if (!isOver) {
					await journal.close({ delivered: [entry] });
					answer.job.state = 'delivered';
					return void this.ends.push('delivered');
				}
				await journal.close(conflicts ? { delivered: [entry] } : { failed: [entry] });
				if (state === 'fresh') return void this.ends.push('failed');
				spent.add(generation);
			}
			this.ends.push('failed');
		} catch (error) {
			if (!(error instanceof TagPdfError)) throw error;
			this.ends.push('refused');
		}
	}

	private submit(key: number, fate: Job['state']): { job: Job; isOld: boolean } {
		const first = this.jobs.find((job) => job.key === key);
		if (first) return { job: first, isOld: true };
		if (this.jobs.some(({ state }) => state === 'useful')) this.doubleCharges.push(key);
		const job: Job = { key, state: fate };
		this.jobs.push(job);
		return { job, isOld: false };
	}
}
