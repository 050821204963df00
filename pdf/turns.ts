/** Yields to other work: otherwise reading a document in memory would block n8n. */
export class Turns {
	/** From the process's start. The time of day may be set back, and the reader would never yield again. */
	private startedAtMs = performance.now();

	/**
	 * @param readings documents that are read now; they continue in the same turn of the process, and share it
	 * @param pause yields to other work
	 */
	constructor(
		private readonly turnMs: number,
		private readonly pause: () => Promise<void>,
		private readonly readings: { readonly count: number } = { count: 1 },
	) {}

	/** Reading the clock takes longer than most steps, so this is called for every hundredth of them or so. */
	get isDue(): boolean {
		return performance.now() - this.startedAtMs >= this.turnMs / Math.max(1, this.readings.count);
	}

	async yield(): Promise<void> {
		await this.pause();
		this.startedAtMs = performance.now();
	}

	async yieldIfDue(): Promise<void> {
		if (this.isDue) await this.yield();
	}

	/** Calls `runStep` for 0 … count - 1, and yields in between. */
	async repeat(count: number, runStep: (index: number) => void): Promise<void> {
		for (let index = 0; index < count; index += 1) {
			runStep(index);
			if (index % STEPS_PER_CLOCK_READ === 0 && this.isDue) await this.yield();
		}
	}
}

const STEPS_PER_CLOCK_READ = 256;
