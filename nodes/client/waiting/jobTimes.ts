import type { Limits } from '../limits';
import { setNewest } from '../setNewest';
import type { Duration } from './forecast';

type Bounds = Pick<Limits['waiting'], 'rememberedJobs' | 'rememberedKeys' | 'rememberedMs'>;

/** By the hash of API key and address, the latest used last. Times are epoch milliseconds. */
const durationsByKey = new Map<string, { at: number; durations: readonly Duration[] }>();

/** Durations of jobs that earlier runs of this process have learned. */
export function recallDurations(key: string, now: number, bounds: Bounds): readonly Duration[] {
	const entry = durationsByKey.get(key);
	if (!entry || now - entry.at > bounds.rememberedMs) return [];
	return entry.durations;
}

/** Keeps a duration for later runs. */
export function rememberDuration(
	key: string,
	duration: Duration,
	now: number,
	bounds: Bounds,
): void {
	const durations = [...recallDurations(key, now, bounds), duration].slice(-bounds.rememberedJobs);
	setNewest(durationsByKey, key, { at: now, durations }, bounds.rememberedKeys);
}
