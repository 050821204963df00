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

/** Who was charged what for which document: what tests of "never pays twice" look at. */
export class Ledger {
	readonly entries: LedgerEntry[] = [];

	get charges(): LedgerEntry[] {
		return this.entries.filter((entry) => entry.kind === 'charge');
	}

	get refunds(): LedgerEntry[] {
		return this.entries.filter((entry) => entry.kind === 'refund');
	}

	/** Credits charged and not refunded, over all accounts. */
	get spent(): number {
		const sum = (entries: LedgerEntry[]) => entries.reduce((total, e) => total + e.credits, 0);
		return sum(this.charges) - sum(this.refunds);
	}
}
