import type { Connection } from './connection';
import type { Turn } from './creditLimit';
import { createMixupError, TagPdfError, throwIfStopped } from './errors';
import { computeIdempotencyKey, fingerprint } from './idempotencyKey';
import { compareAge } from './jobAge';
import {
	getJobNumber,
	type KnownDocument,
	nameDocument,
	type NamedStage,
	type NewDocument,
} from './ledger';
import { askForJob, type LookOptions, takeFirstLook } from './look';
import type { PdfFile } from './pdfFile';
import { type Job, type JobOptions, type JobSubmission, type SubmittedJob } from './service';
import { type StoredDocument, uploadDocument } from './upload';

export interface WantedJob<Skipped> {
	/** Names the unit in the execution. It is the same on a second try. */
	unitKey: string;
	turn: Turn;
	/**
	 * Identifies the source of the document before it is read, and is the same on a second try. If only its content
	 * identifies a document, this is a function that returns the content's SHA-256, hex. It is called only if an earlier
	 * try knew the unit.
	 */
	source: string | (() => Promise<string>);
	options: JobOptions;
	/** The execution that the job belongs to, with New Job per Execution. */
	owner?: readonly string[];
	/** How many jobs the document may have, in all executions together. */
	maxJobs: number;
	/** Deadline (epoch ms) for looking up the document's existing job. */
	retryUntil?: number;
	/**
	 * Reads the document for an upload. It is not called if an earlier try knew the unit's document and its job needs no
	 * upload. It may decide against the submission.
	 */
	prepare: () => Promise<{ document: PdfFile; pages?: number } | { skipped: Skipped }>;
}

/** The job of a document that this execution uses. */
export interface DocumentJob {
	documentId: string;
	/** The job as last seen. */
	job: Job;
	/** Which job of the document it is, from 1. */
	jobNumber: number;
	/** How many jobs the document may have: the highest number that a unit of it allows. */
	maxJobs: number;
	/** Whether an earlier execution has paid for it; null if the service's times do not tell. */
	paidBefore: boolean | null;
	/** This was the execution's first look at the job: if its result is gone, another job may follow. */
	isFirstLook: boolean;
}

/** A document in storage, ready to be submitted. */
type Upload = StoredDocument & {
	document: NewDocument;
	/**
	 * Name under which the document is submitted. It is not known before the document was read: a server may name the
	 * file.
	 */
	fileName: string;
	/** When storage had accepted it (epoch ms). */
	storedAt: number;
};

/**
 * Gets the one job of a document: the one that this execution knows, the one that the service returns for the
 * document's idempotency key, or a new one, which costs a credit per page.
 *
 * With `maxJobs` above 1, the next job follows one that is of no use: it has failed, or the service does not find it or
 * its result although it is more than a day old. A job that was made in this execution has no successor in it:
 * otherwise one execution would pay for one job after the other.
 *
 * @returns the job, or why the document is not submitted
 * @throws TagPdfError with the idempotency key if a job may exist although no answer named it
 */
export async function submitAndPayOnce<Skipped>(
	connection: Connection,
	wanted: WantedJob<Skipped>,
): Promise<DocumentJob | { skipped: Skipped }> {
	const { ledger } = connection;
	const { unitKey, options, owner, source } = wanted;
	const identifyUnit = (identity: string) => ({
		connection: connection.id,
		fingerprint: fingerprint([options, owner, identity]),
	});
	if (ledger.hasUnit(unitKey)) {
		const identity = typeof source === 'string' ? source : await source();
		const known = ledger.resumeUnit(unitKey, identifyUnit(identity));
		const resumed = known && (await findOrPayForJob(connection, known.id, wanted));
		if (resumed) return resumed;
	}
	const prepared = await prepareAndUpload(connection, wanted);
	if ('skipped' in prepared) return prepared;
	const { digest, pages } = prepared;
	const content = fingerprint([digest, options]);
	const jobsOf = fingerprint([content, owner]);
	const id = nameDocument(connection.id, jobsOf);
	const unit = identifyUnit(typeof source === 'string' ? source : digest);
	ledger.assign(unitKey, { ...unit, documentId: id });
	const isOfExecution = owner !== undefined;
	const document = { id, connection: connection.id, content, jobsOf, pages, isOfExecution };
	for (;;) {
		const found = await findOrPayForJob(connection, id, wanted, { ...prepared, document });
		if (found) return found;
		// Nothing is found only if this unit has joined the work of another one that had no upload. The next round uses this
		// unit's upload.
	}
}

