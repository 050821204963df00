import { TagPdfError, throwIfStopped } from '../errors';
import type { Account } from '../service';
import type { DocumentRecord, DocumentRecords } from './documentRecords';
import { countCredits } from './lifecycle';

/** Limits of the credits that an execution may spend. */
export interface Allowance {
	/** Maximum credits of an execution; 0 for no limit. */
	maximum: number;
	/** Credits that the account must have left after each submission; 0 for no limit. */
	minimum: number;
}

/** Whether there is any limit: only then are pages counted. */
export function isLimited({ maximum, minimum }: Allowance): boolean {
	return maximum > 0 || minimum > 0;
}

/** Reads the credits of the account that would pay. */
export type AskAccount = () => Promise<Pick<Account, 'credits_available'>>;

/** Keeps the sum of the records within an allowance. Admission is serialized; submissions run concurrently. */
export class Budget {
	private readonly pendingAttempts = new Set<Promise<void>>();
	private lastTurn: Promise<unknown> = Promise.resolve();

	/** @param signal ends all waits for approval */
	constructor(
		private readonly allowance: Allowance,
		private readonly records: DocumentRecords,
		private readonly signal: AbortSignal,
	) {}

	/**
	 * Begins an attempt of a document and holds the credits for its pages.
	 *
	 * @returns a function to call when the attempt has its answer, or is not sent
	 * @throws TagPdfError `OVER_BUDGET`, `CREDITS_BELOW_LIMIT`, or the error of an aborted signal
	 */
	async approve(
		document: string,
		draft: DocumentRecord,
		askAccount: AskAccount,
	): Promise<() => void> {
		const turn = this.lastTurn.then(async () => await this.admit(draft, askAccount));
		const approved = turn.then(() => this.begin(document, draft));
		if (isLimited(this.allowance)) this.lastTurn = approved.catch(() => undefined);
		return await approved;
	}

	/** Counts an attempt that an earlier execution may have paid for. Beyond the limit it needs approval. */
	assume(document: string, record: DocumentRecord): void {
		if (this.records.get(document)) return;
		const sum = this.records.sumCredits() + countCredits(record);
		if (sum <= this.allowance.maximum) this.records.set(document, record);
	}

	/** Waits for held credits to be released before it refuses, so that a refusal is final. */
	private async admit(draft: DocumentRecord, askAccount: AskAccount): Promise<void> {
		for (;;) {
			throwIfStopped(this.signal);
			const pendingAttempts = [...this.pendingAttempts];
			const refusal = await this.findRefusal(countCredits(draft), askAccount);
			throwIfStopped(this.signal);
			if (refusal === undefined) return;
			if (pendingAttempts.length === 0) throw refusal;
			await Promise.all(pendingAttempts);
		}
	}

	private async findRefusal(
		needed: number,
		askAccount: AskAccount,
	): Promise<TagPdfError | undefined> {
		const { maximum, minimum } = this.allowance;
		const left = maximum > 0 ? maximum - this.records.sumCredits() : Infinity;
		if (needed > left) {
			const credits = { needed, left: Math.max(0, left), limit: maximum };
			return new TagPdfError('OVER_BUDGET', { credits });
		}
		if (minimum <= 0) return undefined;
		// Summed up before the request: the balance may or may not include submissions answered meanwhile.
		const held = this.records.sumHeldCredits();
		const { credits_available: balance } = await askAccount();
		const available = balance - held;
		if (available - needed >= minimum) return undefined;
		const credits = { needed, left: available, limit: minimum };
		return new TagPdfError('CREDITS_BELOW_LIMIT', { credits });
	}

	private begin(document: string, draft: DocumentRecord): () => void {
		this.records.set(document, draft);
		let settle = () => {};
		const settled = new Promise<void>((resolve) => (settle = resolve));
		this.pendingAttempts.add(settled);
		return () => {
			this.pendingAttempts.delete(settled);
			settle();
		};
	}
}
