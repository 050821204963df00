import type { Failure, RequestName } from '../errors';
import type { Limits } from '../limits';
import { backoffMs, retryAfterMs } from './pauses';
import { cameToNothing, remedyFor } from './policy';

const FREE: readonly RequestName[] = ['fetchSource', 'getAccount', 'createUpload', 'store'];

/** Requests of a document that has no job yet. */
const BEFORE_JOB: readonly RequestName[] = ['getAccount', 'createUpload', 'store', 'submitJob'];

/** Facts that decide how long one request is retried, besides the limits. */
export interface Circumstances {
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then (epoch ms) transient failures are retried without limit; afterwards the limits apply. */
	patientUntil?: number;
	/** Whether the service has answered this execution before. If so, it may just be restarting. */
	hasAnswered?: () => boolean;
	/** The service has confirmed that the request's job exists. */
	jobExists?: boolean;
}

/**
 * Decides after each failure of a request how long to pause, or to give up. Limits apply to the number of
 * tries, and to the time for rate windows and for asking again. There may be a deadline, too.
 */
export class Patience {
	private tries = 0;
	private failedAt?: number;
	/** Tries that returned unusable data. Their number is always limited. */
	private inVain = 0;
	private rateLimits = 0;
	/** When the request first had to wait for a rate window, even if another request got the 429. */
	private rateLimitedAt?: number;
	private askedAgain = 0;
	private askedAgainMs = 0;
	private renewed = false;

	constructor(
		private readonly request: RequestName,
		private readonly limits: Limits['retry'],
		private readonly circumstances: Circumstances = {},
	) {}

	/**
	 * @param now milliseconds since the epoch
	 * @param random a number in [0, 1)
	 * @returns milliseconds to pause before the next try, or undefined when there is none
	 */
	pauseAfter(failure: Failure, now: number, random: number): number | undefined {
		const asked = failure.kind === 'status' ? retryAfterMs(failure.retryAfter, now) : undefined;
		const { deadline = Number.POSITIVE_INFINITY } = this.circumstances;
		this.failedAt ??= now;
		if (cameToNothing(this.request, failure)) this.inVain += 1;
		const pause = this.pause(failure, now, random, asked);
		return pause !== undefined && now + pause < deadline ? pause : undefined;
	}

	/** Whether the request waits for a rate window that resets after `pauseMs`. */
	waitsForWindow(pauseMs: number, now: number): boolean {
		const { deadline = Number.POSITIVE_INFINITY, patientUntil = 0 } = this.circumstances;
		this.rateLimitedAt ??= now;
		const resetsAt = now + pauseMs;
		const isInBudget = resetsAt <= this.rateLimitedAt + this.limits.rateLimitBudgetMs;
		return resetsAt < deadline && (isInBudget || resetsAt < patientUntil);
	}

	private pause(
		failure: Failure,
		now: number,
		random: number,
		asked: number | undefined,
	): number | undefined {
		switch (remedyFor(this.request, failure, this.circumstances.jobExists)) {
			case 'retry':
				return this.pauseForRetry(now, random, asked ?? 0);
			case 'waitForWindow':
				return this.pauseForWindow(now, random, asked);
			case 'askAgain':
				return this.pauseToAskAgain(random);
			case 'renew':
				if (this.renewed) return undefined;
				this.renewed = true;
				return 0;
			case 'none':
				return undefined;
		}
	}

	private pauseForRetry(now: number, random: number, asked: number): number | undefined {
		const { triesBeforePayment, triesAfterPayment, retryAfterMaxMs } = this.limits;
		this.tries += 1;
		const tries = FREE.includes(this.request) ? triesBeforePayment : triesAfterPayment;
		const pause = Math.max(this.backoff(this.tries, random), Math.min(asked, retryAfterMaxMs));
		const spent = now + pause < this.patientUntil(now) ? this.inVain : this.tries;
		return spent < tries ? pause : undefined;
	}

	private patientUntil(now: number): number {
		const { hasAnswered, patientUntil = 0 } = this.circumstances;
		const mayRestart = BEFORE_JOB.includes(this.request) && hasAnswered?.() === true;
		return mayRestart
			? Math.max(patientUntil, (this.failedAt ?? now) + this.limits.outageMs)
			: patientUntil;
	}

	private pauseForWindow(
		now: number,
		random: number,
		asked: number | undefined,
	): number | undefined {
		const { rateLimitBaseMs, rateLimitMaxMs } = this.limits;
		this.rateLimits += 1;
		const own = backoffMs(this.rateLimits, random, {
			baseMs: rateLimitBaseMs,
			maxMs: rateLimitMaxMs,
		});
		// "Retry-After: 0" would ask for a loop without a pause.
		const pause = asked === undefined || asked === 0 ? own : asked;
		return this.waitsForWindow(pause, now) ? pause : undefined;
	}

	private pauseToAskAgain(random: number): number | undefined {
		this.askedAgain += 1;
		const pause = this.backoff(this.askedAgain, random);
		this.askedAgainMs += pause;
		return this.askedAgainMs > this.limits.askAgainBudgetMs ? undefined : pause;
	}

	private backoff(attempt: number, random: number): number {
		const { backoffBaseMs, backoffMaxMs } = this.limits;
		return backoffMs(attempt, random, { baseMs: backoffBaseMs, maxMs: backoffMaxMs });
	}
}
