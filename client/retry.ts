import { chooseCode, type Facts, TagPdfError, throwIfStopped } from './errors';
import {
	type Answer,
	API_CALLS,
	type Failure,
	JOB_CALLS,
	mayHaveTakenEffect,
	readHost,
	type RequestName,
	REQUESTS,
} from './failure';
import type { Runtime } from './runtime';

/** How a request is repeated: the table of failures, what is known of an API key, the loop, and its patience. */

/** How the client reacts to a failure. */
export type Remedy =
	/** The same again after a pause, for a limited time. */
	| 'retry'
	/** Hold every request of this API key until the rate window resets. */
	| 'waitForWindow'
	/** The service may need more time, or another presigned address may help: a limited number of tries. */
	| 'askAgain'
	| 'none';

/** Codes of transient failures, damaged compression included. All others (TLS, blocked addresses) are permanent. */
const TRANSIENT_CODES =
	/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_NETWORK|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+|Z_\w+|ERR__ERROR_\w+|ZSTD_\w+|STALLED|TOO_SLOW|TRUNCATED)$/;

/** Each of their tries gets a new presigned address. */
const PRESIGNED_REQUESTS: readonly RequestName[] = ['store', 'download'];

/**
 * The retry table for statuses; the first row that fits counts, and all other statuses are final. Every request may
 * be repeated safely: GET changes nothing, an upload is free, a document is stored under a fresh presigned POST, and
 * a submission carries its `Idempotency-Key` ("a repeat with the same key never charges twice", interface 4.3).
 */
const STATUS_REMEDIES: Array<
	[fits: (statusCode: number) => boolean, requests: readonly RequestName[], remedy: Remedy]
> = [
	[(code) => code === 408 || (code >= 500 && code !== 501), REQUESTS, 'retry'],
	[(code) => code === 429, API_CALLS, 'waitForWindow'],
	[(code) => code === 429, REQUESTS, 'retry'],
	[(code) => code === 403, PRESIGNED_REQUESTS, 'askAgain'],
	// S3 answers it while it does not know a new bucket everywhere.
	[(code) => code === 307, ['store'], 'askAgain'],
	[(code) => code === 404, ['download'], 'askAgain'],
	[(code) => code === 409, ['submitJob'], 'askAgain'],
	// It is asked only after the job is completed.
	[(code) => code === 409, ['getResult'], 'retry'],
];

/** @param jobExists whether the service has confirmed that the request's job exists */
export function chooseRemedy(request: RequestName, failure: Failure, jobExists = false): Remedy {
	const isPresigned = PRESIGNED_REQUESTS.includes(request);
	if (failure.kind === 'network') {
		// Such a download took its full time, and a part of it remains in n8n's store.
		const wasUseless = failure.kept === true || failure.code === 'TRUNCATED';
		if (wasUseless && request === 'download') return 'askAgain';
		return TRANSIENT_CODES.test(failure.code) ? 'retry' : 'none';
	}
	if (failure.kind === 'unreadable' && request !== 'fetchSource')
		return isPresigned ? 'askAgain' : 'retry';
	if (failure.kind !== 'status') return 'none';

	const { statusCode, type } = failure;
	if (statusCode === 400 && type === 'RequestTimeout' && isPresigned) return 'retry';
	if (statusCode === 404 && JOB_CALLS.includes(request) && jobExists) return 'askAgain';
	const fits = ([isStatus, requests]: (typeof STATUS_REMEDIES)[number]) =>
		isStatus(statusCode) && requests.includes(request);
	return STATUS_REMEDIES.find(fits)?.[2] ?? 'none';
}

/** Reads a `Retry-After` header in whole seconds (interface 7); any other form counts as absent. */
export function readRetryAfterMs(value = ''): number | undefined {
	return /^\s*\d{1,9}\s*$/.test(value) ? Number(value) * 1000 : undefined;
}

/** What this process knows about an API key; all its executions share it. */
export interface KeyMemory {
	/**
	 * No request is sent before this time (epoch ms). A 429 pauses all documents: it names the seconds until the
	 * rate window resets (interface 7).
	 */
	closedUntil: number;
	/** The service has answered, so if it does not now, it may just be restarting. */
	hasAnswered: boolean;
}

/** Maximum number of API keys that are remembered. */
const MAX_KEYS = 100;

const memories = new Map<string, KeyMemory>();

/** The memory of an API key, by its hash; those of the keys that were used last are kept. */
export function getKeyMemory(keyHash: string): KeyMemory {
	const memory = memories.get(keyHash) ?? { closedUntil: 0, hasAnswered: false };
	memories.delete(keyHash);
	memories.set(keyHash, memory);
	const [oldest = ''] = memories.keys();
	if (memories.size > MAX_KEYS) memories.delete(oldest);
	return memory;
}

/** A request and what decides how long it is retried, besides the limits. */
export interface Repetition {
	request: RequestName;
	/** Ends the tries; checked before each one. */
	signal?: AbortSignal;
	/** Pauses between two tries; by default until the time is over or the signal is aborted. */
	pause?: (ms: number) => Promise<void>;
	/** For API calls. Each try waits until the rate window is open. */
	key?: KeyMemory;
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then (epoch ms) transient failures are retried in any case: the document is paid for. */
	retryUntil?: number;
	/** Maximum number of tries when asking again, if it is less than the limit. */
	askAgainTries?: number;
	/** The request's job, and whether the service has confirmed that it exists. */
	job?: Pick<Facts, 'jobId' | 'jobExists'>;
}

