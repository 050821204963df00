import type { CommonFacts, Failure, RequestName } from '../errors';
import type { Limits } from '../limits';
import { computeBackoffMs, readRetryAfterMs } from './pauses';
import { wasUseless, chooseRemedy } from './policy';

const UNPAID_REQUESTS: readonly RequestName[] = [
	'fetchSource',
	'getAccount',
	'createUpload',
	'store',
];

/** Requests of a document that has no job yet. */
const REQUESTS_BEFORE_JOB: readonly RequestName[] = [
	'getAccount',
	'createUpload',
	'store',
	'submitJob',
];

/** Facts that decide how long one request is retried, besides the limits. */
export interface Circumstances {
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Until then (epoch ms) transient failures are retried without limit; afterwards the limits apply. */
	retryUntil?: number;
	/** Whether the service has answered this execution before. If so, it may just be restarting. */
	hasAnswered?: () => boolean;
	/** The request's job, and whether the service has confirmed that it exists. */
	job?: Pick<CommonFacts, 'jobId' | 'jobExists'>;
}

/**
 * Decides after each failure of a request how long to pause, or to give up. Limits apply to the number of
 * tries, and to the time for rate windows and for asking again. There may be a deadline, too.
 */
export class RetryBudget {
	private tries = 0;
	private failedAt?: number;
	/** Tries that returned unusable data. Their number is always limited. */
	private uselessTries = 0;
	private rateLimits = 0;
	/** When the request first had to wait for a rate window, even if another request got the 429. */
	private rateLimitedAt?: number;
	private askedAgain = 0;
	private askedAgainMs = 0;
	private isRenewed = false;

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
	choosePause(failure: Failure, now: number, random: number): number | undefined {
		const asked = failure.kind === 'status' ? readRetryAfterMs(failure.retryAfter, now) : undefined;
		const { deadline = Number.POSITIVE_INFINITY } = this.circumstances;
		this.failedAt ??= now;
		if (wasUseless(this.request, failure)) this.uselessTries += 1;
		const pause = this.choosePauseByRemedy(failure, now, random, asked);
		return pause !== undefined && now + pause < deadline ? pause : undefined;
	}

	/** Whether the request waits for a rate window that resets after `pauseMs`. */
	canWaitForWindow(pauseMs: number, now: number): boolean {
		const { deadline = Number.POSITIVE_INFINITY, retryUntil = 0 } = this.circumstances;
		this.rateLimitedAt ??= now;
		const resetsAt = now + pauseMs;
		const isInBudget = resetsAt <= this.rateLimitedAt + this.limits.rateLimitBudgetMs;
		return resetsAt < deadline && (isInBudget || resetsAt < retryUntil);
	}

	private choosePauseByRemedy(
		failure: Failure,
		now: number,
		random: number,
		asked: number | undefined,
	): number | undefined {
		switch (chooseRemedy(this.request, failure, this.circumstances.job?.jobExists)) {
			case 'retry':
				return this.chooseRetryPause(now, random, asked ?? 0);
			case 'waitForWindow':
				return this.chooseWindowPause(now, random, asked);
			case 'askAgain':
				return this.chooseAskAgainPause(random);
			case 'renew':
				if (this.isRenewed) return undefined;
				this.isRenewed = true;
				return 0;
			case 'none':
				return undefined;
		}
	}

	private chooseRetryPause(now: number, random: number, asked: number): number | undefined {
		const { triesBeforePayment, triesAfterPayment, retryAfterMaxMs } = this.limits;
		this.tries += 1;
		const tries = UNPAID_REQUESTS.includes(this.request) ? triesBeforePayment : triesAfterPayment;
		const pause = Math.max(
			this.computeBackoff(this.tries, random),
			Math.min(asked, retryAfterMaxMs),
		);
		const spent = now + pause < this.computeRetryUntil(now) ? this.uselessTries : this.tries;
		return spent < tries ? pause : undefined;
	}

	private computeRetryUntil(now: number): number {
		const { hasAnswered, retryUntil = 0 } = this.circumstances;
		const mayRestart = REQUESTS_BEFORE_JOB.includes(this.request) && hasAnswered?.() === true;
		return mayRestart
			? Math.max(retryUntil, (this.failedAt ?? now) + this.limits.outageMs)
			: retryUntil;
	}

	private chooseWindowPause(
		now: number,
		random: number,
		asked: number | undefined,
	): number | undefined {
		const { rateLimitBaseMs, rateLimitMaxMs } = this.limits;
		this.rateLimits += 1;
		const own = computeBackoffMs(this.rateLimits, random, {
			baseMs: rateLimitBaseMs,
			maxMs: rateLimitMaxMs,
		});
		// "Retry-After: 0" would ask for a loop without a pause.
		const pause = asked === undefined || asked === 0 ? own : asked;
		return this.canWaitForWindow(pause, now) ? pause : undefined;
	}

	private chooseAskAgainPause(random: number): number | undefined {
		this.askedAgain += 1;
		const pause = this.computeBackoff(this.askedAgain, random);
		this.askedAgainMs += pause;
		return this.askedAgainMs > this.limits.askAgainBudgetMs ? undefined : pause;
	}

	private computeBackoff(attempt: number, random: number): number {
		const { backoffBaseMs, backoffMaxMs } = this.limits;
		return computeBackoffMs(attempt, random, { baseMs: backoffBaseMs, maxMs: backoffMaxMs });
	}
}
