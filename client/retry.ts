import { chooseCode, type CommonFacts, TagPdfError, throwIfStopped } from './errors';
import {
	type Answer,
	API_CALLS,
	type Failure,
	JOB_CALLS,
	mayHaveTakenEffect,
	type RequestName,
} from './failure';
import { type Limits, recallByKey } from './limits';
import type { Runtime } from './runtime';

/** How a request is repeated: the table of failures, the rate gate of an API key, the loop, and its clock. */

/** How the client reacts to a failure. */
export type Remedy =
	/** The same again after a pause. */
	| 'retry'
	/** Hold every request of this API key until the rate window resets. */
	| 'waitForWindow'
	/** The service may need more time: ask again for a limited time. */
	| 'askAgain'
	/** The presigned address has expired: get a new one, once. */
	| 'renew'
	| 'none';

/** Codes of transient failures, damaged compression included. All others (TLS, blocked addresses) are permanent. */
const TRANSIENT_CODES =
	/^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_NETWORK|ERR_BAD_RESPONSE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+|Z_\w+|ERR__ERROR_\w+|ZSTD_\w+|STALLED|TOO_SLOW|TRUNCATED)$/;

const PRESIGNED_REQUESTS: readonly RequestName[] = ['store', 'download'];

/**
 * The retry table. Every request may be repeated safely: GET changes nothing, an upload is free,
 * a document is stored under a fresh presigned POST, and a submission carries its
 * `Idempotency-Key` ("a repeat with the same key never charges twice", interface 4.3).
 *
 * | failure                                      | request          | remedy        |
 * |----------------------------------------------|------------------|---------------|
 * | transient network failure                    | all              | retry         |
 * | answer with an unexpected body               | fetchSource      | none          |
 * | answer with an unexpected body               | all others       | retry         |
 * | document that cannot be read                 | all              | none          |
 * | unsafe address in an answer                  | all              | none          |
 * | file beyond the size limit                   | all              | none          |
 * | 408, 5xx except 501                          | all              | retry         |
 * | 429                                          | API calls        | waitForWindow |
 * | 429                                          | all others       | retry         |
 * | 400 RequestTimeout (S3)                      | store, download  | retry         |
 * | 403                                          | store, download  | renew         |
 * | 404                                          | download         | renew         |
 * | 409                                          | submitJob        | askAgain      |
 * | 409 (asked only after the job is completed)  | getResult        | retry         |
 * | 404, for a job that is known to exist        | getJob/getResult | askAgain      |
 * | 400, 401, 402, 403, 404, 3xx, other          | all others       | none          |
 *
 * @param jobExists whether the service has confirmed that the request's job exists
 */
export function chooseRemedy(request: RequestName, failure: Failure, jobExists = false): Remedy {
	if (failure.kind === 'network') return TRANSIENT_CODES.test(failure.code) ? 'retry' : 'none';
	if (failure.kind === 'unreadable') return request === 'fetchSource' ? 'none' : 'retry';
	if (failure.kind !== 'status') return 'none';

	const { statusCode, type } = failure;
	const presigned = PRESIGNED_REQUESTS.includes(request);
	if (statusCode === 408 || (statusCode >= 500 && statusCode !== 501)) return 'retry';
	if (statusCode === 429) return API_CALLS.includes(request) ? 'waitForWindow' : 'retry';
	if (statusCode === 403 && presigned) return 'renew';
	if (statusCode === 404 && request === 'download') return 'renew';
	if (statusCode === 400 && presigned && type === 'RequestTimeout') return 'retry';
	if (statusCode === 409 && request === 'submitJob') return 'askAgain';
	if (statusCode === 409 && request === 'getResult') return 'retry';
	if (statusCode === 404 && JOB_CALLS.includes(request) && jobExists) return 'askAgain';
	return 'none';
}

/**
 * Whether a transfer returned unusable data. Each of these tries takes its full time, and a partial
 * download remains in the store, so their number is always limited.
 */
export function wasUseless(request: RequestName, failure: Failure): boolean {
	if (request === 'store') return failure.kind === 'unreadable';
	if (request !== 'download') return false;
	if (failure.kind === 'unreadable') return true;
	return failure.kind === 'network' && (failure.kept === true || failure.code === 'TRUNCATED');
}

