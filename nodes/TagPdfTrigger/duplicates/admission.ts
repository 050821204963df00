import type { RecentJobs } from './recentJobs';

/** The part of Node's response that tells how a delivery was answered. */
export interface Outcome {
	readonly destroyed: boolean;
	readonly writableFinished: boolean;
	readonly statusCode: number;
	once(event: 'close', listener: () => void): unknown;
}

/**
 * Lets one delivery per job through. One that comes while the first is on its way waits for the
 * first one's answer: only when n8n has acknowledged that (in n8n 2, after it has stored the
 * execution) is the other a duplicate. Otherwise the other takes its place, or the event would be
 * acknowledged and lost.
 */
export class Admission {
	private readonly pending = new Map<string, Promise<void>>();

	constructor(private readonly recent: RecentJobs) {}

	/**
	 * @param now gives Unix seconds
	 * @returns false for a duplicate
	 */
	async enter(key: string, outcome: Outcome, now: () => number): Promise<boolean> {
		for (let first = this.pending.get(key); first; first = this.pending.get(key)) await first;
		if (this.recent.has(key, now())) return false;
		// The sender is gone and nobody will see an answer; n8n's store decides about this one.
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
