import type { Answer } from '../errors';
import type { Runtime } from '../runtime';

/**
 * Sends a request once there is room for it among those under way. One that was stopped while it
 * waited for that is not sent. Whatever bounds its time begins in `send`.
 */
export async function admitted<T>(
	{ slots }: Pick<Runtime, 'slots'>,
	signal: AbortSignal | undefined,
	send: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
	return await slots.requests.through(async () =>
		signal?.aborted === true
			? { ok: false, failure: { kind: 'network', code: 'ERR_CANCELED' } }
			: await send(),
	);
}
