import { setNewest } from '../../client/setNewest';

/** Enough for bursts and the first repeats. n8n's own store remembers the rest. */
export const MAX_JOBS = 10_000;
export const LIFETIME_S = 600;

/** Recent jobs of this process: at most `capacity`, each for `lifetime` seconds. */
export class RecentJobs {
	private readonly seenAt = new Map<string, number>();

	constructor(
		private readonly capacity: number,
		private readonly lifetime: number,
	) {}

	/** @param now Unix seconds */
	has(key: string, now: number): boolean {
		return now - (this.seenAt.get(key) ?? -Infinity) < this.lifetime;
	}

	/** Remembers a job from `now` on. If there is no room, the oldest job is dropped. */
	add(key: string, now: number): void {
		setNewest(this.seenAt, key, now, this.capacity);
	}
}