async function prepareAndUpload<Skipped>(
	{ id, ledger, runtime, service, signal }: Connection,
	wanted: WantedJob<Skipped>,
): Promise<(Omit<Upload, 'document'> & { pages?: number }) | { skipped: Skipped }> {
	return await runtime.slots.transfers(async () => {
		throwIfStopped(signal);
		const ready = await wanted.prepare();
		if ('skipped' in ready) return ready;
		const { document, pages } = ready;
		// This is called before storage gets the file, which could replace the file of another document under the same key.
		const owner = Symbol(document.fileName);
		const claim = (uploadKey: string) => {
			const isOwn = ledger.claimUpload(id, uploadKey, owner);
			if (!isOwn) throw createMixupError('createUpload');
		};
		const stored = await uploadDocument(runtime, service, document, claim, signal);
		return { ...stored, fileName: document.fileName, storedAt: runtime.now(), pages };
	});
}

/**
 * Finds a document's job, or pays for it. All units that have the document share the work.
 *
 * @returns undefined if the next step needs an upload, and the work had none
 */
async function findOrPayForJob(
	connection: Connection,
	documentId: string,
	wanted: WantedJob<unknown>,
	upload?: Upload,
): Promise<DocumentJob | undefined> {
	const { ledger } = connection;
	ledger.allowJobs(documentId, wanted.maxJobs);
	for (;;) {
		const found = await ledger.share(documentId, wanted.turn, async (held) => {
			return await goThroughJobs(connection, documentId, { ...wanted, held }, upload);
		});
		// Another unit may have allowed more jobs meanwhile: a job that was the last one may have a successor now.
		if (!found || found.maxJobs >= ledger.getMaxJobs(documentId)) return found;
	}
}

/** `held.turn` is the earliest turn of all units that share the document. */
type SharedJob = WantedJob<unknown> & { held: { readonly turn: Turn } };

/**
 * Goes from job to job until one is of use, or the document may have no more.
 *
 * @returns undefined if the next step needs an upload, and there is none
 */
async function goThroughJobs(
	connection: Connection,
	documentId: string,
	wanted: SharedJob,
	upload: Upload | undefined,
): Promise<DocumentJob | undefined> {
	const { ledger } = connection;
	let jobNumber = 1;
	let answer: SubmittedJob | undefined;
	try {
		for (;;) {
			const document = ledger.getDocument(documentId);
			const stage = document?.stage;
			if (document) jobNumber = getJobNumber(document);
			if (document && stage?.name === 'named') {
				const found = await lookAt(connection, document, stage, answer, wanted);
				if (found) return found;
				// It is of no use: pay for the next one.
				jobNumber += 1;
			}
			if (stage?.name === 'sent') {
				// An earlier try has ended without an answer: nobody knows whether there is a job.
				ledger.doubt(documentId);
				// Undefined if the upload has expired: the next round sends the document with a new one.
				answer = await postJob(connection, documentId, {});
				continue;
			}
			if (!upload) return undefined;
			answer = await payForJob(connection, jobNumber, wanted, upload);
		}
	} catch (error) {
		const maxJobs = ledger.getMaxJobs(documentId);
		throw error instanceof TagPdfError ? error.addFacts({ jobNumber, maxJobs }) : error;
	}
}

/**
 * Looks at the document's job, which is free. If the document may have another job, an execution's first look decides
 * whether this one is of no use, and later looks keep that verdict.
 *
 * @param answer of the submission, if one has just named the job
 * @returns undefined if the document goes on to its next job
 * @throws TagPdfError if the job's state cannot be read, unless it is gone and the next job follows
 */
async function lookAt(
	connection: Connection,
	document: KnownDocument,
	stage: NamedStage,
	answer: SubmittedJob | undefined,
	options: LookOptions,
): Promise<DocumentJob | undefined> {
	const { ledger } = connection;
	const { id: documentId } = document;
	const jobNumber = getJobNumber(document);
	const maxJobs = ledger.getMaxJobs(documentId);
	const mayFollow = jobNumber < maxJobs;
	const found = { documentId, jobNumber, maxJobs, paidBefore: stage.paidBefore };
	const look = stage.look?.executionId === ledger.executionId ? stage.look : undefined;
	if (mayFollow && look?.isOfNoUse === true) return undefined;
	if (!mayFollow || look) {
		const job =
			answer?.job ?? (await askForJob(connection, stage, { ...options, mayFollow: false }));
		ledger.see(documentId, job);
		return { ...found, job, isFirstLook: false };
	}
	const { isOfNoUse, job } = await takeFirstLook(connection, stage, answer?.job, options);
	if (job) ledger.see(documentId, job);
	ledger.look(documentId, stage.jobId, isOfNoUse);
	if (isOfNoUse || !job) return undefined;
	return { ...found, job, isFirstLook: true };
}

/**
 * Submits a document under the idempotency key of its next job. If the service has no job under this key, it makes one,
 * which costs a credit per page.
 */
