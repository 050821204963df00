import { isGone, TagPdfError } from '../errors';
import type { Journal } from '../journal';
import type { Runtime } from '../runtime';
import type { Job, JobSubmission, Service } from '../service';
import { Attempts } from './attempts';
import type { Budget } from './budget';
import { advance, type DocumentRecord, type DocumentRecords } from './documentRecords';
import { fingerprint, type KnownDocument } from './idempotencyKey';
import { decideNext, type Action } from './lifecycle';
import { isRefusedBody, Sender } from './sender';
import { IdentifiedDocument } from './documentToSubmit';
import type { DocumentJob, DocumentToSubmit, UploadedDocument } from './documentToSubmit';

export interface SharedRecords {
	records: DocumentRecords;
	journal: Journal;
	budget: Budget;
	/** Ends the tries of a submission that the service has not accepted. */
	signal: AbortSignal;
	/** The run is a manual Retry. */
	isRetry: boolean;
}

/** Submits each document once, following `lifecycle.ts`. Items with the same document share one job. */
export class Submitter {
	/** Keeps the documents of two accounts apart. */
	private readonly account: string;
	private readonly attempts: Attempts;
	private readonly sender: Sender;
	/** Pending work, by document. */
	private readonly pending = new Map<string, { content: string; job: Promise<Job | undefined> }>();

	constructor(
		runtime: Runtime,
		private readonly service: Service,
		private readonly shared: SharedRecords,
	) {
		const { isRetry, journal, records, signal } = shared;
		this.account = fingerprint([runtime.rateGateKey]).slice(0, 16);
		this.attempts = new Attempts(records, journal, runtime.limits.submission, isRetry);
		this.sender = new Sender(runtime, service, records, journal, signal);
	}

	/** Gets the job of a document. If a job failed in an earlier execution, the next attempt follows. */
	async getJob(document: DocumentToSubmit): Promise<DocumentJob> {
		const first = await this.getJobOnce(document);
		const mayFollow = first.job.status === 'failed' && (await this.abandon(first, 'failed'));
		return mayFollow ? await this.getJobOnce(document) : first;
	}

	async abandon({ document, attempt }: DocumentJob, event: 'failed' | 'gone'): Promise<boolean> {
		return await this.attempts.abandon(document, attempt, event);
	}

	/** Whether an earlier run may have paid for a document that nobody has received yet. */
	async mayBePaidFor(document: KnownDocument): Promise<boolean> {
		const identified = new IdentifiedDocument(this.account, document);
		return (await this.attempts.findEarlier(identified)) !== undefined;
	}

	/** Counts a document with its pages if an earlier execution may have paid for it. */
	async assumePaidFor(document: KnownDocument, pages?: number): Promise<void> {
		const identified = new IdentifiedDocument(this.account, document);
		const earlier = await this.attempts.findEarlier(identified);
		if (earlier) this.shared.budget.assume(identified.id, { ...earlier, pages });
	}

	private async getJobOnce(document: DocumentToSubmit): Promise<DocumentJob> {
		const resumed = await this.resumeSlot(document);
		if (resumed) return resumed;
		const uploaded = await this.sender.upload(document);
		const identified = new IdentifiedDocument(this.account, uploaded);
		const { content, id } = identified;
		this.shared.records.rememberSlot(document.slot, this.fingerprint(document), id, content);
		const submit = async () => await this.submit(identified, document, uploaded);
		let job: Job | undefined;
		// Shared work ends without a job if another item has found that the pending submission expired.
		while (job === undefined) job = await this.share(id, content, submit);
		return this.toDocumentJob(id, job);
	}

	/** Resumes the job that the item got in an earlier try. Its document is not read again. */
	private async resumeSlot(document: DocumentToSubmit): Promise<DocumentJob | undefined> {
		const { records } = this.shared;
		const id = records.findDocument(document.slot, this.fingerprint(document)) ?? '';
		const record = records.get(id);
		const isKnown = record?.jobId !== undefined || record?.body !== undefined;
		if (!record || !isKnown || this.chooseAction(record) === 'beginNext') return undefined;
		const resume = async () => await this.resume(id, record, document);
		const job = await this.share(id, record.content, resume);
		return job && this.toDocumentJob(id, job);
	}

