import type { Job } from '../service';

/** Plain data that is kept with the execution: its retries and the rounds of a loop go on with it. */
export interface StoredCredits {
	/** Charged to the execution. */
	spent: number;
	/** By submission ID: expected of a submission that is under way, or whose answer was lost. */
	held: Record<string, number>;
}

/** What an execution has spent, and what its submissions without an answer may have cost. */
export class CreditLedger {
	constructor(private readonly stored: StoredCredits) {}

	get spent(): number {
		return this.stored.spent;
	}

	/** Credits held for all submissions but this one: it is counted once, however often it is sent. */
	heldBeside(submissionId: string): number {
		return Object.entries(this.stored.held).reduce(
			(sum, [id, credits]) => (id === submissionId ? sum : sum + credits),
			0,
		);
	}

	/** @param credits that the submission is expected to cost */
	hold(submissionId: string, credits: number): void {
		this.stored.held[submissionId] = credits;
	}

	/** The service has not taken the submission. */
	release(submissionId: string): void {
		Reflect.deleteProperty(this.stored.held, submissionId);
	}

	/**
	 * The service has answered with the submission's job.
	 *
	 * @param isCharged whether the job was made by this execution; an earlier one is paid for
	 */
	settle(submissionId: string, job: Job, isCharged: boolean): void {
		const expected = this.stored.held[submissionId];
		// Nothing was held for it: it was sent before there was a budget.
		if (expected === undefined) return;
		if (isCharged) this.stored.spent += chargeOf(job, expected);
		this.release(submissionId);
	}
}

/** What the service says, unless it has not counted yet. */
function chargeOf({ credits_used: used, status }: Job, expected: number): number {
	const isOver = status === 'completed' || status === 'failed';
	return isCount(used) && (used > 0 || isOver) ? used : expected;
}

function isCount(credits: unknown): boolean {
	return typeof credits === 'number' && credits >= 0;
}
