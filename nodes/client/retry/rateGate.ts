/**
 * Holds the requests of one API key while its rate window is exhausted (interface 7: 429 with seconds
 * until the window resets). One 429 pauses all documents in the process.
 */
export class RateGate {
	private heldUntil = 0;
	private announced = 0;

	/** Closes the gate until `time`, in milliseconds since the epoch; never opens it earlier. */
	holdUntil(time: number): void {
		this.heldUntil = Math.max(this.heldUntil, time);
	}

	/** Milliseconds until a request may be sent; 0 when the gate is open. */
	getRemainingMs(now: number): number {
		return Math.max(0, this.heldUntil - now);
	}

	/** @returns true once for each closing, so that all requests share one log line */
	shouldAnnounce(): boolean {
		const isNew = this.announced !== this.heldUntil;
		this.announced = this.heldUntil;
		return isNew;
	}
}

const gates = new Map<string, RateGate>();

/** The gate that all executions of this process share for one API key. */
export function getRateGate(key: string): RateGate {
	const gate = gates.get(key) ?? new RateGate();
	gates.set(key, gate);
	return gate;
}
