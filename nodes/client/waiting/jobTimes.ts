import type { Limits } from '../limits';
import type { Duration } from './forecast';

type Bounds = Pick<Limits['waiting'], 'rememberedJobs' | 'rememberedKeys' | 'rememberedMs'>;

/** By API key and address, as their hash; those used last come last. Times are epoch milliseconds. */
const remembered = new Map<string, { at: number; durations: readonly Duration[] }>();

/** What earlier runs of this process have learned of the time that jobs take. */
export function recallDurations(key: string, now: number, bounds: Bounds): readonly Duration[] {
	const entry = remembered.get(key);
	if (!entry || now - entry.at > bounds.rememberedMs) return [];
	return entry.durations;
}

/** Keeps what a run has learned for the next ones. */
export function rememberDuration(
	key: string,
	duration: Duration,
	now: number,
	bounds: Bounds,
): void {
	const durations = [...recallDurations(key, now, bounds), duration].slice(-bounds.rememberedJobs);
	remembered.delete(key);
	remembered.set(key, { at: now, durations });
	for (const oldest of remembered.keys()) {
		if (remembered.size <= bounds.rememberedKeys) return;
		remembered.delete(oldest);
	}
}
