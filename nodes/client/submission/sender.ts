import { readHost, TagPdfError, throwIfStopped } from '../errors';
import type { Journal } from '../journal';
import type { Runtime } from '../runtime';
import type { Job, Service } from '../service';
import { uploadDocument } from '../transfer';
import { advance, createEntry, hasLastingKey } from './documentRecords';
import type { DocumentRecord, DocumentRecords } from './documentRecords';
import { decideNext } from './lifecycle';
import type { DocumentToSubmit, UploadedDocument } from './documentToSubmit';

/** Uploads documents, sends attempts, and records their answers. */
export class Sender {
	/** @param signal ends the tries of a submission that the service has not accepted */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly records: DocumentRecords,
		private readonly journal: Journal,
		private readonly signal: AbortSignal,
	) {}

	/** Uploads a document. It reads nothing after Stop, or before a slot is free. */
	async upload({ open, options, scope }: DocumentToSubmit): Promise<UploadedDocument> {
		const { runtime, service, signal } = this;
		return await runtime.slots.transfers.run(async () => {
			throwIfStopped(signal);
			const opened = await open();
			const stored = await uploadDocument(runtime, service, opened, signal);
			return { ...stored, scope, options: opened.options ?? options, pages: opened.pages };
		});
	}

	/**
	 * @param body of POST /v1/jobs, the same whenever the attempt is sent again
	 * @throws TagPdfError with the key if a job may still exist: only the key leads to that job
	 */
	async send(document: string, record: DocumentRecord, body: string): Promise<Job> {
		// If this run or another one may have sent the attempt before, a job may already exist.
		const mayExist = record.state === 'sent' || !this.records.isOwn(record);
		if (record.state === 'approved') advance(record, 'sent');
		record.body = body;
		try {
			const job = await this.service.submitJob(body, record.key, { signal: this.signal });
			this.refuseRival(job, record);
			this.records.accept(document, record, job);
			// After a crash, users find the ID of a job in the log.
			this.runtime.log('info', `job ${job.id} was submitted under the key ${record.key}`);
			return job;
		} catch (error) {
			throw error instanceof TagPdfError
				? await this.keepFailure(document, record, error, mayExist)
				: error;
		}
	}

	/** A definite refusal undoes the attempt, unless an earlier request may have made a job. */
	private async keepFailure(
		document: string,
		record: DocumentRecord,
		error: TagPdfError,
		mayExist: boolean,
	): Promise<TagPdfError> {
		const unanswered = mayExist || error.facts.unanswered === true;
		const { action, state } = decideNext(record.state, unanswered ? 'refusedAgain' : 'refused');
		record.state = state;
		if (isRefusedBody(error)) delete record.body;
		const entry = createEntry(document, record);
		if (action === 'erase' && entry) await this.journal.recordEnds([[entry, 'new']]);
		if (!unanswered) return error;
		const keyLasts = hasLastingKey(record);
		return error.addFacts({ unanswered, idempotencyKey: record.key, keyLasts });
	}

	/** @throws TagPdfError if another document already has the job: both would get the same PDF */
	private refuseRival(job: Job, record: DocumentRecord): void {
		const rival = this.records.findRival(job.id, record);
		if (rival === undefined) return;
		if (rival === record.key) throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: rival });
		const reason = `it returned job ${job.id} for two submissions, with the keys ${rival} and ${record.key}`;
		throw new TagPdfError('UNEXPECTED_ANSWER', {
			request: 'submitJob',
			server: readHost(this.runtime.baseUrl),
			failure: { kind: 'unreadable', reason },
			tries: 1,
			unanswered: true,
		});
	}
}

/** Whether the service has refused the body of a submission: its upload may have expired. */
export function isRefusedBody(error: unknown): boolean {
	return error instanceof TagPdfError && error.code === 'INVALID_REQUEST';
}
