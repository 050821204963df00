import type { Job, JobOptions } from '../service';
import type { PdfDocument, StoredDocument } from '../transfer';
import { documentMark, fingerprint, idempotencyKey, type IdempotencyScope } from './idempotencyKey';

/** A document that is to have a job. */
export interface Submittable {
	/** Place of its item in the run, the same on a second try. */
	slot: string;
	/** Marks of the document that are known before it is read. */
	marks: readonly unknown[];
	fileName: string;
	options: JobOptions;
	scope: IdempotencyScope;
	/** Deadline (epoch ms) for looking up the document's existing job. */
	patientUntil?: number;
	/** Reads the document; called only if there is nothing to resume. */
	open: () => Promise<ReadyDocument>;
}

/** A document that has been looked at. */
export interface ReadyDocument extends PdfDocument {
	/** Options that depend on what the document holds. */
	options?: JobOptions;
	/** Credits that the document is expected to cost; absent if nobody has counted. */
	pages?: number;
}

/** A document whose content is known. */
export interface KnownDocument {
	/** SHA-256, hex. */
	digest: string;
	options: JobOptions;
	scope: IdempotencyScope;
}

/** An uploaded document, and what is asked of the service for it. */
export type Uploaded = StoredDocument & KnownDocument & Pick<ReadyDocument, 'pages'>;

/** The job of a document. */
export interface Obtained {
	/** Mark of the document. */
	document: string;
	attempt: number;
	/** In its state as last seen. */
	job: Job;
	/** An earlier run sent the submission, or may have. */
	isResumed: boolean;
	/** Pages of the document; absent if nobody has counted. */
	pages?: number;
}

/** A document as the account knows it: its names in records, journal and requests. */
export class IdentifiedDocument {
	/** Mark of what counts as the same document. */
	readonly mark: string;
	/** Fingerprint of content and options. */
	readonly content: string;

	constructor(
		account: string,
		readonly known: KnownDocument,
	) {
		this.mark = documentMark(account, known.scope, known);
		this.content = fingerprint([known.digest, known.options]);
	}

	/** One job per key needs no journal: the service knows the key. */
	get isJournaled(): boolean {
		const { scope } = this.known;
		return !(scope.scope === 'custom' && scope.once === true);
	}

	/** Where to look in the journal. */
	soughtFrom(firstAttempt: number) {
		const isOwnKey = this.known.scope.scope === 'custom';
		return { document: this.mark, firstAttempt, ...(isOwnKey ? { content: this.content } : {}) };
	}

	/** @param journaled false where the store does not answer */
	keyOf(attempt: number, journaled: boolean): string {
		return idempotencyKey(this.known.scope, { ...this.known, attempt, journaled });
	}
}
