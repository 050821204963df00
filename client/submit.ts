import { isGone, TagPdfError, throwIfStopped } from './errors';
import { readHost } from './failure';
import {
	computeIdempotencyKey,
	type Entry,
	fingerprint,
	type Ledger,
	listKeys,
	type Turn,
} from './ledger';
import type { Runtime } from './runtime';
import {
	type CallOptions,
	hasEnded,
	type Job,
	type JobOptions,
	type JobSubmission,
	type Service,
} from './service';
import type { PdfFile } from './pdfFile';
import { type StoredDocument, uploadDocument } from './upload';

/** What submissions with one credential share. */
export interface Account {
	/** Keeps the documents of two accounts apart. */
	id: string;
	runtime: Runtime;
	service: Service;
	ledger: Ledger;
	/** Maximum credits of an execution; 0 for no limit. */
	maximum: number;
	/** Ends the tries of a submission that the service has not accepted. */
	signal: AbortSignal;
}

export interface DocumentToSubmit<Skipped> {
	/** Names the item in the execution, the same on a second try. */
	itemKey: string;
	turn: Turn;
	/** Identifies the source of the document before it is read. */
	source: string;
	fileName: string;
	options: JobOptions;
	/** The execution that the job belongs to, with New Job per Execution. */
	owner?: readonly string[];
	/** Deadline (epoch ms) for looking up the document's existing job. */
	retryUntil?: number;
	/** Reads the document; called only if there is nothing to resume. It may decide against the submission. */
	prepare: () => Promise<{ document: PdfFile; pages?: number } | { skipped: Skipped }>;
}

/** The one job of a document. */
export interface DocumentJob {
	/** What the ledger knows about the document, under the key of this job. */
	entry: Entry;
	/** The job as last seen. */
	job: Job;
}

/**
 * Gets the one job of a document: the one that this execution has, the one that the service repeats for the
 * document's key, or a new one, which costs a credit per page. If the job had ended before this execution and
 * has failed, the next key follows; so an execution makes at most one new job for a document.
 *
 * @returns the job, or why the document is not submitted
 * @throws TagPdfError with the idempotency key if a job may exist although no answer named it
 */
export async function submitAndPayOnce<Skipped>(
	account: Account,
	wanted: DocumentToSubmit<Skipped>,
): Promise<DocumentJob | { skipped: Skipped }> {
	const { ledger, runtime, signal } = account;
	const { itemKey, options, owner, source, turn } = wanted;
	const item = { account: account.id, fingerprint: fingerprint([options, owner, source]) };
	const known = ledger.findEntry(itemKey, item)?.id;
	if (known !== undefined) {
		const resumed = await ledger.share(known, turn, async () => await walk(account, known, wanted));
		if (resumed) return resumed;
	}
	const prepared = await runtime.slots.transfers(async () => {
		throwIfStopped(signal);
		const ready = await wanted.prepare();
		if ('skipped' in ready) return ready;
		const upload = await uploadDocument(runtime, account.service, ready.document, signal);
		return { ...upload, pages: ready.pages };
	});
	if ('skipped' in prepared) return prepared;
	const content = fingerprint([prepared.digest, options]);
	const id = fingerprint([account.id, content, owner]).slice(0, 32);
	ledger.stored.items[itemKey] = { ...item, documentId: id };
	const entry = { id, content, isOfExecution: owner !== undefined, pages: prepared.pages };
	const upload = { ...prepared, entry };
	for (;;) {
		const found = await ledger.share(id, turn, async () => await walk(account, id, wanted, upload));
		if (found) return found;
	}
}

/** An uploaded document, with its entry before anything was submitted. */
type Upload = StoredDocument & { entry: Readonly<Entry> };

/**
 * Goes from key to key until a job is not an earlier one that has failed or is gone.
 *
 * @returns undefined if the next step needs an upload that the caller does not have
 * @throws TagPdfError `FAILED_REPEATEDLY` when the search ends without such a job
 */
