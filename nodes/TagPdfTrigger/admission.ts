import { createHash } from 'crypto';

/**
 * How many jobs are remembered here, and for how long: enough for bursts, and for the first repeats of a delivery.
 * n8n's deduplication store recognizes later repeats.
 */
const MAX_JOBS = 10_000;
const LIFETIME_S = 600;

/** The part of a Node.js response that shows whether a delivery was answered, and with which status. */
export interface Outcome {
	readonly destroyed: boolean;
	readonly writableFinished: boolean;
	readonly statusCode: number;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Admits one delivery per job. A second delivery waits for the answer to the first one. If n8n acknowledged
 * the first one (n8n 2 does so after it has stored the execution), the second is a duplicate. Otherwise the
 * second is admitted in its place: as a duplicate it would be acknowledged, and the event would be lost.
 *
 * It remembers jobs by their hashes, because a job ID may be long.
 */
export class Admission {
	private readonly pending = new Map<string, Promise<void>>();
	/** When n8n acknowledged a delivery (Unix seconds), by the job's hash; the oldest first. */
	private readonly acknowledgedAt = new Map<string, number>();

	/**
	 * Waits for the answers to earlier deliveries of the job, and decides about this one.
	 *
	 * @param job identifies the job and the node
	 * @param outcome the response to this delivery
	 * @param now returns Unix seconds
	 * @returns whether the delivery is admitted; false for a duplicate
	 */
	async enter(job: string, outcome: Outcome, now: () => number): Promise<boolean> {
		const key = createHash('sha256').update(job).digest('base64');
		for (let first = this.pending.get(key); first; first = this.pending.get(key)) await first;
		this.forgetOld(now());
		if (now() - (this.acknowledgedAt.get(key) ?? -Infinity) < LIFETIME_S) return false;
		// The sender has disconnected, so its response will not show whether n8n accepted the delivery. It is admitted, and
		// n8n's deduplication store decides whether it is a duplicate.
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