	/** The next step for a document that comes again. Within an execution, delivered stays delivered. */
	private chooseAction(record: DocumentRecord): Action {
		const isResumed = record.state === 'delivered' || this.shared.records.isOwn(record);
		return decideNext(record.state, isResumed ? 'resumed' : 'resumedLater').action;
	}

	private async submit(
		document: IdentifiedDocument,
		toSubmit: DocumentToSubmit,
		uploaded: UploadedDocument,
	): Promise<Job | undefined> {
		const { content, id } = document;
		const known = this.shared.records.get(id);
		if (known && known.content !== content) {
			throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: known.key });
		}
		const action = known ? this.chooseAction(known) : 'beginNext';
		if (known && action === 'fetch') return await this.resume(id, known, toSubmit);
		const { options, uploadKey: key } = uploaded;
		const submission: JobSubmission = { key, filename: toSubmit.fileName, options };
		const body = JSON.stringify(submission);
		return known && action === 'sendAgain'
			? await this.sender.send(id, known, known.body ?? body)
			: await this.beginAttempt(document, uploaded, body);
	}

	/** @returns undefined if a lost job is to be followed by another attempt, or an expired upload by a new one */
	private async resume(
		id: string,
		record: DocumentRecord,
		{ retryUntil }: DocumentToSubmit,
	): Promise<Job | undefined> {
		const { attempt, body = '', jobId = '' } = record;
		const options = { job: { jobId, jobExists: true }, retryUntil, signal: this.shared.signal };
		const answer =
			jobId === '' ? this.sender.send(id, record, body) : this.service.getJob(jobId, options);
		const job = await answer.catch(async (error: unknown) => {
			const mayFollow = isGone(error)
				? await this.attempts.abandon(id, attempt, 'gone')
				: isRefusedBody(error) && record.state === 'sent';
			if (!mayFollow) throw error;
			return undefined;
		});
		if (job) this.shared.records.recordJob(job);
		return job;
	}

	/** Holds the credits, records the attempt and sends it. A definite refusal undoes both. */
	private async beginAttempt(
		document: IdentifiedDocument,
		{ pages }: UploadedDocument,
		body: string,
	): Promise<Job> {
		const { budget, records, signal } = this.shared;
		const { id } = document;
		const previous = records.get(id);
		const draft = this.attempts.draft(document, pages);
		const askAccount = async () => await this.service.getAccount({ signal });
		const settle = await budget.approve(id, draft, askAccount);
		try {
			await this.attempts.record(document, draft);
			return await this.sender.send(id, draft, body);
		} finally {
			if (draft.state === 'approved') advance(draft, 'refused');
			if (draft.state === 'new') records.set(id, previous);
			settle();
		}
	}

	/** Joins pending work on the same document, or begins it. Another content with the same ID waits for its turn. */
	private async share(
		id: string,
		content: string,
		work: () => Promise<Job | undefined>,
	): Promise<Job | undefined> {
		for (let other = this.pending.get(id); other; other = this.pending.get(id)) {
			if (other.content === content) return await other.job;
			await other.job.catch(() => undefined);
		}
		const job = work();
		this.pending.set(id, { content, job });
		try {
			return await job;
		} finally {
			this.pending.delete(id);
		}
	}

	private toDocumentJob(document: string, job: Job): DocumentJob {
		const { records } = this.shared;
		const { attempt = 1, pages, ...record } = records.get(document) ?? {};
		return { document, attempt, job, isResumed: !records.isOwn(record), pages };
	}

	private fingerprint({ scope, options, fileName, identity }: DocumentToSubmit): string {
		return fingerprint([this.account, scope, options, fileName, ...identity]);
	}
}
