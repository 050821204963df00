import type { Answer } from '../errors';
import type { Runtime } from '../runtime';

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
