import { rmSync } from 'node:fs';
import type { components } from '../../contract/service';
import type { SandboxOptions } from '../options';

type Job = components['schemas']['Job'];
type JobSubmission = components['schemas']['JobSubmission'];

/** A job as the sandbox keeps it. */
export interface JobRecord {
	id: string;
	accountId: string;
	status: Job['status'];
	filename: string | null;
	/** Options as they were sent. */
	sentOptions: Partial<NonNullable<JobSubmission['options']>> | undefined;
	/** Pages of the document; null when it could not be read. */
	pages: number | null;
	creditsUsed: number;
	/** SHA-256 of the document's content, hex. */
	sha256: string;
	/** Path of its document, which exists until the job has finished. */
	source: string;
	/** Path and bytes of the tagged PDF, once completed. */
	result: { path: string; bytes: number } | null;
	/** Name under which the storage serves the result. */
	resultKey: string;
	/** Whether a fault ordered this job to fail. */
	failOnOrder: boolean;
	/** Whether a fault ordered its result to be worse than its document. */
	worseOnOrder: boolean;
	/** Why it failed, in a few words; for the log and the Developers page, not part of the interface. */
	failure: string | null;
	/** Message of the tagger's program, for the log. */
	failureDetail: string | null;
	idempotencyKey: string | null;
	/** Milliseconds since the epoch. */
	createdAt: number;
	finishedAt: number | null;
}

/** Removes a job's documents. */
export function removeDocuments({ result, source }: JobRecord): void {
	for (const path of [source, result?.path]) if (path) rmSync(path, { force: true });
}

/** Returns the Job of interface 2.3; the switches decide its open points. */
export function toJob(job: JobRecord, options: SandboxOptions, requestId: string): Job {
	return {
		id: job.id,
		status: job.status,
		filename: options.nulls ? null : job.filename,
		credits_used: job.creditsUsed,
		options: options.nulls ? null : echoed(job, options.echoedOptions),
		created_at: new Date(job.createdAt).toISOString(),
		request_id: requestId,
	};
}

function echoed({ sentOptions }: JobRecord, reading: SandboxOptions['echoedOptions']) {
	if (reading === 'all') return { ocr: false, embed_fonts: false, ...sentOptions };
	return reading === 'as-sent' ? (sentOptions ?? null) : null;
}
