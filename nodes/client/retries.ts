import { backoffMs } from './backoff';
import { remedyFor, type Fault, type Step } from './faults';
import { limits } from './limits';

const FREE_STEPS: readonly Step[] = ['fetchSource', 'getAccount', 'createUpload', 'store'];

/**
 * The patience of one step: says how long to pause after each fault, or that it is enough. Bounded
 * by tries, by the time spent on rate windows and conflicts, and by a deadline.
 */
export class Retries {
	private tries = 0;
	private rateLimits = 0;
	private rateLimitedMs = 0;
	private conflicts = 0;
	private conflictMs = 0;
	private renewed = false;

	/** @param deadline milliseconds since the epoch after which no further try begins */
	constructor(
		private readonly step: Step,
		private readonly deadline = Number.POSITIVE_INFINITY,
	) {}

	/**
	 * @param now milliseconds since the epoch
	 * @param random a number in [0, 1)
	 * @returns milliseconds to pause before the next try, or undefined when there is none
	 */
	pauseAfter(fault: Fault, now: number, random: number): number | undefined {
		const pause = this.pause(fault, random);
		return pause !== undefined && now + pause < this.deadline ? pause : undefined;
	}

	private pause(fault: Fault, random: number): number | undefined {
		switch (remedyFor(this.step, fault)) {
			case 'retry':
				return this.pauseForRetry(fault, random);
			case 'waitForWindow':
				return this.pauseForWindow(fault, random);
			case 'askAgain':
				return this.pauseForConflict(random);
			case 'renew':
				if (this.renewed) return undefined;
				this.renewed = true;
				return 0;
			case 'none':
				return undefined;
		}
	}

	private pauseForRetry(fault: Fault, random: number): number | undefined {
		const most = FREE_STEPS.includes(this.step)
			? limits.triesBeforePayment
			: limits.triesAfterPayment;
		this.tries += 1;
		if (this.tries >= most) return undefined;
		const asked = retryAfterOf(fault) ?? 0;
		const own = backoffMs(this.tries, random, {
			baseMs: limits.backoffBaseMs,
			maxMs: limits.backoffMaxMs,
		});
		return Math.max(own, Math.min(asked, limits.retryAfterMaxMs));
	}

	private pauseForWindow(fault: Fault, random: number): number | undefined {
		this.rateLimits += 1;
		const own = backoffMs(this.rateLimits, random, {
			baseMs: limits.rateLimitBaseMs,
			maxMs: limits.rateLimitMaxMs,
		});
		// "Retry-After: 0" would ask for a loop without a pause.
		const pause = retryAfterOf(fault) || own;
		this.rateLimitedMs += pause;
		return this.rateLimitedMs > limits.rateLimitBudgetMs ? undefined : pause;
	}

	private pauseForConflict(random: number): number | undefined {
		this.conflicts += 1;
		const pause = backoffMs(this.conflicts, random, {
			baseMs: limits.backoffBaseMs,
			maxMs: limits.backoffMaxMs,
		});
		this.conflictMs += pause;
		return this.conflictMs > limits.conflictBudgetMs ? undefined : pause;
	}
}

function retryAfterOf(fault: Fault): number | undefined {
	return fault.kind === 'status' ? fault.retryAfterMs : undefined;
}
