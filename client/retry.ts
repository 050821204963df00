import { chooseCode, type Facts, TagPdfError, throwIfStopped } from './errors';
import {
	type Answer,
	type Failure,
	mayHaveTakenEffect,
	readHost,
	type RequestName,
} from './failure';
import type { ApiKeyMemory } from './rateWindow';
import { chooseRemedy, type Remedy } from './remedies';
import type { Runtime } from './runtime';

/** Reads a `Retry-After` header in whole seconds (interface 7); any other form counts as absent. */
export function readRetryAfterMs(value = ''): number | undefined {
	return /^\s*\d{1,9}\s*$/.test(value) ? Number(value) * 1000 : undefined;
}

/** A request and what decides how long it is retried, besides the limits. */
export interface Repetition {
	request: RequestName;
	/** Ends the tries; checked before each one. */
	signal?: AbortSignal;
	/** Pauses between two tries; by default until the time is over or the signal is aborted. */
	pause?: (ms: number) => Promise<void>;
	/** For API calls. Each try waits until the rate window of the API key is open. */
	apiKey?: ApiKeyMemory;
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then (epoch ms) transient failures are retried in any case: the document is paid for. */
	retryUntil?: number;
	/** Maximum number of tries that fail with the remedy `askAgain`; by default that of the limits. */
	askAgainTries?: number;
	/** The same for a job, result or upload that is not found. */
	missingTries?: number;
	/** The request's job, and whether the service has confirmed that it exists. */
	job?: Pick<Facts, 'jobId' | 'jobExists'>;
	/** The job or the upload may have been made just now, so that the service does not show it yet. */
	mayBeNew?: boolean;
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
	const { apiKey, job, request, signal } = repetition;
	const { pause = async (ms: number) => await runtime.sleep(ms, signal) } = repetition;
	const facts = { ...job, request, tries: 0, jobMayExist: false };
	const patience = new Patience(runtime, repetition);
	const getClosedMs = () => apiKey?.rateWindow.openIn(runtime.now()) ?? 0;
	for (;;) {
		throwIfStopped(signal, facts);
		const closedMs = getClosedMs();
		if (closedMs > 0) {
			patience.begin('waitForWindow');
			if (!patience.lasts('waitForWindow', closedMs)) {
				const server = readHost(runtime.baseUrl);
				throw new TagPdfError('RATE_LIMITED', { ...facts, server, retryAfterMs: closedMs });
			}
			await pause(closedMs);
			continue;
		}
		// An API call waits for a slot. Meanwhile, the window may close, or the run may end.
		const attemptIfOpen = async () =>
			getClosedMs() > 0 || signal?.aborted === true ? undefined : await attempt();
		const answer = await (apiKey ? runtime.slots.requests(attemptIfOpen) : attempt());
		if (!answer) continue;
		if (answer.ok) return answer.value;
		const { failure, request: failed = request, server = readHost(runtime.baseUrl) } = answer;
		facts.tries += 1;
		facts.jobMayExist ||= request === 'submitJob' && mayHaveTakenEffect(failure);
		const isRateLimited = failure.kind === 'status' && failure.statusCode === 429;
		const retryAfterMs = isRateLimited ? readRetryAfterMs(failure.retryAfter) : undefined;
		const pauseMs = patience.choosePause(failed, failure, facts.tries, retryAfterMs);
		// The window is closed at once, even if this request is not tried again: other requests would be refused, too.
		const isClosed = apiKey !== undefined && isRateLimited;
		if (isClosed) apiKey.rateWindow.close(pauseMs ?? retryAfterMs ?? 0, runtime.now());
		throwIfStopped(signal, facts);
		if (pauseMs === undefined) {
			const code = chooseCode(failed, failure, job?.jobExists);
			throw new TagPdfError(code, { ...facts, request: failed, failure, server, retryAfterMs });
		}
		const level = pauseMs > runtime.limits.retry.quietWaitMs ? 'info' : 'debug';
		runtime.log(level, `${failed}: ${summarize(failure)}; trying again in ${pauseMs} ms`);
		if (!isClosed) await pause(pauseMs);
	}
}

/**
 * Decides how long a request is tried again. Each remedy has its own limit, which begins when the remedy is first
 * needed. For a paid document, `retry` and `waitForWindow` last at least until `retryUntil`. Every remedy ends at the
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
	 * Records a failure.
	 *
	 * @param retryAfterMs the pause that the service asks for
	 * @returns milliseconds until the next try, or undefined if there is none
	 */
	choosePause(
		request: RequestName,
		failure: Failure,
		tries: number,
		retryAfterMs = 0,
	): number | undefined {
		const { limits } = this.runtime;
		const { job, mayBeNew = false } = this.repetition;
		const { askAgainTries = limits.retry.askAgainTries } = this.repetition;
		const { missingTries = mayBeNew ? limits.retry.newJobTries : askAgainTries } = this.repetition;
		const isMissing = failure.kind === 'status' && [400, 404].includes(failure.statusCode);
		const remedy = chooseRemedy(request, failure, job?.jobExists === true || mayBeNew);
		if (remedy === 'none') return undefined;
		this.begin(remedy);
		if (remedy === 'askAgain') this.askedAgain += 1;
		if (this.askedAgain >= (isMissing ? missingTries : askAgainTries)) return undefined;
		const count = remedy === 'askAgain' ? this.askedAgain : tries;
		const { backoffBaseMs, backoffMaxMs } = limits.retry;
		const longest = Math.min(backoffMaxMs, backoffBaseMs * 2 ** (count - 1));
		// Half of it is random, so that many documents do not retry at the same moment.
		const backoffMs = Math.ceil(longest / 2 + (longest / 2) * this.runtime.random());
		// "Retry-After: 0" would ask for a loop without a pause.
		const pauseMs = (remedy === 'waitForWindow' && retryAfterMs) || backoffMs;
		return this.lasts(remedy, pauseMs) ? pauseMs : undefined;
	}

	/** Starts the time of a remedy that was not needed before. */
	begin(remedy: Exclude<Remedy, 'none'>): void {
		this.startedAt[remedy] ??= this.runtime.now();
	}

	/** Whether there is time for this pause and another try. */
	lasts(remedy: Exclude<Remedy, 'none'>, pauseMs: number): boolean {
		const { firstContactMs, outageMs, rateLimitBudgetMs } = this.runtime.limits.retry;
		const { apiKey, deadline = Infinity, request, retryUntil = 0 } = this.repetition;
		// Storage counts as known, because the service has named its address in an answer.
		const isKnown = request !== 'fetchSource' && apiKey?.isReachable !== false;
		const patienceMs = {
			retry: isKnown ? outageMs : firstContactMs,
			waitForWindow: rateLimitBudgetMs,
			askAgain: Infinity,
		}[remedy];
		const now = this.runtime.now();
		const at = now + pauseMs;
		const end = (this.startedAt[remedy] ?? now) + patienceMs;
		return at < deadline && (at <= end || at < retryUntil);
	}
}

/** A failure in a few words: numbers, codes and the client's own reasons, nothing from outside. */
function summarize(failure: Failure): string {
	if (failure.kind === 'network') return failure.code;
	return failure.kind === 'status' ? `status ${failure.statusCode}` : failure.reason;
}
