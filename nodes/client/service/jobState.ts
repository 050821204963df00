import type { Job } from './contract';

const STATE_PATTERN = /^[a-z][a-z_-]{0,29}$/;

/**
 * The state of a job, for messages and records. The interface (3) has three states, and later versions may
 * have more. The node waits for all but `completed` and `failed` as for `processing`.
 */
export function readJobState(job: Job): string {
	const status: unknown = job.status;
	return typeof status === 'string' && STATE_PATTERN.test(status) ? status : 'processing';
}
