import { TagPdfError, throwIfStopped } from '../errors';
import type { Runtime } from '../runtime';
import { stateOf, type Job, type Service } from '../service';
import { pollIntervalMs } from './pollInterval';

interface WaitOptions {
	/** Milliseconds since the epoch; until then polls that may go well later are repeated. */
	deadline: number;
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
	runtime: Runtime,
	service: Service,
	known: Job,
	{ deadline, signal, onState }: WaitOptions,
): Promise<Job> {
	const began = runtime.now();
	const paid = { jobId: known.id, jobExists: true };
	let job = known;
	for (;;) {
		onState?.(job);
		if (job.status === 'completed') return job;
		if (job.status === 'failed') throw jobFailed(job);

		const now = runtime.now();
		const waitedMs = now - began;
		if (now >= deadline) {
			throw new TagPdfError('WAIT_TIMEOUT', { ...paid, jobStatus: stateOf(job), waitedMs });
		}
		const pause = pollIntervalMs(waitedMs, runtime.random(), runtime.limits.waiting);
		await runtime.sleep(Math.min(pause, deadline - now), signal);
		throwIfStopped(signal, paid);
		job = await service.getJob(job.id, { job: paid, signal, deadline, patientUntil: deadline });
	}
}

export function jobFailed({ id, status }: Job): TagPdfError {
	return new TagPdfError('JOB_FAILED', { jobId: id, jobExists: true, jobStatus: status });
}
