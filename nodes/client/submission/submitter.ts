import { isGone, serverOf, TagPdfError, throwIfStopped } from '../errors';
import type { Found, Journal } from '../journal';
import type { Runtime } from '../runtime';
import type { Job, JobOptions, JobSubmission, Service } from '../service';
import { uploadDocument, type PdfDocument, type StoredDocument } from '../transfer';
import type { Budget } from './budget';
import { advance, entryOf, type DocumentRecord, type DocumentRecords } from './documentRecords';
import { documentMark, fingerprint, idempotencyKey, type IdempotencyScope } from './idempotencyKey';
import { creditsOf, next, type Action } from './lifecycle';

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

/** An uploaded document, and what is asked of the service for it. */
type Uploaded = StoredDocument & KnownDocument & Pick<ReadyDocument, 'pages'>;

/** What a {@link Submitter} shares with those of other accounts. */
export interface SharedRecords {
	records: DocumentRecords;
	journal: Journal;
	budget: Budget;
	/** Ends the tries of a submission that the service has not accepted. */
	signal: AbortSignal;
	/** The run is a manual Retry. */
	isRetry: boolean;
}

/**
 * Submits each document once, as the life cycle says (`lifecycle.ts`): a known job is resumed, an unanswered
 * submission is sent again unchanged, and items with the same document share one job.
 */
