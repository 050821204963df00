const STEPS_PER_CLOCK_READ = 256;

/** Yields to other work: otherwise reading a document in memory would block n8n. */
export class Turns {
	private startedAtMs = Date.now();

	/** @param pause yields to other work */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
	) {}

	/** Called often, but pauses rarely. */
	async yieldIfDue(): Promise<void> {
		if (Date.now() - this.startedAtMs < this.turnMs) return;
		await this.pause();
		this.startedAtMs = Date.now();
	}

	/** Calls `take` for 0 … count - 1, and yields in between. */
	async repeat(count: number, runStep: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			runStep(index);
			// Reading the clock takes longer than most steps.
			if (index % STEPS_PER_CLOCK_READ === 0) await this.yieldIfDue();
		}
	}
}
