import type { Failure, RequestName } from '../errors';
import type { Limits } from '../limits';
import { backoffMs, retryAfterMs } from './pauses';
import { cameToNothing, remedyFor } from './policy';

const FREE: readonly RequestName[] = ['fetchSource', 'getAccount', 'createUpload', 'store'];

/** What the patience with one request depends on, besides the limits. */
export interface Circumstances {
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then what may pass is waited for, however often it was tried; after it, as ever. */
	patientUntil?: number;
	/** The service has shown that the job exists which the request is about. */
	jobExists?: boolean;
}

/**
 * The patience with one request: says how long to pause after each failure, or that it is enough.
 * Bounded by tries, by the time spent on rate windows and on asking again, and by a deadline.
 */
export class Patience {
	private tries = 0;
	/** Tries of which something came that is no use: no patience lifts their number. */
	private inVain = 0;
	private rateLimits = 0;
	private rateLimitedMs = 0;
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
		const { deadline = Number.POSITIVE_INFINITY, patientUntil = 0 } = this.circumstances;
		if (cameToNothing(this.request, failure)) this.inVain += 1;
		const pause = this.pause(failure, random, asked, patientUntil - now);
		return pause !== undefined && now + pause < deadline ? pause : undefined;
	}

	private pause(
		failure: Failure,
		random: number,
		asked: number | undefined,
		patientMs: number,
	): number | undefined {
		switch (remedyFor(this.request, failure, this.circumstances.jobExists)) {
			case 'retry':
				return this.pauseForRetry(random, asked ?? 0, patientMs);
			case 'waitForWindow':
				return this.pauseForWindow(random, asked, patientMs);
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

	private pauseForRetry(random: number, asked: number, patientMs: number): number | undefined {
		const { triesBeforePayment, triesAfterPayment, retryAfterMaxMs } = this.limits;
		this.tries += 1;
		const tries = FREE.includes(this.request) ? triesBeforePayment : triesAfterPayment;
		const pause = Math.max(this.backoff(this.tries, random), Math.min(asked, retryAfterMaxMs));
		const spent = pause < patientMs ? this.inVain : this.tries;
		return spent < tries ? pause : undefined;
	}

	private pauseForWindow(
		random: number,
		asked: number | undefined,
		patientMs: number,
	): number | undefined {
		const { rateLimitBaseMs, rateLimitMaxMs, rateLimitBudgetMs } = this.limits;
		this.rateLimits += 1;
		const own = backoffMs(this.rateLimits, random, {
			baseMs: rateLimitBaseMs,
			maxMs: rateLimitMaxMs,
		});
		// "Retry-After: 0" would ask for a loop without a pause.
		const pause = asked === undefined || asked === 0 ? own : asked;
		this.rateLimitedMs += pause;
		return this.rateLimitedMs <= rateLimitBudgetMs || pause < patientMs ? pause : undefined;
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
