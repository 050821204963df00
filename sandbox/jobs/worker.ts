import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fastq from 'fastq';
import type { Service } from '../service';
import type { JobRecord } from './job';

/** A worker that processes so many jobs at a time as `parallelJobs` says, in order of arrival. */
export function startWorker(service: Service): (job: JobRecord) => void {
	const queue = fastq.promise(
		(job: JobRecord) => process(service, job),
		service.options.parallelJobs,
	);
	service.closing.addEventListener('abort', () => queue.kill());
	// `process` never rejects: what goes wrong is the job's failure.
	return (job) => void queue.push(job);
}

/** Processes one job to its end and tells of it. When the sandbox closes, it stays unfinished. */
async function process(service: Service, job: JobRecord): Promise<void> {
	const { closing, events, options, tagger } = service;
	try {
		await setTimeout(options.processingMs, undefined, { signal: closing });
		if (job.failOnOrder) throw new Error('failed on order');
		if (job.pages === null) throw new Error('the document cannot be read as a PDF');
		const path = join(service.folder, job.resultKey);
		await tagger.tag(job.source, path, closing);
		job.result = { path, bytes: (await stat(path)).size };
		job.status = 'completed';
	} catch (error) {
		if (closing.aborted) return;
		job.status = 'failed';
		job.failure = error instanceof Error ? error.message : String(error);
		if (options.refundFailedJobs) refund(service, job);
	}
	job.finishedAt = options.now();
	// Jobs forgotten by a reset end in silence.
	if (service.jobs.get(job.id) === job) events.emit('job finished', job);
}

function refund({ accounts, ledger, options }: Service, job: JobRecord): void {
	const account = accounts.find(({ accountId }) => accountId === job.accountId);
	if (!account || job.creditsUsed === 0) return;
	account.credits += job.creditsUsed;
	ledger.entries.push({
		kind: 'refund',
		accountId: job.accountId,
		jobId: job.id,
		pages: job.pages,
		credits: job.creditsUsed,
		sha256: job.sha256,
		idempotencyKey: job.idempotencyKey,
		at: options.now(),
	});
	job.creditsUsed = 0;
}
