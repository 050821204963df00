import type { SandboxAccount } from './accounts';
import { ApiError } from '../api/errors';
import type { JobRecord } from '../jobs/job';
import { shorten } from '../state/records';

/** A movement of credits. */
export interface LedgerEntry {
	kind: 'charge' | 'refund';
	accountId: string;
	jobId: string;
	/** Pages counted in the document; null when it could not be read. */
	pages: number | null;
	credits: number;
	/** SHA-256 of the document's content, hex. */
	sha256: string;
	idempotencyKey: string | null;
	/** Milliseconds since the epoch. */
	at: number;
}

/** Records who was charged for which document. Tests of "never pays twice" read it. */
export class Ledger {
	/** The latest movements, the oldest first. */
	readonly entries: LedgerEntry[] = [];
	private total = 0;

	/** @param most maximum number of entries to keep */
	constructor(
		private readonly most: number,
		private readonly now: () => number,
	) {}

	get charges(): LedgerEntry[] {
		return this.entries.filter((entry) => entry.kind === 'charge');
	}

	get refunds(): LedgerEntry[] {
		return this.entries.filter((entry) => entry.kind === 'refund');
	}

	/** Credits charged and not refunded, over all accounts, including forgotten entries. */
	get spent(): number {
		return this.total;
	}

	/**
	 * Takes a job's credits from its account.
	 *
	 * @throws ApiError 402 when there are not enough
	 */
	charge(account: SandboxAccount, job: JobRecord): void {
		const { credits } = account;
		const needed = `${job.creditsUsed} credit${job.creditsUsed === 1 ? '' : 's'} needed`;
		if (credits < job.creditsUsed) throw new ApiError(402, `${needed}, ${credits} left.`);
		account.credits -= job.creditsUsed;
		this.total += job.creditsUsed;
		this.record('charge', job);
	}

	/** Returns a job's credits to its account. */
	refund(account: SandboxAccount, job: JobRecord): void {
		if (job.creditsUsed === 0) return;
		account.credits += job.creditsUsed;
		this.total -= job.creditsUsed;
		this.record('refund', job);
		job.creditsUsed = 0;
	}

	clear(): void {
		this.entries.length = 0;
		this.total = 0;
	}

	private record(kind: LedgerEntry['kind'], job: JobRecord): void {
		const { accountId, id: jobId, pages, creditsUsed: credits, sha256, idempotencyKey } = job;
		const at = this.now();
		this.entries.push({ kind, accountId, jobId, pages, credits, sha256, idempotencyKey, at });
		shorten(this.entries, this.most, () => true);
	}
}
