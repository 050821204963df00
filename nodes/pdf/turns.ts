const STEPS = 256;

/** Lets others have their turn: a document in memory would otherwise block n8n while it is read. */
export class Turns {
	private began = Date.now();

	/** @param pause gives way to whatever else waits */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
	) {}

	/** Called often; seldom pauses. */
	async give(): Promise<void> {
		if (Date.now() - this.began < this.turnMs) return;
		await this.pause();
		this.began = Date.now();
	}

	/** Takes so many, from 0, with turns for others in between. */
	async each(count: number, take: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			take(index);
			// Looking at the clock takes longer than most steps.
			if (index % STEPS === 0) await this.give();
		}
	}
}
