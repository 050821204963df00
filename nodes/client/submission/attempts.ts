import { TagPdfError } from '../errors';
import type { FoundAttempt, Journal } from '../journal';
import type { Limits } from '../limits';
import { advance, createEntry, type DocumentRecord, type DocumentRecords } from './documentRecords';
import { countCredits, decideNext } from './lifecycle';
import type { IdentifiedDocument } from './documentToSubmit';

/** Begins and ends the attempts of documents, in the records and in the journal. */
export class Attempts {
	private readonly lookups = new Map<string, Promise<DocumentRecord | undefined>>();

	constructor(
		private readonly records: DocumentRecords,
		private readonly journal: Journal,
		private readonly limits: Pick<Limits['submission'], 'failedAttempts'>,
		private readonly isRetry: boolean,
	) {}

	/**
	 * Abandons a useless job, so that another attempt may follow.
	 *
	 * @returns false if this execution may have paid for the job: it never pays for a second one
	 */
	async abandon(document: string, attempt: number, event: 'failed' | 'gone'): Promise<boolean> {
		const record = this.records.get(document);
		// Another item with the same document was first.
		if (record?.attempt !== attempt) return true;
		if (this.records.isOwn(record)) return false;
		advance(record, event);
		const entry = createEntry(document, record);
		if (entry) await this.journal.recordEnds([[entry, 'failed']]);
		return true;
	}

	/** The attempt that an earlier run may have paid for, if nobody has received its result yet. */
	async findEarlier(document: IdentifiedDocument): Promise<DocumentRecord | undefined> {
		const known = this.records.get(document.id);
		if (known || !document.isJournaled) return known;
		// A lookup inserts temporary marks, which another lookup must not see.
		const lookup = this.lookups.get(document.id) ?? this.lookUp(document);
		this.lookups.set(document.id, lookup);
		return await lookup;
	}

	/** The next attempt of a document, to be approved; its key follows with {@link record}. */
	draft(document: IdentifiedDocument, pages: number | undefined): DocumentRecord {
		const previous = this.records.get(document.id);
		return {
			state: 'approved',
			attempt: (previous?.attempt ?? 0) + 1,
			key: '',
			content: document.content,
			...(pages === undefined ? {} : { pages }),
			...(previous ? { before: countCredits(previous) + (previous.before ?? 0) } : {}),
		};
	}

	/**
	 * Chooses the attempt by the marks of earlier runs, records it in the journal, and sets its key.
	 *
	 * @throws TagPdfError `FAILED_REPEATEDLY` or `KEY_ALREADY_USED`; nothing is written then
	 */
	async record(document: IdentifiedDocument, draft: DocumentRecord): Promise<void> {
		const { execution } = this.records;
		const first = draft.attempt;
		if (!document.isJournaled) {
			Object.assign(draft, { key: document.computeKey(first, true), once: true, execution });
			return;
		}
		const found = await this.journal.open(document.describeSought(first), (each) =>
			this.maySend(document, each, first),
		);
		if (!found) {
			if (first > this.limits.failedAttempts)
				throw new TagPdfError('FAILED_REPEATEDLY', { attempts: this.limits.failedAttempts });
			Object.assign(draft, { key: document.computeKey(first, false), execution });
			return;
		}
		const { isNext, ...chosen } = this.choose(document, found, first);
		Object.assign(draft, chosen, isNext ? { execution } : {});
	}

	private async lookUp(document: IdentifiedDocument): Promise<DocumentRecord | undefined> {
		const found = await this.journal.open(document.describeSought(1), () => false);
		if (!found || found.isOfOtherContent) return undefined;
		const { isNext, ...chosen } = this.choose(document, found, 1);
		return isNext ? undefined : { state: 'sent', content: document.content, ...chosen };
	}

	/** Whether the found attempt is the one to send, and not the one before it. */
	private maySend(document: IdentifiedDocument, found: FoundAttempt, first: number): boolean {
		const { scope } = document.known;
		if (found.isOfOtherContent && scope.scope === 'custom') {
			throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: scope.key });
		}
		const { attempt, isNext } = this.choose(document, found, first);
		if (isNext && found.failures >= this.limits.failedAttempts) {
			throw new TagPdfError('FAILED_REPEATEDLY', { attempts: found.failures });
		}
		return attempt === found.attempt;
	}

	/** Chooses the attempt to send. A Retry that has lost its memory requests the last delivered job again. */
	private choose(
		document: IdentifiedDocument,
		{ attempt: found, previous, state }: FoundAttempt,
		first: number,
	) {
		const event = this.isRetry ? 'retried' : 'resumedLater';
		const mayRepeat = state === 'new' && previous !== undefined && found > first;
		const isRepeated = mayRepeat && decideNext(previous, event).action === 'sendAgain';
		const attempt = isRepeated ? found - 1 : found;
		return {
			attempt,
			key: document.computeKey(attempt, true),
			journaled: document.known.scope.scope,
			isNext: state === 'new' && !isRepeated,
		};
	}
}
