import { createHash } from 'crypto';

/** Enough for bursts and the first repeats. n8n's own store remembers the rest. */
const MAX_JOBS = 10_000;
const LIFETIME_S = 600;

/** The part of Node's response that shows the answer to a delivery. */
export interface Outcome {
	readonly destroyed: boolean;
	readonly writableFinished: boolean;
	readonly statusCode: number;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Admits one delivery per job. A second delivery waits for the answer to the first one. If n8n acknowledged
 * the first one (n8n 2 does so after it has stored the execution), the second is a duplicate. Otherwise the
 * second takes its place, or the event would be acknowledged and lost.
 *
 * It keeps hashes of the keys, because a job ID may be long.
 */
export class Admission {
	private readonly pending = new Map<string, Promise<void>>();
	/** Unix seconds, by hashed key; the oldest first. */
	private readonly acknowledgedAt = new Map<string, number>();

	/**
	 * @param job identifies the job and the node
	 * @param now returns Unix seconds
	 * @returns false for a duplicate
	 */
	async enter(job: string, outcome: Outcome, now: () => number): Promise<boolean> {
		const key = createHash('sha256').update(job).digest('base64');
		for (let first = this.pending.get(key); first; first = this.pending.get(key)) await first;
		this.forgetOld(now());
		if (now() - (this.acknowledgedAt.get(key) ?? -Infinity) < LIFETIME_S) return false;
		// The sender has disconnected and gets no answer. n8n's store decides about this delivery.
		if (outcome.destroyed) return true;

		const answered = new Promise<void>((resolve) => outcome.once('close', resolve));
		const settled = answered.then(() => {
			this.pending.delete(key);
			const acknowledged = outcome.writableFinished && outcome.statusCode < 300;
			if (acknowledged) this.acknowledgedAt.set(key, now());
		});
		this.pending.set(key, settled);
		return true;
	}

	private forgetOld(now: number): void {
		for (const [key, at] of this.acknowledgedAt) {
			if (this.acknowledgedAt.size <= MAX_JOBS && now - at < LIFETIME_S) return;
			this.acknowledgedAt.delete(key);
		}
	}
}
