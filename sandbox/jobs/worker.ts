import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastq, { type queueAsPromised } from 'fastq';
import { createEnding } from '../state/ending';
import { messageOf } from '../messageOf';
import type { SandboxOptions } from '../options';
import type { Tagger } from '../tagging/tagger';
import { unreadable } from '../tagging/pages';
import { worsen } from '../tagging/worsen';
import type { JobRecord } from './job';
import { processingMs } from './processingTime';

/** The reason in a few words, and its details. */
function reasonOf(error: unknown): Pick<JobRecord, 'failure' | 'failureDetail'> {
	const cause = error instanceof Error ? error.cause : undefined;
	return {
		failure: messageOf(error),
		failureDetail: cause === undefined ? null : messageOf(cause),
	};
}

/** Processes jobs in order of arrival, `parallelJobs` at a time. */
export class Worker {
	private readonly queue: queueAsPromised<JobRecord>;
	private ending = createEnding();
	private processed = 0;

	/**
	 * @param folder where results are written
	 * @param finished is called when a job has become `completed` or `failed`
	 */
	constructor(
		private readonly tagger: Tagger,
		private readonly folder: string,
		private readonly options: SandboxOptions,
		private readonly finished: (job: JobRecord) => void,
	) {
		this.queue = fastq.promise(async (job) => await this.process(job), options.parallelJobs);
	}

	enqueue(job: JobRecord): void {
		// Processing never rejects: an error becomes the job's failure.
		void this.queue.push(job);
	}

	/** Ends running and waiting jobs silently; they stay unfinished. */
	end(): void {
		this.queue.kill();
		this.ending.abort();
	}

	/** Ends all jobs, and is ready for more. */
	clear(): void {
		this.end();
		this.ending = createEnding();
		this.processed = 0;
	}

	private async process(job: JobRecord): Promise<void> {
		const { signal } = this.ending;
		const path = join(this.folder, job.resultKey);
		const outcome = await this.tag(job, path, signal).then(
			(result) => ({ status: 'completed', result }) as const,
			(error: unknown) => ({ status: 'failed', ...reasonOf(error) }) as const,
		);
		rmSync(job.source, { force: true });
		if (signal.aborted) {
			rmSync(path, { force: true });
			return;
		}
		this.finished(Object.assign(job, outcome, { finishedAt: this.options.now() }));
	}

	private async tag(job: JobRecord, path: string, signal: AbortSignal) {
		this.processed += 1;
		await this.options.sleep(processingMs(this.processed, this.options), signal);
		if (job.failOnOrder || this.options.fails(job.sha256)) throw new Error('failed on order');
		if (job.pages === null) throw new Error(await unreadable(job.source));
		await this.tagger.tag(job.source, path, signal);
		if (job.worseOnOrder) await worsen(path);
		return { path, bytes: (await stat(path)).size };
	}
}