async function walk(
	account: Account,
	documentId: string,
	wanted: DocumentToSubmit<unknown>,
	upload?: Upload,
): Promise<DocumentJob | undefined> {
	const { ledger, runtime } = account;
	const { failures, keys } = runtime.limits.submission;
	for (;;) {
		const entry: Entry | undefined = ledger.getEntry(documentId) ?? (upload && { ...upload.entry });
		if (!entry) return undefined;
		const earlier = listKeys(entry.previous);
		const failed = earlier.filter(({ status }) => status === 'failed');
		if (failed.length >= failures || earlier.length >= keys)
			throw new TagPdfError('FAILED_REPEATEDLY', { attempts: earlier.length });
		const isSentAgain = entry.body !== undefined;
		const finding = findOrPayForJob(account, entry, wanted, upload);
		const job = await finding.catch((error: unknown): 'next' => {
			const isRefusal = error instanceof TagPdfError && error.code === 'INVALID_REQUEST';
			// The upload of an earlier try may have expired: another one follows.
			if (isSentAgain && isRefusal) return 'next';
			if (isGone(error) && ledger.abandonJob(entry)) return 'next';
			throw error;
		});
		if (!job) return undefined;
		if (job === 'next') continue;
		if (job.status !== 'failed' || !ledger.abandonJob(entry)) return { entry, job };
	}
}

/**
 * The job of the current key: the known one, or the one that a submission names.
 *
 * @returns undefined if there is none, and no upload to submit
 */
async function findOrPayForJob(
	account: Account,
	entry: Entry,
	{ fileName, options, owner, retryUntil, turn }: DocumentToSubmit<unknown>,
	upload: Upload | undefined,
): Promise<Job | undefined> {
	const { id, ledger, maximum, signal } = account;
	if (entry.jobId !== undefined) return await askForJob(account, entry, { retryUntil });
	if (entry.body !== undefined) return await send(account, entry, entry.body);
	if (!upload) return undefined;
	const { digest, uploadKey } = upload;
	if (ledger.claim('uploads', [id, uploadKey], entry.content) === 'taken')
		throw createSharedError(account, 'createUpload', 'it gave two documents the same upload key');
	const submission: JobSubmission = { key: uploadKey, filename: fileName, options };
	entry.key ??= computeIdempotencyKey(digest, options, owner, listKeys(entry).length);
	if (entry.isCounted !== true) await ledger.admit(entry, maximum, turn, signal);
	return await send(account, entry, JSON.stringify(submission));
}

/**
 * Asks for the state of the document's job; free.
 *
 * @param freshUntil a later answer (epoch ms) would not show that the job had ended before
 */
async function askForJob(
	account: Account,
	entry: Entry,
	options: CallOptions,
	freshUntil = Infinity,
): Promise<Job> {
	const { ledger, runtime, service, signal } = account;
	const { jobId = '' } = entry;
	const job = await service.getJob(jobId, { ...options, job: { jobId, jobExists: true }, signal });
	judgeJob(account, entry, job, runtime.now() <= freshUntil && hasEnded(job));
	ledger.recordJob(entry, job);
	return job;
}

/**
 * POST /v1/jobs under the entry's key. A submission that made no job counts nothing. One that may have made a job is
 * sent again as it is.
 *
 * @throws TagPdfError with the key if a job may exist: only the key leads to that job
 */
async function send(account: Account, entry: Entry, body: string): Promise<Job> {
	const { ledger, runtime, service, signal } = account;
	const { key = '' } = entry;
	const askAgainTries = ledger.hasConflict ? runtime.limits.submission.conflictTries : undefined;
	entry.body = body;
	const submitting = service.submitJob(body, key, { askAgainTries, signal });
	const submitted = await submitting.catch((error: unknown) => {
		if (!(error instanceof TagPdfError)) throw error;
		if (error.facts.jobMayExist === true) {
			entry.unansweredIn = ledger.executionId;
			// n8n shows no error of a run that is stopped.
			runtime.log(
				'warn',
				`a submission under the key ${key} had no answer: its job may be paid for`,
			);
		}
		if (error.code === 'CONFLICT') ledger.hasConflict = true;
		if (error.code === 'INVALID_REQUEST') delete entry.body;
		const isInDoubt = entry.unansweredIn !== undefined;
		if (isInDoubt) throw error.addFacts({ jobMayExist: true, idempotencyKey: key });
		ledger.undo(entry);
		// The key leads to the line of the log that names the job.
		throw error.code === 'CONFLICT' ? error.addFacts({ idempotencyKey: key }) : error;
	});
	if (!submitted.isFirstAnswer) entry.unansweredIn = ledger.executionId;
	return await acceptJob(account, entry, submitted.job);
}