/**
 * Pause before try number `attempt + 1`. It doubles from `backoffBaseMs` up to `backoffMaxMs`. Its upper half is random,
 * so that many documents do not retry at the same moment.
 *
 * @param attempt tries made so far, from 1
 * @param random a number in [0, 1)
 * @returns whole milliseconds in (maxPause / 2, maxPause]
 */
export function computeBackoffMs(
	attempt: number,
	random: number,
	{ backoffBaseMs, backoffMaxMs }: Pick<Limits['retry'], 'backoffBaseMs' | 'backoffMaxMs'>,
): number {
	const longest = Math.min(backoffMaxMs, backoffBaseMs * 2 ** (attempt - 1));
	return Math.ceil(longest / 2 + (longest / 2) * random);
}

/**
 * Reads a `Retry-After` header: whole seconds (interface 7), or an HTTP date (proxies in front of a service
 * send it).
 *
 * @param value the header as received; any other form counts as absent
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait (0 for a date that has passed), or undefined when absent
 */
export function readRetryAfterMs(value: string | undefined, now: number): number | undefined {
	const text = value?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The only form that servers may send (RFC 9110, 5.6.7), e.g. `Thu, 01 Jan 2026 12:00:30 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Holds the requests of one API key while its rate window is exhausted (interface 7: 429 with seconds
 * until the window resets). One 429 pauses all documents in the process.
 */
export interface RateGate {
	/** No request is sent before this time (epoch ms). */
	closedUntil: number;
}

const gates = new Map<string, RateGate>();

/** The gate that all executions of this process share for one API key. */
export function getRateGate(key: string): RateGate {
	return recallByKey(gates, key, () => ({ closedUntil: 0 }));
}

/** A request and what decides how long it is retried, besides the limits. */
export interface Repetition {
	request: RequestName;
	/** Name of the server, for messages. */
	getServer: () => string;
	/** Ends the tries; checked before each one. */
	signal: AbortSignal | undefined;
	/** Pauses between two tries; by default until the time is over or the signal is aborted. */
	pause?: (ms: number) => Promise<void>;
	/** Each try waits until the gate is open. A 429 closes it. */
	gate?: RateGate;
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then (epoch ms) transient failures are retried in any case: the document is paid for. */
	retryUntil?: number;
	/** Whether the service has answered this execution before. If so, it may just be restarting. */
	hasAnswered?: () => boolean;
	/** Longest time to ask again, if it is less than the limit (milliseconds). */
	askAgainMs?: number;
	/** The request's job, and whether the service has confirmed that it exists. */
	job?: Pick<CommonFacts, 'jobId' | 'jobExists'>;
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
	const { gate, getServer, job, request, signal } = repetition;
	const { pause = async (ms: number) => await runtime.sleep(ms, signal) } = repetition;
	const facts = { ...job, request, tries: 0, jobMayExist: false };
	const patience = new Patience(runtime, repetition);
	for (;;) {
		throwIfStopped(signal, facts);
		const retryAfterMs = gate ? gate.closedUntil - runtime.now() : 0;
		if (retryAfterMs > 0) {
			if (!patience.lasts('waitForWindow', retryAfterMs))
				throw new TagPdfError('RATE_LIMITED', { ...facts, server: getServer(), retryAfterMs });
			await pause(retryAfterMs);
			continue;
		}
		const answer = await tryInSlot(runtime, repetition, attempt);
		if (!answer) continue;
		if (answer.ok) return answer.value;
		const { failure } = answer;
		facts.tries += 1;
		facts.jobMayExist ||= request === 'submitJob' && mayHaveTakenEffect(failure);
		throwIfStopped(signal, facts);
		const asked = failure.kind === 'status' ? failure.retryAfter : undefined;
		const askedMs = readRetryAfterMs(asked, runtime.now());
		const pauseMs = patience.choosePause(failure, facts.tries, askedMs);
		if (pauseMs === undefined) {
			const all = { ...facts, failure, server: getServer(), retryAfterMs: askedMs };
			throw new TagPdfError(chooseCode(request, failure), all);
		}
		const level = pauseMs > runtime.limits.retry.quietWaitMs ? 'info' : 'debug';
		runtime.log(level, `${request}: ${summarize(failure)}; trying again in ${pauseMs} ms`);
		const isRateLimited = failure.kind === 'status' && failure.statusCode === 429;
		if (gate && isRateLimited)
			gate.closedUntil = Math.max(gate.closedUntil, runtime.now() + pauseMs);
		else await pause(pauseMs);
	}
}

/**
 * Makes one try. A request with a gate waits for a free slot first.
 *
 * @returns undefined if it must not be sent any more: the window was closed, or the run ended
 */
async function tryInSlot<T>(
	runtime: Runtime,
	{ gate, signal }: Repetition,
	attempt: () => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
	if (!gate) return await attempt();
	return await runtime.slots.requests.run(async () => {
		const mayBeSent = gate.closedUntil <= runtime.now() && signal?.aborted !== true;
		return mayBeSent ? await attempt() : undefined;
	});
}

/**
 * How long a request is retried. Each remedy has one clock, which starts when the remedy is first needed:
 *
 * | remedy        | situation                                  | ends after          |
 * |---------------|--------------------------------------------|---------------------|
 * | retry         | the service has never answered             | `firstContactMs`    |
 * | retry         | it has answered, or says when to come back | `outageMs`          |
 * | waitForWindow |                                            | `rateLimitBudgetMs` |
 * | askAgain      |                                            | `askAgainBudgetMs`  |
 * | renew         |                                            | the first use       |
 *
 * A paid document is worth more: `retry` and `waitForWindow` last at least until `retryUntil`. A transfer that
 * returns unusable data ends after `uselessTries` in any case, and every remedy ends at the `deadline`.
 */
class Patience {
	/** When each remedy was first needed (epoch ms). */
	private readonly startedAt: Partial<Record<Remedy, number>> = {};
	private uselessTries = 0;
	/** The server has answered before, or has said when to come back. */
	private isKnown = false;

	constructor(
		private readonly runtime: Runtime,
		private readonly repetition: Repetition,
	) {}

	/**
	 * @param askedMs the pause that the server asks for
	 * @returns milliseconds until the next try, or undefined if there is none
	 */
	choosePause(failure: Failure, tries: number, askedMs: number | undefined): number | undefined {
		const { retry: limits } = this.runtime.limits;
		const { hasAnswered, job, request } = this.repetition;
		const remedy = chooseRemedy(request, failure, job?.jobExists);
		if (wasUseless(request, failure)) this.uselessTries += 1;
		if (remedy === 'none' || this.uselessTries >= limits.uselessTries) return undefined;
		if (remedy === 'renew' && this.startedAt.renew !== undefined) return undefined;

		this.isKnown ||= askedMs !== undefined || hasAnswered?.() === true;
		const backoff = computeBackoffMs(tries, this.runtime.random(), limits);
		const pause = {
			retry: Math.max(backoff, Math.min(askedMs ?? 0, limits.retryAfterMaxMs)),
			// "Retry-After: 0" would ask for a loop without a pause.
			waitForWindow: askedMs || backoff,
			askAgain: backoff,
			renew: 0,
		}[remedy];
		return this.lasts(remedy, pause) ? pause : undefined;
	}

	/** Whether there is time for this pause and another try. */
	lasts(remedy: Exclude<Remedy, 'none'>, pauseMs: number): boolean {
		const { firstContactMs, outageMs, ...limits } = this.runtime.limits.retry;
		const { askAgainMs = Infinity, deadline = Infinity, retryUntil = 0 } = this.repetition;
		const retryMs = this.isKnown ? outageMs : firstContactMs;
		const patienceMs = {
			retry: retryMs,
			waitForWindow: limits.rateLimitBudgetMs,
			askAgain: Math.min(limits.askAgainBudgetMs, askAgainMs),
			renew: retryMs,
		}[remedy];
		const now = this.runtime.now();
		const at = now + pauseMs;
		const end = (this.startedAt[remedy] ??= now) + patienceMs;
		const isPaid = (remedy === 'retry' || remedy === 'waitForWindow') && at < retryUntil;
		return at < deadline && (at <= end || isPaid);
	}
}

/** A failure in a few words: numbers, codes and the client's own reasons, nothing from outside. */
function summarize(failure: Failure): string {
	if (failure.kind === 'network') return failure.code;
	return failure.kind === 'status' ? `status ${failure.statusCode}` : failure.reason;
}