async function payForJob(
	connection: Connection,
	jobNumber: number,
	{ held, options, owner }: SharedJob,
	{ document, ...upload }: Upload,
): Promise<SubmittedJob | undefined> {
	const { id, ledger, maximum, signal } = connection;
	const { digest, fileName, storedAt, uploadKey } = upload;
	if (!ledger.useUpload(document, uploadKey)) throw createMixupError('createUpload');
	// The document counts already if its first submission was in doubt, and its upload has expired then. It keeps its
	// idempotency key.
	if (ledger.getDocument(document.id)?.stage.name !== 'counted') {
		const idempotencyKey = computeIdempotencyKey({ digest, options, owner }, jobNumber);
		const count = () => ledger.count(document, idempotencyKey);
		const getSpent = () => ledger.getSpent(id);
		const request = { needed: ledger.estimateNeed(document), maximum, getSpent, count };
		await ledger.limit.admit(held.turn, request, signal);
	}
	const submission: JobSubmission = { key: uploadKey, filename: fileName, options };
	ledger.send(document.id, JSON.stringify(submission));
	return await postJob(connection, document.id, { storedAt });
}

/**
 * POST /v1/jobs with the document's body, under its idempotency key.
 *
 * @param storedAt when storage had accepted the upload (epoch ms); absent if the body was sent before
 * @returns undefined if the upload of a repeated body has expired
 * @throws TagPdfError with the idempotency key if a job may exist: only the key leads to that job
 */
async function postJob(
	connection: Connection,
	documentId: string,
	{ storedAt }: { storedAt?: number },
): Promise<SubmittedJob | undefined> {
	const { ledger, runtime, service, signal } = connection;
	const { body, idempotencyKey } = ledger.getSubmission(documentId);
	const { conflictTries, conflictsLastMs, newUploadMs } = runtime.limits.submission;
	const areLasting = ledger.hasLastingConflicts(runtime.now(), conflictsLastMs);
	const askAgainTries = areLasting ? conflictTries : undefined;
	let answer: SubmittedJob | undefined;
	let error: unknown;
	try {
		const mayBeNew = storedAt !== undefined && runtime.now() - storedAt < newUploadMs;
		const options = { askAgainTries, mayBeNew, signal };
		answer = await service.submitJob(body, idempotencyKey, options);
	} catch (thrown) {
		error = thrown;
	}
	if (answer) {
		acceptJob(connection, documentId, answer);
		return answer;
	}
	if (!(error instanceof TagPdfError)) throw error;
	if (error.code === 'CONFLICT') ledger.meetConflict(runtime.now());
	if (error.facts.jobMayExist === true) {
		ledger.doubt(documentId);
		// Logged as well as thrown: n8n shows no error of a run that is stopped, and the key would be lost.
		const key = `the idempotency key ${idempotencyKey}`;
		runtime.log('warn', `a submission under ${key} had no answer: its job may be paid for`);
	}
	const { isInDoubt } = ledger.getSubmission(documentId);
	if (isInDoubt) {
		if (error.code === 'INVALID_REQUEST') {
			ledger.expire(documentId);
			const isRepeated = storedAt === undefined;
			if (isRepeated) return undefined;
		}
		throw error.addFacts({ jobMayExist: true, idempotencyKey });
	}
	ledger.refuse(documentId);
	// A 409 makes no job. An earlier submission may have made one under this key: then n8n's log has that job's ID beside
	// the key.
	throw error.code === 'CONFLICT' ? error.addFacts({ idempotencyKey }) : error;
}

/**
 * Records the job that a submission has named. A job that was made in this execution has no successor in it, even if
 * the job has failed: otherwise a document that always fails would cost all the jobs that it may have.
 *
 * @throws TagPdfError if the service has named the job for another document, too
 */
function acceptJob(connection: Connection, documentId: string, { job, date }: SubmittedJob): void {
	const { id, ledger, runtime } = connection;
	const { document, idempotencyKey } = ledger.getSubmission(documentId);
	const claimed = ledger.claimJob(document, job.id);
	if (claimed === 'mixed up') {
		ledger.doubt(documentId);
		throw createMixupError('submitJob', job.id).addFacts({ idempotencyKey });
	}
	const isInSum = claimed === 'known';
	const named = { createdAt: job.created_at, date };
	const age = compareAge(named, ledger.getFirstDate(id));
	const paidBefore = PAID_BEFORE[age];
	ledger.name(documentId, job, { paidBefore, isInSum });
	// Executions that this one continues do not count here: a Retry may submit the next job.
	const isOfThisExecution = compareAge(named, ledger.getServiceMemory(id).firstDate) === 'since';
	// This execution, or one that it continues, has returned the job before, and then dropped its document.
	const isDropped = isInSum && !ledger.isJobOfTwin(documentId, job.id);
	if (isOfThisExecution || isDropped) ledger.look(documentId, job.id, false);
	// After a crash, users find the ID of a job in the log.
	const whose = paidBefore === true ? 'job of an earlier run:' : 'job';
	runtime.log('info', `${whose} ${job.id} has the idempotency key ${idempotencyKey}`);
}

const PAID_BEFORE = { earlier: true, since: false, unknown: null } as const;
