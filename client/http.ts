import {
	type Answer,
	createNetworkFailure,
	fail,
	type Failure,
	isSuccess,
	readHost,
} from './failure';
import type { ByteStream, Clock, HttpResponse, Runtime, Slots } from './runtime';

/** What every request needs: a slot, a watch that limits its time, and a reader that limits the size of its answer. */

/**
 * Sends a request and reads its answer as text. The watch can end both. If the answer of a successful status is
 * incomplete, that is a failure. For other statuses an incomplete answer is acceptable: the status says enough.
 *
 * @param maxBytes longest answer, after decompression
 */
export async function sendRequest(
	watch: Watch,
	maxBytes: number,
	send: () => Promise<HttpResponse<ByteStream>>,
): Promise<Answer<HttpResponse>> {
	try {
		const response = await rejectOnAbort(watch.signal, send(), ({ body }) => body.destroy());
		const { text, failure } = await readText(response.body, maxBytes, watch);
		if (failure && isSuccess(response)) return fail(failure);
		return { ok: true, value: { ...response, body: text } };
	} catch (error) {
		return fail(watch.failure ?? createNetworkFailure(error));
	}
}

/** Reads a text of at most `maxBytes`. If the text is incomplete, `failure` says why. */
export async function readText(
	body: ByteStream,
	maxBytes: number,
	watch: Watch,
): Promise<{ text: string; failure?: Failure }> {
	const chunks: Buffer[] = [];
	let room = maxBytes;
	let failure: Failure | undefined;
	body.on('error', () => {});
	const removeListener = onAbort(watch.signal, () => {
		body.destroy(new Error('The answer was ended'));
	});
	try {
		for await (const chunk of body) {
			watch.record(0);
			chunks.push(chunk.subarray(0, room));
			room -= chunk.length;
			if (room >= 0) continue;
			failure = { kind: 'unreadable', reason: `it is longer than ${maxBytes} bytes` };
			break;
		}
	} catch (error) {
		failure = watch.failure ?? createNetworkFailure(error);
	} finally {
		removeListener();
		body.destroy();
	}
	return { text: Buffer.concat(chunks).toString(), failure };
}

/**
 * Limits how many callers run at the same time. Waiting callers run in order of arrival.
 * After an abort nobody waits: each caller continues at once and must check the signal first.
 */
export function createSlots(limit: number, signal?: AbortSignal): Slots {
	const waiting: Array<() => void> = [];
	let taken = 0;
	return async (work) => {
		taken += 1;
		if (taken > limit) await waitUnlessAborted(signal, (resolve) => waiting.push(resolve));
		try {
			return await work();
		} finally {
			taken -= 1;
			waiting.shift()?.();
		}
	};
}

/** Waits until `start` calls its resolve function, or until the signal is aborted. */
export async function waitUnlessAborted(
	signal: AbortSignal | undefined,
	start: (resolve: () => void) => unknown,
): Promise<void> {
	let removeListener: (() => void) | undefined;
	await new Promise<void>((resolve) => {
		removeListener = signal && onAbort(signal, resolve);
		start(resolve);
	});
	removeListener?.();
}

/**
 * The time limits (milliseconds) of a transfer that has moved so many bytes: the longest time without progress, and the
 * longest time in total.
 */
type Bounds = (bytes: number) => { silenceMs: number; totalMs?: number };

export interface Watch {
	/** Aborted when the transfer is over, or when a limit, `end` or the caller's signal ends it. */
	readonly signal: AbortSignal;
	/** Bytes of the document that have moved. */
	readonly bytes: number;
	/** Why a limit or `end` has ended the transfer; undefined otherwise, even if the caller's signal has ended it. */
	readonly failure?: Failure;
	/** The failure to report if a limit is reached now, such as that of a silent store; if absent, one of the network. */
	blamed?: Failure;
	/** Reports progress, with or without bytes of the document. */
	record(bytes: number): void;
	/** Ends the transfer. The first failure counts. */
	end(failure: Failure): void;
}

/** Runs a transfer under a watch once a slot for requests is free. A failure names the server of the address. */
export async function transferInSlot<T>(
	runtime: Runtime,
	url: string,
	signal: AbortSignal | undefined,
	getBounds: Bounds,
	transfer: (watch: Watch) => Promise<Answer<T>>,
): Promise<Answer<T>> {
	const answer = await runtime.slots.requests(
		async () => await runUnderWatch(runtime, signal, getBounds, transfer),
	);
	return answer.ok ? answer : { ...answer, server: readHost(url, runtime.secrets) };
}

/**
 * Runs a transfer under a watch, which ends it when it takes too long. When the transfer is over or ended, the watch's
 * signal is aborted, which ends everything that the transfer has begun. n8n's HTTP client has no timeout for sending a
 * streamed body, and none for receiving one when redirects are off.
 */
export async function runUnderWatch<T>(
	clock: Clock,
	signal: AbortSignal | undefined,
	getBounds: Bounds,
	transfer: (watch: Watch) => Promise<T>,
): Promise<T> {
	// Not `AbortSignal.any`: Node.js would keep such a signal and its listeners in memory as long as the caller's signal.
	const ended = new AbortController();
	const began = clock.now();
	let lastMove = began;
	const watch: { -readonly [Key in keyof Watch]: Watch[Key] } = {
		signal: ended.signal,
		bytes: 0,
		record: (bytes) => {
			watch.bytes += bytes;
			lastMove = clock.now();
		},
		end: (failure) => {
			if (!ended.signal.aborted) watch.failure = failure;
			ended.abort();
		},
	};
	const endLate = (code: string) => watch.end(watch.blamed ?? { kind: 'network', code });
	const watchUntilOver = async () => {
		while (!ended.signal.aborted) {
			const { silenceMs, totalMs = Infinity } = getBounds(watch.bytes);
			const left = began + totalMs - clock.now();
			if (clock.now() - lastMove >= silenceMs) endLate('STALLED');
			else if (left <= 0) endLate('TOO_SLOW');
			// The limit may be less than 1 ms away, which the clock cannot measure.
			else await clock.sleep(Math.max(1, Math.min(silenceMs / 10, left)), ended.signal);
		}
	};
	const removeListener = signal && onAbort(signal, () => ended.abort(signal.reason));
	void watchUntilOver();
	try {
		return await transfer(watch);
	} finally {
		ended.abort();
		removeListener?.();
	}
}

/** By signal: the functions that its one listener calls. Node.js warns when a signal has more than ten listeners. */
const sharedListeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when the signal is aborted, or at once if it already is.
 *
 * @returns a function that removes the listener
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
	if (signal.aborted) {
		listener();
		return () => {};
	}
	const listeners = sharedListeners.get(signal) ?? shareListener(signal);
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** A separate function, so that the signal's listener keeps nothing else alive. */
function shareListener(signal: AbortSignal): Set<() => void> {
	const listeners = new Set<() => void>();
	signal.addEventListener('abort', () => listeners.forEach((each) => each()), { once: true });
	sharedListeners.set(signal, listeners);
	return listeners;
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
		const removeListener = onAbort(signal, () => {
			reject(Object.assign(new Error('The request was ended'), { code: 'ERR_CANCELED' }));
			work.then(discard, () => {});
		});
		work.then(resolve, reject).finally(removeListener);
	});
}
