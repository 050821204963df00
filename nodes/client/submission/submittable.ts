import type { Job, JobOptions } from '../service';
import type { PdfDocument } from '../transfer';
import type { IdempotencyScope } from './idempotencyKey';

/** A document that is to have a job. */
export interface Submittable {
	/** Where its record is kept, the same on a second try. */
	slot: string;
	/** Marks of the document that are known before it is read. */
	marks: readonly unknown[];
	fileName: string;
	options: JobOptions;
	scope: IdempotencyScope;
	/** Milliseconds since the epoch until which it is waited for that its known job can be asked for. */
	patientUntil?: number;
	/** Reads it; called only when there is nothing to take up again. */
	open: () => Promise<ReadyDocument>;
}

/** A document that has been looked at. */
export interface ReadyDocument extends PdfDocument {
	/** Where they depend on what it holds. */
	options?: JobOptions;
	/** The credits that it is expected to cost; absent where nobody has counted. */
	pages?: number;
}

/** The job of a document. */
export interface Obtained {
	/** By what the submission is known. */
	submissionId: string;
	/** In its state as last seen. */
	job: Job;
	/** The submission is of an earlier run or try, or may be. */
	earlier: boolean;
	/** Pages of the document; absent where nobody has counted. */
	pages?: number;
}
