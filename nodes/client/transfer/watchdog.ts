import type { Failure } from '../errors';
import type { Clock } from '../runtime';

export interface Watch {
	/** Aborted when nothing has moved for too long, or with the signal the watch was set with. */
	signal: AbortSignal;
	/** Tells that a byte has moved. */
	alive(): void;
	/** Whether the watch itself ended the transfer. */
	stalled(): boolean;
}

/** What a transfer ends with that its watch has ended. */
export const STALLED: Failure = { kind: 'network', code: 'STALLED' };

/**
 * Runs a transfer under a watch that ends it after `stallMs` without a sign of life. n8n's HTTP
 * client has no timeout of its own on a streamed body when redirects are off, and none on the
 * sending of one.
 */
export async function underWatch<T>(
	clock: Clock,
	signal: AbortSignal | undefined,
	stallMs: number,
	transfer: (watch: Watch) => Promise<T>,
): Promise<T> {
	const ended = new AbortController();
	const stall = new AbortController();
	let lastMove = clock.now();

	const watch = async () => {
		for (;;) {
			await clock.sleep(stallMs / 10, ended.signal);
			if (ended.signal.aborted) return;
			if (clock.now() - lastMove >= stallMs) {
				stall.abort();
				return;
			}
		}
	};
	void watch();
	try {
		return await transfer({
			signal: AbortSignal.any([stall.signal, ...(signal ? [signal] : [])]),
			alive: () => {
				lastMove = clock.now();
			},
			stalled: () => stall.signal.aborted,
		});
	} finally {
		ended.abort();
	}
}
