import { setTimeout as sleep } from 'node:timers/promises';

/** How long and how often to ask, in milliseconds, and what is said when time is up. */
export interface Patience {
	readonly what: string;
	readonly within?: number;
	readonly every?: number;
}

/**
 * Asks again until the answer is neither `undefined` nor `false`: for states that n8n lets nobody
 * subscribe to.
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
