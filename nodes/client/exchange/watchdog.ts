import type { Failure } from '../errors';
import type { Clock } from '../runtime';

/** Time limits in milliseconds. They are functions because limits may grow during a transfer. */
export interface Bounds {
	/** Longest time without progress. */
	getMaxSilenceMs: () => number;
	/** Longest time in total. */
	getMaxTotalMs?: () => number;
}

export interface Watch {
	/** Aborted when a limit is exceeded, or together with the caller's signal. */
	signal: AbortSignal;
	/** Reports progress. */
	keepAlive(): void;
	/** Why the watch ended the transfer; undefined if it did not. */
	getFailure(): Failure | undefined;
}

/** Failure of a transfer that made no progress for too long. */
export const STALL_FAILURE: Failure = { kind: 'network', code: 'STALLED' };
/** Failure of a transfer that took too long in total. */
export const SLOW_FAILURE: Failure = { kind: 'network', code: 'TOO_SLOW' };

/**
 * Runs a transfer under a watch that ends it when it takes too long. n8n's HTTP client has no timeout for
 * sending a streamed body, and none for receiving one when redirects are off.
 */
export async function runUnderWatch<T>(
	clock: Clock,
	signal: AbortSignal | undefined,
	{ getMaxSilenceMs, getMaxTotalMs = () => Number.POSITIVE_INFINITY }: Bounds,
	transfer: (watch: Watch) => Promise<T>,
): Promise<T> {
	const over = new AbortController();
	const ended = new AbortController();
	const began = clock.now();
	let lastMove = began;
	let failure: Failure | undefined;

	const findFailure = (): Failure | undefined => {
		if (clock.now() - lastMove >= getMaxSilenceMs()) return STALL_FAILURE;
		return clock.now() - began >= getMaxTotalMs() ? SLOW_FAILURE : undefined;
	};
	const watch = async () => {
		while (!over.signal.aborted) {
			failure = findFailure();
			if (failure) {
				ended.abort();
				return;
			}
			const left = began + getMaxTotalMs() - clock.now();
			// The limit may be less than 1 ms away, which the clock cannot measure.
			await clock.sleep(Math.max(1, Math.min(getMaxSilenceMs() / 10, left)), over.signal);
		}
	};
	void watch();
	try {
		return await transfer({
			signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]),
			keepAlive: () => {
				lastMove = clock.now();
			},
			getFailure: () => failure,
		});
	} finally {
		over.abort();
	}
}

/**
 * Settles as `work` does, but rejects as soon as the signal is aborted. `work` itself cannot be ended and
 * continues.
 *
 * @param discard closes the value if `work` resolves after the abort
 */
export async function rejectOnAbort<T>(
	signal: AbortSignal,
	work: Promise<T>,
	discard: (late: T) => void,
): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const abort = () => {
			reject(Object.assign(new Error('The request was ended'), { code: 'ERR_CANCELED' }));
			work.then(discard, () => {});
		};
		signal.addEventListener('abort', abort, { once: true });
		if (signal.aborted) abort();
		const removeListener = () => signal.removeEventListener('abort', abort);
		work.then(resolve, reject).finally(removeListener);
	});
}
