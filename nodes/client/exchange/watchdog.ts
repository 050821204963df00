import type { Failure } from '../errors';
import type { Clock } from '../runtime';

/** How long something may take, in milliseconds; asked anew at each look, so that both may grow. */
export interface Bounds {
	/** Without a sign of life. */
	silenceMs: () => number;
	/** In all. */
	totalMs?: () => number;
}

export interface Watch {
	/** Aborted when a bound is passed, or with the signal the watch was set with. */
	signal: AbortSignal;
	/** Tells that a byte has moved. */
	alive(): void;
	/** What the watch itself ended the transfer with. */
	failure(): Failure | undefined;
}

/** What a transfer ends with of which nothing has moved for too long … */
export const STALLED: Failure = { kind: 'network', code: 'STALLED' };
/** … or that would not end. */
export const TOO_SLOW: Failure = { kind: 'network', code: 'TOO_SLOW' };

/**
 * Runs a transfer under a watch that ends it when it takes too long. n8n's HTTP client has no
 * timeout of its own on a streamed body when redirects are off, and none on the sending of one.
 */
export async function underWatch<T>(
	clock: Clock,
	signal: AbortSignal | undefined,
	{ silenceMs, totalMs = () => Number.POSITIVE_INFINITY }: Bounds,
	transfer: (watch: Watch) => Promise<T>,
): Promise<T> {
	const over = new AbortController();
	const ended = new AbortController();
	const began = clock.now();
	let lastMove = began;
	let failure: Failure | undefined;

	const look = (): Failure | undefined => {
		if (clock.now() - lastMove >= silenceMs()) return STALLED;
		return clock.now() - began >= totalMs() ? TOO_SLOW : undefined;
	};
	const watch = async () => {
		while (!over.signal.aborted) {
			failure = look();
			if (failure) {
				ended.abort();
				return;
			}
			const left = began + totalMs() - clock.now();
			// A bound may be a fraction of a millisecond away, which no clock can tell.
			await clock.sleep(Math.max(1, Math.min(silenceMs() / 10, left)), over.signal);
		}
	};
	void watch();
	try {
		return await transfer({
			signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]),
			alive: () => {
				lastMove = clock.now();
			},
			failure: () => failure,
		});
	} finally {
		over.abort();
	}
}

/**
 * Leaves behind what cannot be ended: resolves and rejects as `work` does, but rejects as soon as
 * the signal is aborted.
 *
 * @param discard closes what `work` gives after that
 */
export async function unlessAborted<T>(
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
		const settled = () => signal.removeEventListener('abort', abort);
		work.then(resolve, reject).finally(settled);
	});
}
