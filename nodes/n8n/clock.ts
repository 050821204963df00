import { sleep } from 'n8n-workflow';

import type { Clock } from '../client/runtime';

/** Longest slice of a pause: n8n's `sleep` cannot be ended early. */
const SLICE_MS = 200;

/** The time of day (epoch ms) when `performance.now()` was 0. */
const ORIGIN_MS = Date.now() - performance.now();

/** Monotonic time: a change of the machine's clock does not affect pauses. */
export const clock: Clock = {
	now: () => Math.floor(ORIGIN_MS + performance.now()),
	sleep: pause,
	random: () => Math.random(),
};

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = end - performance.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}
