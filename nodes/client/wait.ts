import { pollIntervalMs } from './backoff';
import type { Job } from './contract';
import { jobFailed, stopped, waitTimeout } from './errors';
import type { Host } from './host';
import { limits } from './limits';
import type { Service } from './service';

interface WaitOptions {
	/** Milliseconds from now. */
	timeoutMs: number;
	signal: AbortSignal | undefined;
	/** Called with every state of the job that is seen. */
	onState?: (job: Job) => void;
}

/**
 * Polls a job until it is completed (interface 3), from the state that is already known.
 *
 * @throws TagPdfError `JOB_FAILED`, `WAIT_TIMEOUT`, or what a poll throws; each names the job
 */
export async function waitForJob(
	host: Host,
	service: Service,
	known: Job,
	{ timeoutMs, signal, onState }: WaitOptions,
): Promise<Job> {
	const began = host.now();
	const deadline = began + timeoutMs;
	let job = known;
	for (;;) {
		onState?.(job);
		if (job.status === 'completed') return job;
		if (job.status === 'failed') throw jobFailed(job.id);

		const now = host.now();
		if (now >= deadline) throw waitTimeout(job.id, job.status, now - began);
		const pause = pollIntervalMs(now - began, host.random(), {
			minMs: limits.pollMinMs,
			maxMs: limits.pollMaxMs,
		});
		await host.sleep(Math.min(pause, deadline - now), signal);
		if (signal?.aborted) throw stopped(signal, job.id);
		job = await service.getJob(job.id, { signal, deadline });
	}
}
