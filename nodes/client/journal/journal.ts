import { TagPdfError } from '../errors';
import {
	listKeysToRemove,
	listKeys,
	createMarks,
	readState,
	type Entry,
	type JournalState,
} from './marks';
import type { SeenStore } from './seenStore';

/** The first attempt in the journal that is not over, and facts about the attempts before it. */
export interface FoundAttempt {
	/** From 1. */
	attempt: number;
	state: Extract<JournalState, 'new' | 'sent'>;
	/** Another document has used the user's own key for this attempt. */
	isOfOtherContent: boolean;
	/** State of the attempt before it. */
	previous: JournalState | undefined;
	/** Consecutive failed attempts right before it, counted up to a maximum. */
	failures: number;
}

export interface SoughtDocument {
	document: string;
	content?: string;
	/** Attempts before this one are over, even if the store has no marks of them. */
	firstAttempt?: number;
}

/** Attempts that ended, with the final state of each. */
export type EndedAttempts = ReadonlyArray<
	readonly [entry: Entry, state: Exclude<JournalState, 'sent'>]
>;

/**
 * Crash-safe record of the attempt of each document that may have a job. If the store does not answer, the
 * journal does nothing for the rest of the run and logs this once. A document is then paid for once per
 * execution.
 */
export class Journal {
	private isSilent = false;

	constructor(
		private readonly store: SeenStore,
		private readonly maxFailures: number,
		private readonly log: (message: string) => void,
	) {}

	/**
	 * Finds the first attempt that is not over.
	 *
	 * @param maySend whether the found attempt is recorded as sent
	 * @throws errors of `maySend`; nothing is written then
	 * @returns the found attempt; undefined if the store does not answer
	 */
	async open(
		sought: SoughtDocument,
		maySend: (found: FoundAttempt) => boolean,
	): Promise<FoundAttempt | undefined> {
		if (this.isSilent) return undefined;
		const search = new Search(this.store, sought, this.maxFailures);
		return await this.callStore(async () => {
			const found = await search.find();
			let isSent = false;
			try {
				isSent = maySend(found);
			} finally {
				await search.rollBack(found.attempt, isSent);
			}
			return found;
		});
	}

	/** Records the final states of attempts in one call. */
	async recordEnds(ended: EndedAttempts): Promise<void> {
		const keys = ended.flatMap(([entry, state]) => listKeysToRemove(entry, state));
		if (keys.length > 0) await this.callStore(async () => await this.store.remove(keys));
	}

	/** Undoes the delivery of attempts whose outputs did not reach n8n. */
	async reopen(entries: readonly Entry[]): Promise<void> {
		const keys = entries.flatMap((entry) => listKeys(createMarks(entry)));
		if (keys.length > 0) await this.callStore(async () => await this.store.record(keys));
	}

	private async callStore<T>(ask: () => Promise<T>): Promise<T | undefined> {
		return await ask().catch((error: unknown) => {
			if (error instanceof TagPdfError) throw error;
			if (!this.isSilent) {
				this.log(
					`n8n's deduplication store does not answer, so documents are paid for once per execution: ${String(error)}`,
				);
			}
			this.isSilent = true;
			return undefined;
		});
	}
}

/** One lookup of an attempt, and the keys that it inserted. */
interface Look {
	state: JournalState;
	added: string[];
	isOfOtherContent: boolean;
	/** The caller knows that the attempt is over, but the store has no marks of it. */
	isGap: boolean;
}

/**
 * Looks at the attempts of one document. The store has no read-only lookup: a lookup inserts the marks, so
 * lookups are rolled back.
 */
class Search {
	private readonly looked = new Map<number, Look>();

	constructor(
		private readonly store: SeenStore,
		private readonly sought: SoughtDocument,
		private readonly maxFailures: number,
	) {}

	/** Doubles its steps until an attempt is not over, then halves them. */
	async find(): Promise<FoundAttempt> {
		let over = 0;
		let attempt = 1;
		while (await this.isOver(attempt)) {
			over = attempt;
			attempt *= 2;
		}
		while (attempt - over > 1) {
			const between = Math.floor((over + attempt) / 2);
			if (await this.isOver(between)) over = between;
			else attempt = between;
		}
		const state = (await this.findState(attempt)) === 'sent' ? 'sent' : 'new';
		let failures = 0;
		if (state === 'new') {
			while (failures < this.maxFailures && (await this.hasFailed(attempt - failures - 1))) {
				failures += 1;
			}
		}
		const previous = state === 'new' && attempt > 1 ? await this.findState(attempt - 1) : undefined;
		const isOfOtherContent = this.looked.get(attempt)?.isOfOtherContent === true;
		return { attempt, state, isOfOtherContent, previous, failures };
	}

	/** Removes the marks that lookups inserted, except for the found attempt if it is recorded as sent. */
	async rollBack(found: number, isSent: boolean): Promise<void> {
		const keys = [...this.looked].flatMap(([attempt, look]) => {
			// No attempt can follow one that is not over, so an interrupted lookup left these marks.
			if (attempt > found) return listKeys(this.createMarks(attempt));
			// Without its marks, a later run would take it for the first attempt that is not over.
			if (isSent && look.isGap) return [this.createMarks(attempt).usable];
			if (!isSent || attempt !== found) return look.added;
			// An old mark that is inserted again would outlive the others, or undo a delivery.
			const { started, undelivered } = this.createMarks(attempt);
			return look.state === 'sent'
				? look.added.filter((key) => key === started || key === undelivered)
				: [];
		});
		await this.store.remove(keys);
	}

	private async findState(attempt: number): Promise<JournalState> {
		const before = this.looked.get(attempt);
		if (before) return before.state;
		const marks = this.createMarks(attempt);
		const keys = listKeys(marks);
		const known = await this.store.record(keys);
		const stored = readState(marks, known);
		const mayBeUsed = attempt >= (this.sought.firstAttempt ?? 1);
		const isOpen = stored === 'new' || stored === 'sent';
		const state = isOpen && !mayBeUsed ? 'failed' : stored;
		const isGap = stored === 'new' && !mayBeUsed;
		const added = keys.filter((key) => !known.has(key));
		const isOfOtherContent = state === 'sent' && added.includes(marks.content ?? '');
		this.looked.set(attempt, { state, added, isOfOtherContent, isGap });
		return state;
	}

	private async isOver(attempt: number): Promise<boolean> {
		return ['delivered', 'failed'].includes(await this.findState(attempt));
	}

	private async hasFailed(attempt: number): Promise<boolean> {
		return attempt > 0 && (await this.findState(attempt)) === 'failed';
	}

	private createMarks(attempt: number) {
		return createMarks({ ...this.sought, attempt });
	}
}
