import { Hash } from 'crypto';

import { type Answer, createNetworkFailure, type Failure, isSuccess } from './failure';
import type { ByteStream, Clock, HttpResponse, Runtime, Slots } from './runtime';

/**
 * Sends a request and reads its answer as text. The watch ends both. An interrupted success is a failure.
 * For other statuses, an incomplete body is acceptable: the status says enough.
 *
 * @param maxBytes of the answer, after decompression
 */
export async function sendRequest(
	watch: Watch,
	maxBytes: number,
	send: () => Promise<HttpResponse<ByteStream>>,
): Promise<Answer<HttpResponse>> {
	try {
		const response = await rejectOnAbort(watch.signal, send(), ({ body }) => body.destroy());
		const { text, failure } = await readText(response.body, maxBytes, watch);
		return failure && isSuccess(response)
			? { ok: false, failure }
			: { ok: true, value: { ...response, body: text } };
	} catch (error) {
		return { ok: false, failure: watch.getFailure() ?? createNetworkFailure(error) };
	}
}

/** Reads a text up to a number of bytes. If it is incomplete, the result has the failure. */
export async function readText(
	body: ByteStream,
	maxBytes: number,
	watch: Watch,
): Promise<{ text: string; failure?: Failure }> {
	const chunks: Buffer[] = [];
	let room = maxBytes;
	let failure: Failure | undefined;
	const end = () => void body.destroy(new Error('The answer was ended'));
	body.on('error', () => {});
	watch.signal.addEventListener('abort', end, { once: true });
	if (watch.signal.aborted) end();
	try {
		for await (const chunk of body) {
			watch.keepAlive();
			chunks.push(chunk.subarray(0, room));
			room -= chunk.length;
			if (room >= 0) continue;
			failure = { kind: 'unreadable', reason: `it is longer than ${maxBytes} bytes` };
			break;
		}
	} catch (error) {
		failure = watch.getFailure() ?? createNetworkFailure(error);
	} finally {
		watch.signal.removeEventListener('abort', end);
		body.destroy();
	}
	return { text: Buffer.concat(chunks).toString(), failure };
}

/**
 * Limits how many callers run at the same time. Waiting callers run in order of arrival, urgent ones first.
 * After an abort nobody waits: each caller continues at once and must check the signal first.
 */
export function createSlots(limit: number, signal?: AbortSignal): Slots {
	const urgent: Array<() => void> = [];
	const others: Array<() => void> = [];
	let taken = 0;

	const waitForTurn = async (isUrgent: boolean): Promise<void> => {
		if (taken <= limit || signal?.aborted === true) return;
		let stopListening: (() => void) | undefined;
		await new Promise<void>((resolve) => {
			(isUrgent ? urgent : others).push(resolve);
			stopListening = signal && onAbort(signal, resolve);
		});
		stopListening?.();
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
	// Not `AbortSignal.any`: Node.js keeps such a signal, and all that listens to it, as long as the caller's.
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
	const stopListening = signal && onAbort(signal, () => ended.abort(signal.reason));
	void watch();
	try {
		return await transfer({
			signal: ended.signal,
			keepAlive: () => {
				lastMove = clock.now();
			},
			getFailure: () => failure,
		});
	} finally {
		over.abort();
		stopListening?.();
	}
}

/** Listeners that share one listener of a signal: Node.js warns when a signal has more than ten. */
interface SharedListener {
	listeners: Set<() => void>;
	callAll: () => void;
}

const sharedListeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls `listener` when the signal is aborted, or at once if it already is.
 *
 * @returns a function that removes the listener
 */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
	if (signal.aborted) {
		listener();
		return () => {};
	}
	const { listeners, callAll } = shareListener(signal);
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		signal.removeEventListener('abort', callAll);
		sharedListeners.delete(signal);
	};
}

function shareListener(signal: AbortSignal): SharedListener {
	const existing = sharedListeners.get(signal);
	if (existing) return existing;
	const listeners = new Set<() => void>();
	const callAll = () => {
		for (const listener of listeners) listener();
	};
	signal.addEventListener('abort', callAll, { once: true });
	const shared = { listeners, callAll };
	sharedListeners.set(signal, shared);
	return shared;
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

/**
 * A stream of these chunks, with back-pressure. n8n does not let verified nodes import `stream`
 * (docs/releasing.md), but `crypto.Hash` extends `stream.Transform` and so has `Readable.from`.
 *
 * Errors reach the reader. The listener keeps errors before the first or after the last read from ending Node.
 */
export function createStream(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}
