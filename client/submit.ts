import { isGone, TagPdfError, throwIfStopped } from './errors';
import { readHost } from './failure';
import { computeIdempotencyKey, fingerprint, type Entry, type Ledger, type Turn } from './ledger';
import type { Limits } from './limits';
import type { Runtime } from './runtime';
import type { Job, JobOptions, JobSubmission, Service } from './service';
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

/** A document that is ready for its upload. */
export interface ReadyDocument extends PdfFile {
	/** Expected cost in credits; absent if the pages were not counted. */
	pages?: number;
}

export interface DocumentToSubmit<Skipped> {
	/** Place of its item in the execution, the same on a second try. */
	slot: string;
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
	prepare: () => Promise<ReadyDocument | { skipped: Skipped }>;
}

/** The one job of a document. */
export interface DocumentJob {
	/** The document's name in the ledger. */
	document: string;
	/** Number of its idempotency key. */
	number: number;
	/** The job as last seen. */
	job: Job;
	/** Whether the job was made before this execution; null if that is not known. */
	paidBefore: boolean | null;
	/** Pages of the document; absent if they were not counted. */
	pages?: number;
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
	const { options, owner, slot, source, turn } = wanted;
	const item = fingerprint([account.id, options, owner, source]);
	const known = ledger.findDocument(slot, item);
	if (known !== undefined && mayResume(ledger.getEntry(known))) {
		const resumed = await ledger.share(known, turn, async () => await walk(account, known, wanted));
		if (resumed) return resumed;
	}
	const prepared = await runtime.slots.transfers.run(async () => {
		throwIfStopped(signal);
		const ready = await wanted.prepare();
		if ('skipped' in ready) return ready;
		const upload = await uploadDocument(runtime, account.service, ready, signal);
		return { ...upload, pages: ready.pages };
	});
	if ('skipped' in prepared) return prepared;
	const content = fingerprint([prepared.digest, options]);
	const document = fingerprint([account.id, content, owner]).slice(0, 32);
	ledger.rememberItem(slot, item, document);
	for (;;) {
		const work = async () => await walk(account, document, wanted, { ...prepared, content });
		const found = await ledger.share(document, turn, work);
		if (found) return found;
	}
}

/**
 * Prepares the next key of a document whose result is gone.
 *
 * @returns false if this execution may have paid for the job: it makes no second one
 */
export function abandonGoneJob({ ledger }: Account, { document, number }: DocumentJob): boolean {
	const entry = ledger.getEntry(document);
	// Another item with the same document was first.
	if (entry?.number !== number) return true;
	if (entry.isEarlier !== true) return false;
	ledger.beginNextKey(document);
	return true;
}

type Upload = StoredDocument & Pick<ReadyDocument, 'pages'> & { content: string };

function mayResume(entry: Entry | undefined): boolean {
	return entry?.jobId !== undefined || entry?.body !== undefined;
}

/**
 * Goes from key to key until a job is not an earlier one that has failed or is gone.
 *
 * @returns undefined if the next step needs an upload that the caller does not have
 */
async function walk(
	account: Account,
	document: string,
	wanted: DocumentToSubmit<unknown>,
	upload?: Upload,
): Promise<DocumentJob | undefined> {
	const { ledger } = account;
	for (;;) {
		const entry = ledger.getEntry(document);
		const { number: asked = 1 } = entry ?? {};
		refuseEndlessWalk(entry, account.runtime.limits.submission);
		const isOvertaken = () => (ledger.getEntry(document)?.number ?? asked) !== asked;
		const step = findJob(account, document, wanted, upload);
		const job = await step.catch((error: unknown): 'gone' => {
			const mayFollow = isOvertaken() || ledger.getEntry(document)?.isEarlier === true;
			if (isGone(error) && mayFollow) return 'gone';
			throw error;
		});
		if (!job) return undefined;
		// Another item with the document has found that the result is gone, and has begun the next key.
		if (isOvertaken()) continue;
		const { isEarlier, number = 1, pages, paidBefore = null } = ledger.getEntry(document) ?? {};
		if (job !== 'gone' && (isEarlier !== true || job.status !== 'failed'))
			return { document, number, job, paidBefore, pages };
		ledger.beginNextKey(document);
	}
}

