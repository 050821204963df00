import { TagPdfError, throwIfStopped } from '../errors';
import type { OptionalJournal } from '../journal';
import type { Runtime } from '../runtime';
import type { Job, JobSubmission, Service } from '../service';
import { uploadDocument, type StoredDocument } from '../transfer';
import type { Guard } from './budget';
import { fingerprint, type IdempotencyScope } from './idempotencyKey';
import { entryOf, Openings, type Opening } from './openings';
import type { SubmissionRecord, SubmissionRecords } from './records';
import { Sender } from './sender';
import { keyOf } from './submissionId';
import type { Obtained, ReadyDocument, Submittable } from './submittable';

/** An upload, and what is asked of the service for it. */
type Uploaded = StoredDocument &
	Required<Pick<ReadyDocument, 'options'>> &
	Pick<ReadyDocument, 'pages'>;

/**
 * Submits each document once, whatever is tried again: a known job is taken up, a pending
 * submission is sent again unchanged, the same content among the documents of a run shares one
 * job, and only a job that has failed, or whose result is gone, is followed by a new one.
 */
export class Submitter {
	/** Keeps the documents of two accounts apart. */
	private readonly account: string;
	private readonly openings: Openings;
	private readonly sender: Sender;
	/** Milliseconds since the epoch. */
	private readonly began: number;

	/** @param signal ends the tries of a submission that the service has not accepted */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly records: SubmissionRecords,
		private readonly journal: OptionalJournal,
		guard: Guard,
		private readonly signal: AbortSignal,
	) {
		this.account = fingerprint([runtime.rateGateKey]).slice(0, 16);
		this.began = runtime.now();
		this.openings = new Openings(records, journal, this.account);
		this.sender = new Sender(runtime, service, records, guard, signal);
	}

	/**
	 * Gets the job of a document. One that had failed before this run is followed by the next
	 * attempt, once.
	 */
	async jobFor(document: Submittable): Promise<Obtained> {
		const first = await this.obtain(document);
		const failed = first.job.status === 'failed';
		if (!failed || !(await this.replace(first, 'failed'))) return first;
		return await this.obtain(document);
	}

	/**
	 * Leaves an earlier job that is of no use, so that the next {@link jobFor} submits the document
	 * anew; once per document and run.
	 *
	 * @returns false when it stays as it is
	 */
	async replace({ submissionId, earlier }: Obtained, why: 'failed' | 'gone'): Promise<boolean> {
		if (!earlier) return false;
		return await this.openings.replace(submissionId, why === 'gone' ? 'delivered' : why);
	}

	private async obtain(document: Submittable): Promise<Obtained> {
		const known = await this.takeUp(document);
		if (known) return known;
		const { scope } = document;
		const stored = await this.upload(document);
		const { digest, options } = stored;
		const opening = await this.openings.of({ digest, options, scope });
		const job = await this.submitAs(opening, document, stored).catch(async (error: unknown) => {
			if (!(error instanceof TagPdfError && error.code === 'CONFLICT')) throw error;
			throw await this.conflict(error, opening, stored);
		});
		return this.obtained(opening.id, job);
	}

	private async submitAs(opening: Opening, document: Submittable, stored: Uploaded): Promise<Job> {
		const { id } = opening;
		const submission = newSubmission(document, stored, opening);
		const planned = this.records.get(id);
		if (planned && planned.content !== submission.content) {
			throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: keyOf(id) });
		}
		this.records.remember(document.slot, this.markOf(document), id);
		const obtain = async () =>
			(await this.sender.resume(id, document.patientUntil)) ??
			(await this.submit(id, document, stored, submission));
		// Shared work may end without a job: another document found its pending submission expired.
		let job: Job | undefined;
		while (job === undefined) job = await this.sender.share(id, obtain);
		return job;
	}

	private async submit(
		id: string,
		{ scope }: Submittable,
		{ digest }: StoredDocument,
		submission: SubmissionRecord,
	): Promise<Job> {
		const isCharged = (given: Job) => this.noteOrigin(id, scope, given);
		const job = await this.sender.submit(id, submission, isCharged);
		// After a kill the log is where the ID of a job is found.
		this.runtime.log('info', `job ${job.id} is of the document with SHA-256 ${digest}`);
		return job;
	}

	/**
	 * Notes whether the job is of an earlier run: anybody may have used the key of another scope before, and a
	 * job of this moment is still processed.
	 *
	 * @returns whether this run has made it, and so pays for it
	 */
	private noteOrigin(id: string, { scope }: IdempotencyScope, job: Job): boolean {
		const isNew = !(Date.parse(job.created_at) < this.began);
		if (job.status === 'completed' || job.status === 'failed') {
			if (scope !== 'delivery') this.records.noteEarlier(id);
		} else if (Date.parse(job.created_at) >= this.began) {
			// The earlier run had ended before it was submitted.
			this.records.noteEarlier(id, false);
		}
		return isNew || !this.records.isEarlier(id);
	}

	/** The job that an earlier try of this execution has for the document, which is not even read. */
	private async takeUp(document: Submittable): Promise<Obtained | undefined> {
		const id = this.records.submissionOf(document.slot, this.markOf(document));
		if (id === undefined) return undefined;
		const resume = async () => await this.sender.resume(id, document.patientUntil);
		const job = await this.sender.share(id, resume).catch(async (error: unknown) => {
			const isGone = error instanceof TagPdfError && error.code === 'NOT_FOUND';
			const replaceable = isGone && this.records.isEarlier(id);
			if (replaceable && (await this.openings.replace(id, 'delivered'))) return undefined;
			throw error;
		});
		return job && this.obtained(id, job);
	}

	private obtained(submissionId: string, job: Job): Obtained {
		const { pages } = this.records.get(submissionId) ?? {};
		return { submissionId, job, earlier: this.records.isEarlier(submissionId), pages };
	}

	/** The conflict with what leads out of it: which document, and since when. */
	private async conflict(
		{ code, facts }: TagPdfError,
		{ id, kept }: Opening,
		{ digest }: StoredDocument,
	): Promise<TagPdfError> {
		const entry = this.records.isEarlier(id) ? entryOf(kept) : undefined;
		const since = entry && (await this.journal.since(entry));
		return new TagPdfError(code, { ...facts, document: { digest, since } });
	}

	private markOf({ scope, options, fileName, marks }: Submittable): string {
		return fingerprint([this.account, scope, options, fileName, ...marks]);
	}

	/** What is stopped is not even read; what waits for its turn is not yet read. */
	private async upload({ open, options }: Submittable): Promise<Uploaded> {
		return await this.runtime.slots.transfers.through(async () => {
			throwIfStopped(this.signal);
			const opened = await open();
			const stored = await uploadDocument(this.runtime, this.service, opened, this.signal);
			return { ...stored, options: opened.options ?? options, pages: opened.pages };
		});
	}
}

function newSubmission(
	{ fileName }: Submittable,
	{ digest, options, pages, uploadKey }: Uploaded,
	{ kept }: Opening,
): SubmissionRecord {
	const body: JobSubmission = { key: uploadKey, filename: fileName, options };
	const content = fingerprint([digest, options]);
	return {
		content,
		body: JSON.stringify(body),
		...(pages === undefined ? {} : { pages }),
		...kept,
	};
}
