import { ofJob } from './errors';
import type { NamedStage } from './ledger';
import { chooseMissingTries, isGone, judgeMissing } from './missing';
import { hasEnded, type Job } from './service';
import type { Connection } from './connection';

/** Looks at a job of a document. All of it is free: nothing here submits. */

/** What decides how long a look lasts. */
export interface LookOptions {
	/** Deadline (epoch ms) until which transient failures are retried: the job is paid for. */
	retryUntil?: number;
}

/** What the first look of an execution at a job has shown. */
interface FirstLook {
	/** Absent if the service no longer has it. */
	job?: Job;
	isOfNoUse: boolean;
}

/**
 * Takes an execution's first look at a job. The service may answer a submission with the job as it was at first, so an
 * unfinished job is asked for once more.
 *
 * @param answered the job in the submission's answer; undefined if nothing was submitted now
 * @throws TagPdfError if nothing is known about the job's state
 */
export async function takeFirstLook(
	connection: Connection,
	stage: NamedStage,
	answered: Job | undefined,
	options: LookOptions,
): Promise<FirstLook> {
	if (answered && hasEnded(answered)) return await judgeState(connection, stage, answered, options);
	let error: unknown;
	try {
		const job = await askForJob(connection, stage, { ...options, mayFollow: true });
		return await judgeState(connection, stage, job, options);
	} catch (thrown) {
		error = thrown;
	}
	if (isGone(error)) return { isOfNoUse: true };
	// Whatever the error is, the wait for the job will meet it, too.
	if (answered) return { job: answered, isOfNoUse: false };
	throw error;
}

/** A job that has failed is of no use, and so is one whose result the service no longer has. */
async function judgeState(
	{ service, signal }: Connection,
	stage: NamedStage,
	job: Job,
	{ retryUntil }: LookOptions,
): Promise<FirstLook> {
	if (job.status !== 'completed') return { job, isOfNoUse: job.status === 'failed' };
	let error: unknown;
	try {
		await service.getResult(job.id, { retryUntil, signal });
		return { job, isOfNoUse: false };
	} catch (thrown) {
		error = thrown;
	}
	return { job, isOfNoUse: isGone(judgeMissing(error, stage.createdAt, service.lastDate)) };
}

/** The state of a job that exists. */
export async function askForJob(
	{ runtime, service, signal }: Connection,
	{ createdAt, jobId }: NamedStage,
	{ mayFollow, retryUntil }: LookOptions & { mayFollow: boolean },
): Promise<Job> {
	const { retry } = runtime.limits;
	const missingTries = chooseMissingTries(retry, createdAt, service.lastDate, mayFollow);
	try {
		const job = ofJob(jobId);
		return await service.getJob(jobId, { retryUntil, missingTries, job, signal });
	} catch (error) {
		throw judgeMissing(error, createdAt, service.lastDate);
	}
}

/**
 * The job as it is now; free. The service may answer a repeated submission with the job as it was at first. If the job
 * has ended since, its event came before, and no other will come. So an unfinished job is asked for, unless this
 * execution, or one that it continues, has paid for it.
 *
 * @returns the known job if it is not asked for, or if its state cannot be read
 */
export async function askForCurrentState(
	{ ledger, service, signal }: Connection,
	{ documentId, job, paidBefore }: { documentId: string; job: Job; paidBefore: boolean | null },
): Promise<Job> {
	const isNew = paidBefore === false;
	if (isNew || hasEnded(job)) return job;
	try {
		const current = await service.getJob(job.id, { job: { jobId: job.id }, signal });
		ledger.see(documentId, current);
		return current;
	} catch {
		// The job is paid for, so it is returned even if its state cannot be read.
		return job;
	}
}