/** The job of the current key: the known one, or the one that a submission names. */
async function findJob(
	account: Account,
	document: string,
	wanted: DocumentToSubmit<unknown>,
	upload?: Upload,
): Promise<Job | undefined> {
	const entry = account.ledger.getEntry(document);
	if (entry?.jobId !== undefined) return await askForJob(account, entry, wanted);
	if (upload) return await payForJob(account, document, wanted, upload);
	return entry?.body === undefined ? undefined : await sendAgain(account, document, entry);
}

/** @throws TagPdfError `FAILED_REPEATEDLY` */
function refuseEndlessWalk(entry: Entry | undefined, limits: Limits['submission']): void {
	const { failures = 0, number = 1 } = entry ?? {};
	if (failures < limits.failures && number <= limits.keys) return;
	throw new TagPdfError('FAILED_REPEATEDLY', { attempts: Math.max(failures, number - 1) });
}

/** Asks for the state of the document's job; free. */
async function askForJob(
	account: Account,
	entry: Entry,
	{ retryUntil }: Pick<DocumentToSubmit<unknown>, 'retryUntil'>,
): Promise<Job> {
	const { ledger, service, signal } = account;
	const { jobId = '' } = entry;
	const options = { job: { jobId, jobExists: true }, retryUntil, signal };
	const job = await service.getJob(jobId, options);
	judgeJob(account, entry, job);
	ledger.recordJob(entry, job);
	return job;
}

/** Sends the submission of an uploaded document, once its pages are counted. */
async function payForJob(
	account: Account,
	document: string,
	{ fileName, options, owner, turn }: DocumentToSubmit<unknown>,
	{ content, digest, pages, uploadKey }: Upload,
): Promise<Job> {
	const { ledger, maximum, signal } = account;
	const isOfExecution = owner ? true : undefined;
	const entry: Entry = ledger.getEntry(document) ?? { number: 1, content, isOfExecution, pages };
	if (!ledger.claimUpload(account.id, uploadKey, content)) {
		throw createSharedError(account, 'createUpload', 'it gave two documents the same upload key');
	}
	const submission: JobSubmission = { key: uploadKey, filename: fileName, options };
	const body = JSON.stringify(submission);
	entry.key ??= computeIdempotencyKey(digest, options, owner, entry.number);
	if (entry.body !== undefined) {
		const job = await sendAgain(account, document, entry);
		return job ?? (await send(account, document, entry, body));
	}
	const isAdmitted = entry.isCounted === true;
	const settle = isAdmitted
		? undefined
		: await ledger.admit(document, entry, { maximum, signal, turn });
	return await send(account, document, entry, body).finally(settle);
}

/**
 * Sends a submission again that had no answer, with the same bytes.
 *
 * @returns undefined if the service refuses them: their upload may have expired
 */
async function sendAgain(
	account: Account,
	document: string,
	entry: Entry,
): Promise<Job | undefined> {
	return await send(account, document, entry, entry.body ?? '').catch((error: unknown) => {
		if (error instanceof TagPdfError && error.code === 'INVALID_REQUEST') return undefined;
		throw error;
	});
}

/**
 * POST /v1/jobs under the entry's key.
 *
 * @throws TagPdfError with the key if a job may exist: only the key leads to that job
 */
async function send(account: Account, document: string, entry: Entry, body: string): Promise<Job> {
	const { ledger, runtime, service, signal } = account;
	const { key = '' } = entry;
	const askAgainMs = ledger.hasConflict ? runtime.limits.submission.laterConflictMs : undefined;
	entry.body = body;
	const submitting = service.submitJob(body, key, { askAgainMs, signal });
	const submitted = await submitting.catch((error: unknown) => {
		throw error instanceof TagPdfError ? keepDoubt(account, document, entry, error) : error;
	});
	if (!submitted.isFirstAnswer) entry.unansweredIn = ledger.executionId;
	return await acceptJob(account, entry, submitted.job);
}

/** A submission that made no job counts nothing. One that may have made a job is sent again as it is. */
function keepDoubt(
	{ ledger }: Account,
	document: string,
	entry: Entry,
	error: TagPdfError,
): TagPdfError {
	if (error.facts.jobMayExist === true) entry.unansweredIn = ledger.executionId;
	if (error.code === 'CONFLICT') ledger.hasConflict = true;
	if (error.code === 'INVALID_REQUEST') delete entry.body;
	if (entry.unansweredIn !== undefined)
		return error.addFacts({ jobMayExist: true, idempotencyKey: entry.key });
	ledger.undo(document);
	// The key leads to the line of the log that names the job.
	return error.code === 'CONFLICT' ? error.addFacts({ idempotencyKey: entry.key }) : error;
}

