import type { Clock } from '../runtime';

/** Spread of the requests that a gate lets go at the same time. */
const SPREAD_MS = 250;

/**
 * Holds the requests of one API key while its rate window is exhausted (interface 7: 429 with
 * seconds until the window resets), so that one refusal speaks for all documents in the process.
 */
export class RateGate {
	private heldUntil = 0;

	/** Closes the gate until `time`, in milliseconds since the epoch; never opens it earlier. */
	holdUntil(time: number): void {
		this.heldUntil = Math.max(this.heldUntil, time);
	}

	/** Milliseconds until a request may go; 0 when the gate is open. */
	remainingMs(now: number): number {
		return Math.max(0, this.heldUntil - now);
	}

	/**
	 * Resolves once the gate is open, or at once when the signal is aborted or the gate stays closed
	 * beyond the deadline (milliseconds since the epoch).
	 *
	 * @returns whether the request may go
	 */
	async pass(clock: Clock, signal: AbortSignal | undefined, deadline: number): Promise<boolean> {
		for (;;) {
			if (signal?.aborted === true) return false;
			const now = clock.now();
			const remaining = this.remainingMs(now);
			if (remaining === 0) return true;
			if (now + remaining >= deadline) return false;
			const spread = remaining + clock.random() * SPREAD_MS;
			await clock.sleep(Math.min(spread, deadline - now), signal);
		}
	}
}

const gates = new Map<string, RateGate>();

/** The gate that all executions of this process share for one API key. */
export function rateGateFor(key: string): RateGate {
	const gate = gates.get(key) ?? new RateGate();
	gates.set(key, gate);
	return gate;
}