export class Submitter {
	/** Keeps the documents of two accounts apart. */
	private readonly account: string;
	/** Work on documents that is under way, by document. */
	private readonly underWay = new Map<string, Promise<Job | undefined>>();

	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly shared: SharedRecords,
	) {
		this.account = fingerprint([runtime.rateGateKey]).slice(0, 16);
	}

	/** Gets the job of a document. A job that failed in an earlier execution is followed by the next attempt. */
	async jobFor(document: Submittable): Promise<Obtained> {
		const first = await this.obtain(document);
		const mayFollow = first.job.status === 'failed' && (await this.abandon(first, 'failed'));
		return mayFollow ? await this.obtain(document) : first;
	}

	/**
	 * Leaves a job of no use, so that the next {@link jobFor} begins another attempt.
	 *
	 * @returns false if this execution has paid for the job, or may have: then no other one is paid for
	 */
	async abandon(
		{ document, attempt }: Pick<Obtained, 'document' | 'attempt'>,
		event: 'failed' | 'gone',
	): Promise<boolean> {
		const { journal, records } = this.shared;
		const record = records.get(document);
		// Another item with the same document was first.
		if (record?.attempt !== attempt) return true;
		if (records.isOwn(record)) return false;
		advance(record, event);
		const entry = entryOf(document, record);
		if (entry) await journal.end([[entry, 'failed']]);
		return true;
	}

	/** Whether an earlier run may have paid for a document that nobody has received yet. */
	async mayBePaidFor(document: KnownDocument): Promise<boolean> {
		const mark = documentMark(this.account, document.scope, document);
		if (this.shared.records.get(mark)) return true;
		return (await this.findEarlier(mark, document)) !== undefined;
	}

	/**
	 * Counts a document with its pages if an earlier execution may have paid for it: a manual Retry shares the
	 * limit of an execution whose memory is lost.
	 */
	async assumePaidFor(document: KnownDocument, pages: number | undefined): Promise<void> {
		const { records } = this.shared;
		const mark = documentMark(this.account, document.scope, document);
		const attempt = await this.findEarlier(mark, document);
		if (attempt === undefined || records.get(mark)) return;
		records.set(mark, {
			state: 'sent',
			attempt,
			key: keyOf(document, attempt, true),
			content: contentOf(document),
			journaled: document.scope.scope,
			...(pages === undefined ? {} : { pages }),
		});
	}

	/** The attempt that an earlier execution may have sent, if n8n does not have its result. */
	private async findEarlier(mark: string, document: KnownDocument): Promise<number | undefined> {
		if (!isJournaled(document.scope)) return undefined;
		const sought = { document: mark, firstAttempt: 1 };
		const found = await this.shared.journal.open(sought, () => 'none');
		const choice = found && this.choose(found, 1);
		if (!found || choice === 'next') return undefined;
		return choice === 'previous' ? found.attempt - 1 : found.attempt;
	}

	private async obtain(document: Submittable): Promise<Obtained> {
		const known = await this.resumeSlot(document);
		if (known) return known;
		const uploaded = await this.upload(document);
		const mark = documentMark(this.account, uploaded.scope, uploaded);
		this.shared.records.rememberSlot(document.slot, this.fingerprintOf(document), mark);
		const submit = async () => await this.submit(mark, document, uploaded);
		let job: Job | undefined;
		// Shared work ends without a job if another item found its pending submission expired.
		while (job === undefined) {
			job = await this.share(mark, submit).catch((error: unknown) => {
				throw addDigest(error, uploaded);
			});
		}
		return this.obtained(mark, job);
	}

	/** The job that the item has since an earlier try; its document is not read again. */
	private async resumeSlot(document: Submittable): Promise<Obtained | undefined> {
		const { records } = this.shared;
		const mark = records.documentIn(document.slot, this.fingerprintOf(document));
		const record = mark === undefined ? undefined : records.get(mark);
		if (mark === undefined || !record) return undefined;
		const isKnown = record.jobId !== undefined || record.body !== undefined;
		if (!isKnown || this.actionFor(record) === 'beginNext') return undefined;
		const job = await this.share(mark, async () => {
			return await this.resume(mark, record, document).catch(async (error: unknown) => {
				// The upload of an unanswered submission has expired: a new one goes under the same key.
				if (isExpired(error) && record.state === 'sent') return undefined;
				if (isGone(error) && (await this.abandon({ document: mark, ...record }, 'gone'))) {
					return undefined;
				}
				throw error;
			});
		});
		return job && this.obtained(mark, job);
	}

	/** What the life cycle says of a document that comes again. */
	private actionFor(record: DocumentRecord): Action {
		return next(record.state, this.shared.records.isOwn(record) ? 'resumed' : 'resumedLater')
			.action;
	}

	private async submit(mark: string, document: Submittable, uploaded: Uploaded): Promise<Job> {
		const { records } = this.shared;
		const content = contentOf(uploaded);
		const known = records.get(mark);
		if (known && known.content !== content) {
			throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: known.key });
		}
		const action = known ? this.actionFor(known) : 'beginNext';
		const body = bodyOf(document, uploaded);
		if (known && action === 'fetch') return await this.resume(mark, known, document);
		if (known && action === 'sendAgain') return await this.send(mark, known, known.body ?? body);
		return await this.beginAttempt(mark, known, { ...uploaded, content, body });
	}

	private async resume(
		mark: string,
		record: DocumentRecord,
		{ patientUntil }: Submittable,
	): Promise<Job> {
		const { jobId, body = '' } = record;
		if (jobId === undefined) return await this.send(mark, record, body);
		const { signal } = this.shared;
		const job = await this.service.getJob(jobId, {
			job: { jobId, jobExists: true },
			patientUntil,
			signal,
		});
		this.shared.records.sawJob(job);
		return job;
	}

	/** Holds the pages, writes the attempt down, sends it; undoes both if it is surely not accepted. */
	private async beginAttempt(
		mark: string,
		previous: DocumentRecord | undefined,
		{ content, body, ...uploaded }: Uploaded & { content: string; body: string },
	): Promise<Job> {
		const { budget, records } = this.shared;
		const draft: DocumentRecord = {
			state: 'approved',
			attempt: (previous?.attempt ?? 0) + 1,
			key: '',
			content,
			...(uploaded.pages === undefined ? {} : { pages: uploaded.pages }),
			...(previous ? { before: creditsOf(previous) + (previous.before ?? 0) } : {}),
		};
		const askAccount = async () => await this.service.getAccount({ signal: this.shared.signal });
		const settle = await budget.approve(mark, draft, askAccount);
		try {
			await this.writeDown(mark, draft, uploaded);
			const job = await this.send(mark, draft, body);
			// After a kill the log is where the ID of a job is found.
			this.runtime.log('info', `job ${job.id} is of the document with SHA-256 ${uploaded.digest}`);
			return job;
		} catch (error) {
			if (draft.state === 'approved') advance(draft, 'refused');
			if (draft.state === 'new') records.set(mark, previous);
			throw error;
		} finally {
			settle();
		}
	}

	/** Chooses the attempt by what earlier runs have left, and gives it its key. */
	private async writeDown(
		mark: string,
		draft: DocumentRecord,
		document: KnownDocument,
	): Promise<void> {
		const { scope } = document;
		const { execution } = this.shared.records;
		const keyed = (journaled: boolean) => keyOf(document, draft.attempt, journaled);
		if (!isJournaled(scope)) {
			Object.assign(draft, { key: keyed(true), once: true, execution });
			return;
		}
		const { failedAttempts } = this.runtime.limits.submission;
		const { attempt: firstAttempt, content } = draft;
		const sought = {
			document: mark,
			firstAttempt,
			...(scope.scope === 'custom' ? { content } : {}),
		};
		const found = await this.shared.journal.open(sought, (each) => {
			const choice = this.choose(each, firstAttempt);
			if (choice === 'previous') return 'previous';
			if (each.isOfOtherContent && scope.scope === 'custom') {
				throw new TagPdfError('KEY_ALREADY_USED', { idempotencyKey: scope.key, isEarlier: true });
			}
			if (choice === 'next' && each.failures >= failedAttempts) {
				throw new TagPdfError('FAILED_REPEATEDLY', { attempts: each.failures });
			}
			return 'found';
		});
		if (!found) {
			if (draft.attempt > failedAttempts) {
				throw new TagPdfError('FAILED_REPEATEDLY', { attempts: failedAttempts });
			}
			Object.assign(draft, { key: keyed(false), execution });
			return;
		}
		const choice = this.choose(found, firstAttempt);
		draft.attempt = choice === 'previous' ? found.attempt - 1 : found.attempt;
		draft.journaled = scope.scope;
		draft.key = keyed(true);
		if (choice === 'next') draft.execution = execution;
	}

	/** The attempt to send: a Retry that has lost its memory asks once more for what was delivered last. */
	private choose(
		{ attempt, state, previous }: Found,
		firstAttempt: number,
	): 'found' | 'previous' | 'next' {
		if (state === 'sent') return 'found';
		if (previous === undefined || attempt <= firstAttempt) return 'next';
		const { action } = next(previous, this.shared.isRetry ? 'retried' : 'resumedLater');
		return action === 'sendAgain' ? 'previous' : 'next';
	}

	private async send(mark: string, record: DocumentRecord, body: string): Promise<Job> {
		const { records, signal } = this.shared;
		// An attempt that another run may have sent, or this one before, may have a job already.
		const mayExist = record.state === 'sent' || !records.isOwn(record);
		if (record.state === 'approved') advance(record, 'sent');
		record.body = body;
		try {
			const job = await this.service.submitJob(body, record.key, { signal });
			this.refuseRival(job, record);
			records.accept(mark, record, job);
			return job;
		} catch (error) {
			if (!(error instanceof TagPdfError)) throw error;
			const unanswered = mayExist || error.facts.unanswered === true;
			await this.notAccepted(mark, record, error, unanswered);
			// CONFLICT has its own message about a job that may exist.
			if (!unanswered || error.code === 'CONFLICT') throw error;
			const keyLasts = record.journaled !== undefined;
			const facts = { ...error.facts, unanswered, idempotencyKey: record.key, keyLasts };
			throw new TagPdfError(error.code, facts, { cause: error.cause });
		}
	}

	private async notAccepted(
		mark: string,
		record: DocumentRecord,
		error: TagPdfError,
		unanswered: boolean,
	): Promise<void> {
		const event = unanswered ? 'refusedAgain' : 'refused';
		const { action, state } = next(record.state, event);
		record.state = state;
		if (error.code === 'INVALID_REQUEST') delete record.body;
		const entry = entryOf(mark, record);
		if (action === 'erase' && entry) await this.shared.journal.end([[entry, 'new']]);
	}

	/** @throws TagPdfError for a job that another document has: both would get the same PDF */
	private refuseRival(job: Job, record: DocumentRecord): void {
		const rival = this.shared.records.findRival(job.id, record);
		if (rival === undefined) return;
		const reason = `it gives job ${job.id} to two submissions, under the keys ${rival} and ${record.key}`;
		throw new TagPdfError('UNEXPECTED_ANSWER', {
			request: 'submitJob',
			server: serverOf(this.runtime.baseUrl),
			failure: { kind: 'unreadable', reason },
			unanswered: true,
		});
	}

	/** Joins the work on a document that is under way, or begins it. */
	private async share(
		mark: string,
		work: () => Promise<Job | undefined>,
	): Promise<Job | undefined> {
		const shared = this.underWay.get(mark);
		if (shared) return await shared;
		const own = work();
		this.underWay.set(mark, own);
		try {
			return await own;
		} finally {
			this.underWay.delete(mark);
		}
	}

	private obtained(document: string, job: Job): Obtained {
		const { records } = this.shared;
		const record = records.get(document);
		return {
			document,
			attempt: record?.attempt ?? 1,
			job,
			isResumed: record !== undefined && !records.isOwn(record),
			pages: record?.pages,
		};
	}

	private fingerprintOf({ scope, options, fileName, marks }: Submittable): string {
		return fingerprint([this.account, scope, options, fileName, ...marks]);
	}

	/** Nothing is read after Stop, or before its turn. */
	private async upload({ open, options, scope }: Submittable): Promise<Uploaded> {
		return await this.runtime.slots.transfers.through(async () => {
			throwIfStopped(this.shared.signal);
			const opened = await open();
			const { signal } = this.shared;
			const stored = await uploadDocument(this.runtime, this.service, opened, signal);
			return { ...stored, scope, options: opened.options ?? options, pages: opened.pages };
		});
	}
}

/** The service has refused a body that it may have accepted before. */
function isExpired(error: unknown): boolean {
	return error instanceof TagPdfError && error.code === 'INVALID_REQUEST';
}

/** Adds the document to a conflict: its digest leads to its job in the log. */
function addDigest(error: unknown, { digest }: KnownDocument): unknown {
	if (!(error instanceof TagPdfError && error.code === 'CONFLICT')) return error;
	return new TagPdfError(error.code, { ...error.facts, document: { digest } });
}

function contentOf({ digest, options }: KnownDocument): string {
	return fingerprint([digest, options]);
}

function keyOf(document: KnownDocument, attempt: number, journaled: boolean): string {
	return idempotencyKey(document.scope, { ...document, attempt, journaled });
}

/** One job per key needs no journal: the service knows the key. */
function isJournaled(scope: IdempotencyScope): boolean {
	return !(scope.scope === 'custom' && scope.once === true);
}

function bodyOf({ fileName }: Submittable, { uploadKey, options }: Uploaded): string {
	const body: JobSubmission = { key: uploadKey, filename: fileName, options };
	return JSON.stringify(body);
}