/** Records the job that a submission has named. @returns the job in its current state */
async function acceptJob(account: Account, entry: Entry, job: Job): Promise<Job> {
	const { id, ledger, runtime, service, signal } = account;
	const isKnown = ledger.hasJob(id, job.id);
	if (!ledger.claimJob(id, job.id, entry.content)) {
		entry.unansweredIn = ledger.executionId;
		throw createSharedError(account, 'submitJob', `it returned job ${job.id} for two documents`);
	}
	delete entry.body;
	entry.jobId = job.id;
	if (isKnown) {
		// Its entry was dropped, with its credits in the sum. This execution may have made it, so nothing follows it.
		Object.assign(entry, { isCounted: false, isEarlier: false, judgedIn: ledger.executionId });
	}
	// After a crash, users find the ID of a job in the log.
	runtime.log('info', `job ${job.id} was submitted under the key ${entry.key}`);
	let current = job;
	if (isOld(account, entry, job) && !hasEnded(job)) {
		// The service may have repeated its first answer, which says how the job began. A late answer, or none
		// after Stop, would not show that the job had ended before: in doubt it is this execution's own.
		const exists = { jobId: job.id, jobExists: true };
		const options = { job: exists, deadline: runtime.now() + PROMPT_MS, signal };
		current = await service.getJob(job.id, options).catch((error: unknown) => {
			if (!isGone(error)) return job;
			judgeJob(account, entry, job, true);
			throw error;
		});
	}
	judgeJob(account, entry, current);
	ledger.recordJob(entry, current);
	return current;
}

/**
 * Decides once per execution whether a job is an earlier one: it had ended before this execution first asked
 * for it, and it was made well before. In doubt it belongs to this execution, which makes no second one.
 */
function judgeJob(account: Account, entry: Entry, job: Job, isOver = hasEnded(job)): void {
	const { executionId } = account.ledger;
	if (entry.judgedIn === executionId) return;
	const isEarlier = isOver && isOld(account, entry, job) && entry.unansweredIn !== executionId;
	if (entry.judgedIn === undefined) {
		entry.paidBefore = isEarlier ? true : isMadeNow(account, job) ? false : null;
		if (isEarlier && entry.unansweredIn === undefined) entry.isCounted = false;
	}
	entry.createdAt = job.created_at;
	entry.judgedIn = executionId;
	entry.isEarlier = isEarlier;
}

/**
 * Whether a job was made well before this execution's first answer, and before the answer that names it. All
 * times come from the service, so the clock of n8n's machine decides nothing. Two jobs of one document that
 * were made at the same moment show that they are wrong: then no job is old.
 */
function isOld({ id, ledger, runtime, service }: Account, entry: Entry, job: Job): boolean {
	const { earlierMs } = runtime.limits.submission;
	const { firstDate } = ledger.getServiceMemory(id);
	const created = readTime(job.created_at);
	const before = Math.min(firstDate ?? NaN, service.getDateOf(job) ?? NaN) - created;
	return before > earlierMs && created !== readTime(entry.previousAt);
}

/** Whether the service's clock says that a job was made between this execution's first answer and the job's own. */
function isMadeNow({ id, ledger, service }: Account, job: Job): boolean {
	const { firstDate } = ledger.getServiceMemory(id);
	const created = readTime(job.created_at);
	return created >= (firstDate ?? NaN) && created <= (service.getDateOf(job) ?? NaN) + DATE_STEP_MS;
}

function hasEnded({ status }: Job): boolean {
	return status === 'completed' || status === 'failed';
}

/** Longest time to ask for a job's state after its submission. */
const PROMPT_MS = 2_000;
/** The `Date` header has no milliseconds. */
const DATE_STEP_MS = 1_000;

/** A date with its zone (ISO 8601). Without one, nobody knows when it was. */
const ZONED_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** A date with its zone as epoch ms; NaN if it is missing or unreadable. */
function readTime(at = ''): number {
	return ZONED_DATE.test(at) ? Date.parse(at) : NaN;
}

/** The service gives one thing to two documents: one of them would get the other's tagged PDF. */
function createSharedError(
	{ runtime }: Account,
	request: 'createUpload' | 'submitJob',
	reason: string,
): TagPdfError {
	return new TagPdfError('UNEXPECTED_ANSWER', {
		request,
		server: readHost(runtime.baseUrl),
		failure: { kind: 'unreadable', reason },
		tries: 1,
		jobMayExist: request === 'submitJob',
	});
}
