import type { Failure, RequestName } from '../errors';
import type { Limits } from '../limits';
import { backoffMs, retryAfterMs } from './pauses';
import { cameToNothing, remedyFor } from './policy';

const FREE: readonly RequestName[] = ['fetchSource', 'getAccount', 'createUpload', 'store'];

/** Requests of a document that has no job yet. */
const BEFORE_JOB: readonly RequestName[] = ['getAccount', 'createUpload', 'store', 'submitJob'];

/** What the patience with one request depends on, besides the limits. */
export interface Circumstances {
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then what may pass is waited for, however often it was tried; after it, as ever. */
	patientUntil?: number;
	/** Whether the service has answered this execution before: then it is there, and may be restarting. */
	hasAnswered?: () => boolean;
	/** The service has shown that the job exists which the request is about. */
	jobExists?: boolean;
}

/**
 * The patience with one request: says how long to pause after each failure, or that it is enough.
 * Bounded by tries, by the time spent on rate windows and on asking again, and by a deadline.
 */
export class Patience {
	private tries = 0;
	private failedAt?: number;
	/** Tries of which something came that is no use: no patience lifts their number. */
	private inVain = 0;
	private rateLimits = 0;
	/** When the request first had to wait for a rate window, whoever was told of it. */
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

	/** Whether the request waits for a rate window that resets in so many milliseconds. */
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
