import { TagPdfError, throwIfStopped } from '../errors';
import type { Account, Job } from '../service';
import { CreditLedger, type StoredCredits } from './creditLedger';

/** What a run may spend. */
export interface Allowance {
	/** Most credits of an execution; 0 for no limit. */
	maximum: number;
	/** Credits that the account must have left after each submission; 0 for no limit. */
	minimum: number;
}

/** Whether there is any limit: only then are pages counted. */
export function isLimited({ maximum, minimum }: Allowance): boolean {
	return maximum > 0 || minimum > 0;
}

/** A submission that wants to be sent. */
export interface Sendable {
	id: string;
	/** Pages of the document, a credit each; undefined where that is not known. */
	pages?: number;
	/** It was sent before, and may have been accepted: only its answer is missing. */
	mayExist: boolean;
}

/** The service's answer to a submission. */
export interface Sent {
	job: Job;
	/** False for a job that was paid for before this run began. */
	isCharged: boolean;
}

/** Stands before every submission. */
export interface Guard {
	/** Whether the pages of a document must be known before it is submitted. */
	counts: boolean;
	/** Sends a submission unless none must be made any more, or it costs too much. */
	consent(submission: Sendable, send: () => Promise<Sent>): Promise<Job>;
}

/** Asks for the credits of the account that a submission goes to. */
type AskAccount = () => Promise<Pick<Account, 'credits_available'>>;

/** A page is one credit (interface 8), and no PDF has fewer than one. */
const LEAST = 1;

/**
 * Keeps what a run spends within an allowance: before a document is submitted its pages are held, until the
 * answer says what it has cost. Those who ask are heard one by one; submissions go side by side.
 */
export class Budget {
	/** Whether the pages of a document must be known before it is submitted. */
	readonly counts: boolean;
	private readonly ledger: CreditLedger;
	private readonly underWay = new Set<Promise<unknown>>();
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly allowance: Allowance,
		stored: StoredCredits,
		private readonly signal: AbortSignal,
	) {
		this.counts = isLimited(allowance);
		this.ledger = new CreditLedger(stored);
	}

	/** The guard of what goes to one account. */
	guardFor(askAccount: AskAccount): Guard {
		return {
			counts: this.counts,
			consent: async (submission, send) => {
				// Only one that may have been accepted needs no consent: the first answer is all that is missing.
				if (submission.mayExist) return await this.sent(submission, send);
				return this.counts
					? await this.inTurn(submission, send, askAccount)
					: await this.unlessStopped(send);
			},
		};
	}

	private async inTurn(
		submission: Sendable,
		send: () => Promise<Sent>,
		askAccount: AskAccount,
	): Promise<Job> {
		const turn = this.last.then(async () => {
			await this.admit(submission, askAccount);
			// Sent in this very turn: whoever is next finds it under way, and does not wait for it.
			return { sent: this.sent(submission, send) };
		});
		this.last = turn.catch(() => undefined);
		return await (
			await turn
		).sent;
	}

	/** Credits that can become free again are waited for: a refusal is true when it is made. */
	private async admit({ id, pages = LEAST }: Sendable, askAccount: AskAccount): Promise<void> {
		for (;;) {
			throwIfStopped(this.signal);
			const underWay = [...this.underWay];
			const refusal = await this.refusalOf(id, pages, askAccount);
			throwIfStopped(this.signal);
			if (refusal === undefined) break;
			if (underWay.length === 0) throw refusal;
			await Promise.all(underWay);
		}
		this.ledger.hold(id, pages);
	}

	private async refusalOf(
		id: string,
		needed: number,
		askAccount: AskAccount,
	): Promise<TagPdfError | undefined> {
		const { maximum, minimum } = this.allowance;
		// Before the account is asked: what is under way then may be in its balance, or not yet.
		const held = this.ledger.heldBeside(id);
		const left = maximum - this.ledger.spent - held;
		if (maximum > 0 && needed > left) {
			const credits = { needed, left: Math.max(0, left), limit: maximum };
			return new TagPdfError('OVER_BUDGET', { credits });
		}
		if (minimum <= 0) return undefined;
		const { credits_available: balance } = await askAccount();
		const available = balance - held;
		if (available - needed >= minimum) return undefined;
		const credits = { needed, left: available, limit: minimum };
		return new TagPdfError('CREDITS_BELOW_LIMIT', { credits });
	}

	private async sent(submission: Sendable, send: () => Promise<Sent>): Promise<Job> {
		const work = this.settled(submission.id, send);
		const ended = work
			.catch(() => undefined)
			.then(() => {
				this.underWay.delete(ended);
			});
		this.underWay.add(ended);
		return await work;
	}

	private async settled(id: string, send: () => Promise<Sent>): Promise<Job> {
		const { job, isCharged } = await send().catch((error: unknown) => {
			if (isRefusal(error)) this.ledger.release(id);
			throw error;
		});
		this.ledger.settle(id, job, isCharged);
		return job;
	}

	private async unlessStopped(send: () => Promise<Sent>): Promise<Job> {
		throwIfStopped(this.signal);
		return (await send()).job;
	}
}

/** Whether it is sure that the submission made no job; else what it may have cost stays counted. */
function isRefusal(error: unknown): boolean {
	return error instanceof TagPdfError && error.facts.unanswered !== true;
}