/** Records the job that a submission has named. @returns the job in its current state */
async function acceptJob(account: Account, entry: Entry, job: Job): Promise<Job> {
	const { id, ledger, runtime } = account;
	const claimed = ledger.claim('jobs', [id, job.id], entry.content);
	if (claimed === 'taken') {
		entry.unansweredIn = ledger.executionId;
		throw createSharedError(account, 'submitJob', `it returned job ${job.id} for two documents`);
	}
	delete entry.body;
	entry.jobId = job.id;
	if (claimed === 'known') {
		// Its entry was dropped, with its credits in the sum. This execution may have made it, so nothing follows it.
		Object.assign(entry, { isCounted: false, judgedIn: ledger.executionId, paidBefore: null });
	}
	ledger.recordJob(entry, job);
	// After a crash, users find the ID of a job in the log.
	runtime.log('info', `job ${job.id} was submitted under the key ${entry.key}`);
	const isRepeated = !hasEnded(job) && findAge(account, entry, job) === 'earlier';
	const freshUntil = runtime.now() + runtime.limits.submission.freshStateMs;
	const ask = async (deadline?: number) =>
		await askForJob(account, entry, { deadline }, freshUntil);
	// The service may have repeated its first answer, which says how the job began. Without an answer, as after Stop,
	// the job is in doubt this execution's own.
	const asking = isRepeated ? ask(freshUntil) : Promise.resolve(job);
	const current = await asking
		// A 404 of two seconds does not show that a paid job is gone.
		.catch(async (error: unknown) => (isGone(error) ? await ask() : job))
		.catch((error: unknown) => {
			if (!isGone(error)) return job;
			judgeJob(account, entry, job, true);
			throw error;
		});
	judgeJob(account, entry, current);
	return current;
}

/**
 * Decides once per execution whether a job is an earlier one: it had ended before this execution first asked
 * for it, and it was made well before. In doubt it belongs to this execution, which makes no second one.
 */
function judgeJob(account: Account, entry: Entry, job: Job, isOver = hasEnded(job)): void {
	const { executionId } = account.ledger;
	if (entry.judgedIn === executionId) return;
	const age = findAge(account, entry, job);
	const isEarlier = isOver && age === 'earlier' && entry.unansweredIn !== executionId;
	if (entry.judgedIn === undefined) {
		entry.paidBefore = isEarlier ? true : age === 'new' ? false : null;
		if (isEarlier && entry.unansweredIn === undefined) entry.isCounted = false;
	}
	entry.createdAt = job.created_at;
	entry.judgedIn = executionId;
	entry.isEarlier = isEarlier;
}

/**
 * Whether a job was made well before this execution's first answer, and before the answer that names it, or
 * between the two. All times come from the service, so the clock of n8n's machine decides nothing. Two jobs of
 * one document that were made within seconds show that they are wrong: then no job is earlier.
 */
function findAge(account: Account, entry: Entry, job: Job): 'earlier' | 'new' | undefined {
	const { id, ledger, runtime, service } = account;
	const firstDate = ledger.getServiceMemory(id).firstDate ?? NaN;
	const date = service.getDateOf(job) ?? NaN;
	const created = readTime(job.created_at);
	if (created >= firstDate && created <= date + DATE_STEP_MS) return 'new';
	const isBefore = Math.min(firstDate, date) - created > runtime.limits.submission.earlierMs;
	const apartMs = Math.abs(created - readTime(entry.previous?.createdAt));
	return isBefore && !(apartMs <= SAME_MOMENT_MS) ? 'earlier' : undefined;
}

/** A second job is made only if the first is older than `earlierMs`. */
const SAME_MOMENT_MS = 10_000;

/** The `Date` header has no milliseconds. */
const DATE_STEP_MS = 1_000;

/** A date with its zone (ISO 8601). Without one, nobody knows when it was. */
const ZONED_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** A date with its zone as epoch ms; NaN if it is missing or unreadable. */
function readTime(at: unknown): number {
	return typeof at === 'string' && ZONED_DATE.test(at) ? Date.parse(at) : NaN;
}

/** The service gives one thing to two documents: one of them would get the other's tagged PDF. */
function createSharedError(
	account: Account,
	request: 'createUpload' | 'submitJob',
	reason: string,
): TagPdfError {
	const server = readHost(account.runtime.baseUrl);
	const failure = { kind: 'unreadable', reason } as const;
	const jobMayExist = request === 'submitJob';
	return new TagPdfError('UNEXPECTED_ANSWER', { request, server, failure, tries: 1, jobMayExist });
}
