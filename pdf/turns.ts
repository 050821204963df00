/**
 * The turns of the process. Documents that are read at once must not compute one after the other without a
 * pause between them: Node.js 20 runs all timers that have become due meanwhile before any other work, so two
 * documents could keep each other going for seconds. So one of them computes, for one turn, and then pauses.
 */

/** Who computes now, and who waits for that, with what lets them continue. In order of arrival. */
const computing = new Map<Turns, true>();
const waiting = new Map<Turns, () => void>();
/** When the turn began, whoever computes in it. */
const turn = new Map<'startedAtMs', number>();

const STEPS_PER_CLOCK_READ = 256;

/** The turns of one document: it yields to other work, or it would block n8n. */
export class Turns {
	/** What a pause has thrown: nobody wants the answers any more. */
	private ended?: { readonly reason: unknown };

	/** @param pause yields to other work; what it throws ends the reading */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
	) {}

	/**
	 * Reading the clock takes longer than most steps, so this is called for every hundredth of them or so. The
	 * clock counts from the process's start: the time of day may be set back, and no turn would ever end.
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

	/** Pauses, and lets other documents compute first. */
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

	/** Waits for a source. Other documents compute meanwhile. */
	async awaitSource<T>(answer: Promise<T>): Promise<T> {
		this.end();
		try {
			return await answer;
		} finally {
			await this.begin();
		}
	}

	/** Calls `runStep` for 0 … count - 1, and yields in between. */
	async repeat(count: number, runStep: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			runStep(index);
			if (index % STEPS_PER_CLOCK_READ === 0 && this.isDue) await this.yield();
		}
	}
}
