import type { RecentJobs } from './recentJobs';

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
 */
export class Admission {
	private readonly pending = new Map<string, Promise<void>>();

	constructor(private readonly recent: RecentJobs) {}

	/**
	 * @param now returns Unix seconds
	 * @returns false for a duplicate
	 */
	async enter(key: string, outcome: Outcome, now: () => number): Promise<boolean> {
		for (let first = this.pending.get(key); first; first = this.pending.get(key)) await first;
		if (this.recent.has(key, now())) return false;
		// The sender has disconnected and gets no answer. n8n's store decides about this delivery.
		if (outcome.destroyed) return true;

		const answered = new Promise<void>((resolve) => outcome.once('close', resolve));
		const settled = answered.then(() => {
			this.pending.delete(key);
			const acknowledged = outcome.writableFinished && outcome.statusCode < 300;
			if (acknowledged) this.recent.add(key, now());
		});
		this.pending.set(key, settled);
		return true;
	}
}
