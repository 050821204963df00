/**
 * The turns of the process. Only one document computes at a time, for one turn, and then pauses before any
 * document continues. If each document just paused with a timer of its own, two of them could block n8n for seconds:
 * Node.js 20 runs all due timers before any other work, and while one document computes, the timer of the other
 * becomes due.
 */

/** The document that computes now; empty if none does. */
const computing = new Map<Turns, true>();
/** Documents that wait to compute, in order of arrival, each with the function that lets it continue. */
const waiting = new Map<Turns, () => void>();
/**
 * When the current turn began, by `performance.now()`. The turn continues if the document waits for its source and
 * another one computes.
 */
const turn = new Map<'startedAtMs', number>();

const STEPS_PER_CLOCK_READ = 256;

/** The turns of one document. Between them it yields to other work: otherwise it would block n8n. */
export class Turns {
	/** What `pause` has thrown. Nobody wants the answers any more, so each further yield throws it again. */
	private ended?: { readonly reason: unknown };

	/** @param pause yields to other work; what it throws ends the reading */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
	) {}

	/**
	 * Whether to yield now. Reading the clock takes longer than a very small step, so loops of such steps ask only
	 * at every hundredth step or so. The clock counts from the process's start, because the time of day may be set
	 * back, and then the turn would not end.
	 */
	get isDue(): boolean {
		return (
			this.ended !== undefined || performance.now() - (turn.get('startedAtMs') ?? 0) >= this.turnMs
		);
	}

	/** Waits until no other document computes. */
	async begin(): Promise<void> {
		if (computing.size === 0) computing.set(this, true);
		else await new Promise<void>((resolve) => waiting.set(this, resolve));
	}

	/** Lets the next document compute. */
	end(): void {
		if (!computing.delete(this)) return;
		const [next] = waiting;
		if (!next) return;
		const [turns, resume] = next;
		waiting.delete(turns);
		computing.set(turns, true);
		resume();
	}

	/** Pauses, then lets waiting documents compute first. @throws what `pause` throws, or has thrown before */
	async yield(): Promise<void> {
		this.ended ??= await this.pause().then(
			() => undefined,
			(reason: unknown) => ({ reason }),
		);
		if (this.ended) throw this.ended.reason;
		turn.set('startedAtMs', performance.now());
		if (waiting.size === 0) return;
		this.end();
		await this.begin();
	}

	async yieldIfDue(): Promise<void> {
		if (this.isDue) await this.yield();
	}

	/** Waits for an answer of the source. Other documents may compute meanwhile. */
	async awaitSource<T>(answer: Promise<T>): Promise<T> {
		this.end();
		try {
			return await answer;
		} finally {
			await this.begin();
		}
	}

	/** Calls `runStep` for 0 … count - 1, and yields in between when a turn is over. */
	async repeat(count: number, runStep: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			runStep(index);
			if (index % STEPS_PER_CLOCK_READ === 0 && this.isDue) await this.yield();
		}
	}
}
