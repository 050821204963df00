import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout and poll interval in milliseconds, and the text of the timeout error. */
export interface Patience {
	readonly what: string;
	readonly within?: number;
	readonly every?: number;
}

/**
 * Polls until the answer is neither `undefined` nor `false`, for states without a subscription in n8n.
 *
 * @throws Error naming `what` after `within` (default two minutes), or whatever `ask` throws.
 */
export async function until<T>(
	{ what, within = 120_000, every = 100 }: Patience,
	ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
	const deadline = Date.now() + within;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() > deadline) throw new Error(`Not within ${within / 1000} s: ${what}`);
		await sleep(every);
	}
}
