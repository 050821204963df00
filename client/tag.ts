import { fetchResult, type Save } from './download';
import { TagPdfError } from './errors';
import { chooseMissingTries, isGone, judgeMissing } from './missing';
import { hasEnded, type Job } from './service';
import { type DocumentJob, submitAndPayOnce, type WantedJob } from './submit';
import type { Connection } from './connection';

/** A document whose job is completed, and whose tagged PDF was saved. */
export type TaggedDocument<Saved> = DocumentJob & { saved: Saved };

/**
 * Tags a document: gets its one job, which costs a credit per page if it is new, waits for it, and saves the tagged
 * PDF. If the execution's first look has shown that the job is completed, but its result is gone, the next job follows
 * if the document may have one.
 *
 * @param timeoutMs how long to wait for a job
 * @param save returns the function that saves the tagged PDF of a job
 * @throws TagPdfError that names the job, if there is one
 */
export async function tagAndPayOnce<Skipped, Saved>(
	connection: Connection,
	wanted: Omit<WantedJob<Skipped>, 'retryUntil'>,
	timeoutMs: number,
	save: (job: Job) => Save<Saved>,
): Promise<TaggedDocument<Saved> | { skipped: Skipped }> {
	const { ledger, runtime } = connection;
	for (let { turn } = wanted; ; turn = ledger.limit.takeTurn()) {
		const retryUntil = runtime.now() + timeoutMs;
		const submitting = submitAndPayOnce(connection, { ...wanted, turn, retryUntil });
		const found = await submitting.finally(() => ledger.limit.end(turn));
		if ('skipped' in found) return found;
		const { documentId, jobNumber, maxJobs } = found;
		let error: unknown;
		try {
			return { ...found, ...(await waitAndFetch(connection, found, timeoutMs, save)) };
		} catch (thrown) {
			error = thrown;
		}
		if (isGone(error) && found.isFirstLook && found.job.status === 'completed') {
			ledger.look(documentId, found.job.id, true);
			continue;
		}
		throw error instanceof TagPdfError ? error.addFacts({ jobNumber, maxJobs }) : error;
	}
}

/** Waits for a job and saves its tagged PDF; free. */
async function waitAndFetch<Saved>(
	{ ledger, runtime, service, signal, watcher }: Connection,
	{ documentId, isFirstLook, job }: DocumentJob,
	timeoutMs: number,
	save: (job: Job) => Save<Saved>,
): Promise<{ job: Job; saved: Saved }> {
	const since = runtime.now();
	const deadline = since + timeoutMs;
	const see = (state: Job) => ledger.see(documentId, state);
	try {
		const done = await watcher.awaitCompletion(job, { since, deadline }, see);
		const mayFollow = isFirstLook && hasEnded(job);
		const { retry } = runtime.limits;
		const missingTries = chooseMissingTries(retry, job.created_at, service.lastDate, mayFollow);
		const options = { signal, retryUntil: deadline, missingTries };
		const saved = await fetchResult(runtime, service, done.id, save(done), options);
		return { job: done, saved };
	} catch (error) {
		throw judgeMissing(error, job.created_at, service.lastDate);
	}
}
