import { sleep } from 'n8n-workflow';

import type { Clock } from '../client/runtime';

/** n8n's `sleep` cannot be ended early, so a pause is made of slices no longer than this. */
const SLICE_MS = 200;

/** The time of this machine. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: pause,
	random: () => Math.random(),
};

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}
