import type { Job, JobOptions } from '../service';
import type { PdfDocument, StoredDocument } from '../transfer';
import {
	computeDocumentId,
	fingerprint,
	computeIdempotencyKey,
	type IdempotencyScope,
	type KnownDocument,
} from './idempotencyKey';

export interface DocumentToSubmit {
	/** Place of its item in the run, the same on a second try. */
	slot: string;
	/** Marks of the document that are known before it is read. */
	identity: readonly unknown[];
	fileName: string;
	options: JobOptions;
	scope: IdempotencyScope;
	/** Deadline (epoch ms) for looking up the document's existing job. */
	retryUntil?: number;
	/** Reads the document; called only if there is nothing to resume. */
	open: () => Promise<ReadyDocument>;
}

/** A document that is ready for its upload. */
export interface ReadyDocument extends PdfDocument {
	/** Options that depend on the document's content. */
	options?: JobOptions;
	/** Expected cost in credits; absent if the pages were not counted. */
	pages?: number;
}

/** An uploaded document and its job options. */
export type UploadedDocument = StoredDocument & KnownDocument & Pick<ReadyDocument, 'pages'>;

export interface DocumentJob {
	/** Mark of the document. */
	document: string;
	attempt: number;
	/** The job as last seen. */
	job: Job;
	/** An earlier run sent the submission, or may have. */
	isResumed: boolean;
	/** Pages of the document; absent if they were not counted. */
	pages?: number;
}

/** A document with its names in records, journal and requests, which depend on the account. */
export class IdentifiedDocument {
	/** Mark of what counts as the same document. */
	readonly id: string;
	/** Fingerprint of content and options. */
	readonly content: string;

	constructor(
		account: string,
		readonly known: KnownDocument,
	) {
		this.id = computeDocumentId(account, known);
		this.content = fingerprint([known.digest, known.options]);
	}

	/** One job per key needs no journal: the service knows the key. */
	get isJournaled(): boolean {
		return this.known.scope.scope !== 'custom' || this.known.scope.once !== true;
	}

	/** The document to look for in the journal. */
	describeSought(firstAttempt: number) {
		const isOwnKey = this.known.scope.scope === 'custom';
		return { document: this.id, firstAttempt, ...(isOwnKey ? { content: this.content } : {}) };
	}

	/** @param journaled false if the store does not answer */
	computeKey(attempt: number, journaled: boolean): string {
		return computeIdempotencyKey(this.known, attempt, journaled);
	}
}
