import { isGone, TagPdfError } from '../errors';
import type { Journal } from '../journal';
import type { Runtime } from '../runtime';
import type { Job, JobSubmission, Service } from '../service';
import { Attempts } from './attempts';
import type { Budget } from './budget';
import { advance, type DocumentRecord, type DocumentRecords } from './documentRecords';
import { fingerprint } from './idempotencyKey';
import { next, type Action } from './lifecycle';
import { isRefusedBody, Sender } from './sender';
import {
	IdentifiedDocument,
	type KnownDocument,
	type Obtained,
	type Submittable,
	type Uploaded,
} from './submittable';

/** Records that the submitters of a run share. */
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
	private readonly underWay = new Map<string, { content: string; job: Promise<Job | undefined> }>();

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
	async jobFor(document: Submittable): Promise<Obtained> {
		const first = await this.obtain(document);
		const mayFollow = first.job.status === 'failed' && (await this.abandon(first, 'failed'));
		return mayFollow ? await this.obtain(document) : first;
	}

	async abandon({ document, attempt }: Obtained, event: 'failed' | 'gone'): Promise<boolean> {
		return await this.attempts.abandon(document, attempt, event);
	}

	/** Whether an earlier run may have paid for a document that nobody has received yet. */
	async mayBePaidFor(document: KnownDocument): Promise<boolean> {
		return (await this.attempts.findEarlier(this.identify(document))) !== undefined;
	}

	/** Counts a document with its pages if an earlier execution may have paid for it. */
	async assumePaidFor(document: KnownDocument, pages?: number): Promise<void> {
		const identified = this.identify(document);
		const earlier = await this.attempts.findEarlier(identified);
		if (earlier) this.shared.budget.assume(identified.mark, { ...earlier, pages });
	}

	private identify(document: KnownDocument): IdentifiedDocument {
		return new IdentifiedDocument(this.account, document);
	}

	private async obtain(document: Submittable): Promise<Obtained> {
		const resumed = await this.resumeSlot(document);
		if (resumed) return resumed;
		const uploaded = await this.sender.upload(document);
		const identified = this.identify(uploaded);
		const { content, mark } = identified;
		this.shared.records.rememberSlot(document.slot, this.fingerprintOf(document), mark, content);
		const submit = async () => await this.submit(identified, document, uploaded);
		let job: Job | undefined;
		// Shared work ends without a job if another item found its pending submission expired.
		while (job === undefined) job = await this.share(mark, content, submit);
		return this.obtained(mark, job);
	}

	/** Resumes the job that the item got in an earlier try. Its document is not read again. */
	private async resumeSlot(document: Submittable): Promise<Obtained | undefined> {
		const { records } = this.shared;
		const mark = records.documentIn(document.slot, this.fingerprintOf(document)) ?? '';
		const record = records.get(mark);
		const isKnown = record?.jobId !== undefined || record?.body !== undefined;
		if (!record || !isKnown || this.actionFor(record) === 'beginNext') return undefined;
		const job = await this.share(mark, record.content, async () => {
			return await this.resume(mark, record, document).catch(async (error: unknown) => {
				// An expired upload is followed by a new one under the same key, a lost job by another attempt.
				const mayFollow = isGone(error)
					? await this.attempts.abandon(mark, record.attempt, 'gone')
					: isRefusedBody(error) && record.state === 'sent';
				if (!mayFollow) throw error;
				return undefined;
			});
		});
		return job && this.obtained(mark, job);
	}

	/** The next step for a document that comes again. Within an execution, delivered stays delivered. */
	private actionFor(record: DocumentRecord): Action {
		const isResumed = record.state === 'delivered' || this.shared.records.isOwn(record);
		return next(record.state, isResumed ? 'resumed' : 'resumedLater').action;
	}

	private async submit(
		document: IdentifiedDocument,
		submittable: Submittable,
		uploaded: Uploaded,
	): Promise<Job> {
		const { content, mark } = document;
		const known = this.shared.records.get(mark);
		if (known && known.content !== content) {
			throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: known.key });
		}
		const action = known ? this.actionFor(known) : 'beginNext';
		if (known && action === 'fetch') return await this.resume(mark, known, submittable);
		const { fileName: filename } = submittable;
		const { options, uploadKey: key } = uploaded;
		const body = JSON.stringify({ key, filename, options } satisfies JobSubmission);
		return known && action === 'sendAgain'
			? await this.sender.send(mark, known, known.body ?? body)
			: await this.beginAttempt(document, uploaded, body);
	}

	private async resume(
		mark: string,
		record: DocumentRecord,
		{ patientUntil }: Submittable,
	): Promise<Job> {
		const { jobId, body = '' } = record;
		if (jobId === undefined) return await this.sender.send(mark, record, body);
		const options = { job: { jobId, jobExists: true }, patientUntil, signal: this.shared.signal };
		const job = await this.service.getJob(jobId, options);
		this.shared.records.sawJob(job);
		return job;
	}

	/** Holds the credits, records the attempt and sends it. A definite refusal undoes both. */
	private async beginAttempt(
		document: IdentifiedDocument,
		{ pages }: Uploaded,
		body: string,
	): Promise<Job> {
		const { budget, records, signal } = this.shared;
		const { mark } = document;
		const previous = records.get(mark);
		const draft = this.attempts.draft(document, pages);
		const askAccount = async () => await this.service.getAccount({ signal });
		const settle = await budget.approve(mark, draft, askAccount);
		try {
			await this.attempts.writeDown(document, draft);
			return await this.sender.send(mark, draft, body);
		} finally {
			if (draft.state === 'approved') advance(draft, 'refused');
			if (draft.state === 'new') records.set(mark, previous);
			settle();
		}
	}

	/** Joins pending work on the same document, or begins it. Other content with the same mark waits. */
	private async share(
		mark: string,
		content: string,
		work: () => Promise<Job | undefined>,
	): Promise<Job | undefined> {
		for (let other = this.underWay.get(mark); other; other = this.underWay.get(mark)) {
			if (other.content === content) return await other.job;
			await other.job.catch(() => undefined);
		}
		const job = work();
		this.underWay.set(mark, { content, job });
		try {
			return await job;
		} finally {
			this.underWay.delete(mark);
		}
	}

	private obtained(document: string, job: Job): Obtained {
		const { records } = this.shared;
		const { attempt = 1, pages, ...record } = records.get(document) ?? {};
		return { document, attempt, job, isResumed: !records.isOwn(record), pages };
	}

	private fingerprintOf({ scope, options, fileName, marks }: Submittable): string {
		return fingerprint([this.account, scope, options, fileName, ...marks]);
	}
}