/**
 * Tries a request until it succeeds or there is no further try.
 *
 * @throws TagPdfError for the last failure, or `STOPPED` / `NOT_STARTED` when the signal is aborted
 */
export async function repeat<T>(
	runtime: Runtime,
	repetition: Repetition,
	attempt: () => Promise<Answer<T>>,
): Promise<T> {
	const { job, key, request, signal } = repetition;
	const { pause = async (ms: number) => await runtime.sleep(ms, signal) } = repetition;
	const facts = { ...job, request, tries: 0, jobMayExist: false };
	const patience = new Patience(runtime, repetition);
	for (;;) {
		throwIfStopped(signal, facts);
		const closedMs = key ? key.closedUntil - runtime.now() : 0;
		if (closedMs > 0) {
			if (patience.lasts('waitForWindow', closedMs)) {
				await pause(closedMs);
				continue;
			}
			const server = readHost(runtime.baseUrl);
			throw new TagPdfError('RATE_LIMITED', { ...facts, server, retryAfterMs: closedMs });
		}
		// An API call waits for a slot. Meanwhile, the window may close, or the run may end.
		const attemptIfOpen = async () =>
			key && (key.closedUntil > runtime.now() || signal?.aborted === true)
				? undefined
				: await attempt();
		const answer = await (key ? runtime.slots.requests(attemptIfOpen) : attempt());
		if (!answer) continue;
		if (answer.ok) return answer.value;
		const { failure, server = readHost(runtime.baseUrl) } = answer;
		facts.tries += 1;
		facts.jobMayExist ||= request === 'submitJob' && mayHaveTakenEffect(failure);
		throwIfStopped(signal, facts);
		const isRateLimited = failure.kind === 'status' && failure.statusCode === 429;
		const retryAfterMs = isRateLimited ? readRetryAfterMs(failure.retryAfter) : undefined;
		const pauseMs = patience.choosePause(failure, facts.tries, retryAfterMs);
		if (pauseMs === undefined) {
			const all = { ...facts, failure, server, retryAfterMs };
			throw new TagPdfError(chooseCode(request, failure), all);
		}
		const level = pauseMs > runtime.limits.retry.quietWaitMs ? 'info' : 'debug';
		runtime.log(level, `${request}: ${summarize(failure)}; trying again in ${pauseMs} ms`);
		if (key && isRateLimited) key.closedUntil = Math.max(key.closedUntil, runtime.now() + pauseMs);
		else await pause(pauseMs);
	}
}

/**
 * How long a request is tried again. Each remedy has a limit of its own, from when it was first needed. A paid
 * document is worth more: `retry` and `waitForWindow` last at least until `retryUntil`. Every remedy ends at the
 * `deadline`.
 */
class Patience {
	/** When each remedy was first needed (epoch ms). */
	private readonly startedAt: Partial<Record<Remedy, number>> = {};
	private askedAgain = 0;

	constructor(
		private readonly runtime: Runtime,
		private readonly repetition: Repetition,
	) {}

	/**
	 * @param retryAfterMs the pause that the service asks for
	 * @returns milliseconds until the next try, or undefined if there is none
	 */
	choosePause(failure: Failure, tries: number, retryAfterMs = 0): number | undefined {
		const { limits } = this.runtime;
		const { askAgainTries = limits.retry.askAgainTries, job, request } = this.repetition;
		const remedy = chooseRemedy(request, failure, job?.jobExists);
		if (remedy === 'none') return undefined;
		if (remedy === 'askAgain') this.askedAgain += 1;
		if (this.askedAgain >= askAgainTries) return undefined;
		const count = remedy === 'askAgain' ? this.askedAgain : tries;
		const { backoffBaseMs, backoffMaxMs } = limits.retry;
		const longest = Math.min(backoffMaxMs, backoffBaseMs * 2 ** (count - 1));
		// Half of it is random, so that many documents do not retry at the same moment.
		const backoffMs = Math.ceil(longest / 2 + (longest / 2) * this.runtime.random());
		// "Retry-After: 0" would ask for a loop without a pause.
		const pauseMs = (remedy === 'waitForWindow' && retryAfterMs) || backoffMs;
		return this.lasts(remedy, pauseMs) ? pauseMs : undefined;
	}

	/** Whether there is time for this pause and another try. */
	lasts(remedy: Exclude<Remedy, 'none'>, pauseMs: number): boolean {
		const { firstContactMs, outageMs, rateLimitBudgetMs } = this.runtime.limits.retry;
		const { deadline = Infinity, key, request, retryUntil = 0 } = this.repetition;
		// Storage is known by the service's answer.
		const isKnown = request !== 'fetchSource' && key?.hasAnswered !== false;
		const patienceMs = {
			retry: isKnown ? outageMs : firstContactMs,
			waitForWindow: rateLimitBudgetMs,
			askAgain: Infinity,
		}[remedy];
		const now = this.runtime.now();
		const at = now + pauseMs;
		const end = (this.startedAt[remedy] ??= now) + patienceMs;
		return at < deadline && (at <= end || at < retryUntil);
	}
}

/** A failure in a few words: numbers, codes and the client's own reasons, nothing from outside. */
function summarize(failure: Failure): string {
	if (failure.kind === 'network') return failure.code;
	return failure.kind === 'status' ? `status ${failure.statusCode}` : failure.reason;
}
