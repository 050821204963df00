import type { Answer } from '../errors';
import type { Runtime, Slots } from '../runtime';

/**
 * Limits how many callers run at the same time. Waiting callers run in order of arrival, urgent ones first.
 * After an abort nobody waits: each caller continues at once and must check the signal first.
 *
 * @param signal gets one listener, however many callers wait
 */
export function createSlots(limit: number, signal?: AbortSignal): Slots {
	const urgent: Array<() => void> = [];
	const others: Array<() => void> = [];
	let taken = 0;

	signal?.addEventListener(
		'abort',
		() => {
			for (const go of [...urgent.splice(0), ...others.splice(0)]) go();
		},
		{ once: true },
	);
	const waitForTurn = async (isUrgent: boolean): Promise<void> => {
		if (taken <= limit || signal?.aborted === true) return;
		await new Promise<void>((resolve) => (isUrgent ? urgent : others).push(resolve));
	};
	return {
		run: async (work, isUrgent = false) => {
			taken += 1;
			await waitForTurn(isUrgent);
			try {
				return await work();
			} finally {
				taken -= 1;
				(urgent.shift() ?? others.shift())?.();
			}
		},
	};
}

/**
 * Sends a request once a slot is free. A request that is stopped while it waits is not sent. Timeouts
 * start in `send`, after the wait.
 */
export async function sendInSlot<T>(
	{ slots }: Pick<Runtime, 'slots'>,
	signal: AbortSignal | undefined,
	send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
	return await slots.requests.run(async () =>
		signal?.aborted === true
			? { ok: false, failure: { kind: 'network', code: 'ERR_CANCELED' } }
			: await send(),
	);
}
