const STEPS = 256;

/** Yields to other work: otherwise reading a document in memory would block n8n. */
export class Turns {
	private began = Date.now();

	/** @param pause yields to other work */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
	) {}

	/** Called often, but pauses rarely. */
	async give(): Promise<void> {
		if (Date.now() - this.began < this.turnMs) return;
		await this.pause();
		this.began = Date.now();
	}

	/** Calls `take` for 0 … count - 1, and yields in between. */
	async each(count: number, take: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			take(index);
			// Reading the clock takes longer than most steps.
			if (index % STEPS === 0) await this.give();
		}
	}
}
