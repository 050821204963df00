import { serverOf, TagPdfError, throwIfStopped } from '../errors';
import type { Runtime } from '../runtime';
import type { Job, JobOptions, JobSubmission, Service } from '../service';
import { uploadDocument, type PdfDocument, type StoredDocument } from '../transfer';
import type { Guard } from './creditGuard';
import { fingerprint, idempotencyKey, type IdempotencyScope } from './idempotencyKey';
import type { SubmissionRecord, SubmissionRecords } from './records';
import { keyOf, submissionIdOf } from './submissionId';

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
	open: () => Promise<PdfDocument>;
}

/**
 * Submits each document once, whatever is tried again: a known job is taken up, a pending
 * submission is sent again unchanged, the same content among the documents of a run shares one
 * job, and only a job that has failed is followed by a new one.
 */
export class Submitter {
	/** Submissions under way in this process, by submission ID. */
	private readonly underWay = new Map<string, Promise<Job | undefined>>();
	/** Keeps the documents of two accounts apart. */
	private readonly account: string;

	/** @param signal ends the tries of a submission that the service has not accepted */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly records: SubmissionRecords,
		private readonly guard: Guard,
		private readonly signal: AbortSignal,
	) {
		this.account = fingerprint([runtime.rateGateKey]).slice(0, 16);
	}

	/** @returns the job of the document, in its state as last seen */
	async jobFor(document: Submittable): Promise<Job> {
		const { slot, scope, options, fileName, patientUntil } = document;
		const mark = fingerprint([this.account, scope, options, fileName, ...document.marks]);
		const known = this.records.submissionOf(slot, mark);
		const resumed =
			known !== undefined &&
			(await this.share(known, async () => await this.resume(known, patientUntil)));
		if (resumed) return resumed;

		const stored = await this.upload(document);
		const id = this.nextId(document, stored.digest);
		const submission = newSubmission(document, stored);
		const planned = this.records.get(id);
		if (planned && planned.content !== submission.content) {
			throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: keyOf(id) });
		}
		this.records.remember(slot, mark, id);
		const obtain = async () =>
			(await this.resume(id, patientUntil)) ?? (await this.submit(id, submission));
		// Shared work may end without a job: another document found its pending submission expired.
		let job: Job | undefined;
		while (job === undefined) job = await this.share(id, obtain);
		return job;
	}

	/** What is stopped is not even read; what waits for its turn is not yet read. */
	private async upload({ open }: Submittable): Promise<StoredDocument> {
		return await this.runtime.slots.transfers.through(async () => {
			throwIfStopped(this.signal);
			return await uploadDocument(this.runtime, this.service, await open(), this.signal);
		});
	}

	/**
	 * Takes up what was submitted before: the known job, or the very same submission again. Only one
	 * that may have been accepted needs no new consent: the first answer is all that is missing.
	 *
	 * @returns undefined when there is nothing to take up, or the upload behind it has expired: a new
	 * upload under the same key keeps the price at one
	 */
	private async resume(id: string, patientUntil?: number): Promise<Job | undefined> {
		const record = this.records.get(id);
		if (record?.jobId !== undefined) {
			const job = { jobId: record.jobId, jobExists: true };
			return await this.service.getJob(record.jobId, { job, patientUntil, signal: this.signal });
		}
		if (record?.body === undefined) return undefined;
		const send = async () => await this.send(id, record);
		return await (record.sent === true ? send() : this.guard(send)).catch((error: unknown) => {
			if (!(error instanceof TagPdfError && error.code === 'INVALID_REQUEST')) throw error;
			delete record.body;
			return undefined;
		});
	}

	private async submit(id: string, submission: SubmissionRecord): Promise<Job> {
		return await this.guard(
			async () => await this.send(id, this.records.plan(id, { ...submission })),
		);
	}

	private async send(id: string, record: SubmissionRecord): Promise<Job> {
		const { body = '', sent: sentBefore = false } = record;
		const key = keyOf(id);
		record.sent = true;
		const job = await this.service
			.submitJob(body, key, { signal: this.signal })
			.then((given) => this.unrivalled(id, given))
			.catch((error: unknown) => {
				throw notAccepted(error, record, sentBefore, key);
			});
		this.records.accepted(id, job);
		return job;
	}

	/** @throws TagPdfError for a job that another document has: it would give both the same PDF */
	private unrivalled(id: string, job: Job): Job {
		const rival = this.records.rivalFor(job.id, id);
		if (rival === undefined) return job;
		const reason = `it gives job ${job.id} to two submissions, under the keys ${keyOf(rival)} and ${keyOf(id)}`;
		throw new TagPdfError('UNEXPECTED_ANSWER', {
			request: 'submitJob',
			server: serverOf(this.runtime.baseUrl),
			failure: { kind: 'unreadable', reason },
			unanswered: true,
		});
	}

	private async share(
		id: string,
		obtain: () => Promise<Job | undefined>,
	): Promise<Job | undefined> {
		const shared = this.underWay.get(id);
		if (shared) return await shared;
		const own = obtain();
		this.underWay.set(id, own);
		try {
			return await own;
		} finally {
			this.underWay.delete(id);
		}
	}

	private nextId({ scope, options }: Submittable, digest: string): string {
		for (let attempt = 1; ; attempt += 1) {
			const id = submissionIdOf(this.account, idempotencyKey(scope, { digest, options, attempt }));
			if (!this.records.hasFailed(id)) return id;
		}
	}
}

/** Notes whether a job may exist all the same, and then tells the key: it is the way to that job. */
function notAccepted(
	error: unknown,
	record: SubmissionRecord,
	sentBefore: boolean,
	key: string,
): unknown {
	if (!(error instanceof TagPdfError)) return error;
	const unanswered = sentBefore || error.facts.unanswered === true;
	record.sent = unanswered;
	// A conflict has words of its own for what may exist.
	if (!unanswered || error.code === 'CONFLICT') return error;
	const facts = { ...error.facts, unanswered, idempotencyKey: key };
	return new TagPdfError(error.code, facts, { cause: error.cause });
}

function newSubmission(
	{ fileName, options }: Submittable,
	{ digest, uploadKey }: StoredDocument,
): SubmissionRecord {
	const body: JobSubmission = { key: uploadKey, filename: fileName, options };
	return { content: fingerprint([digest, options]), body: JSON.stringify(body) };
}
