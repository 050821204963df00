import type { Job } from './contract';

const WORD = /^[a-z][a-z_-]{0,29}$/;

/**
 * The state of a job, for messages and what is kept. The interface has three (3); a later version
 * may have more, and all but `completed` and `failed` are waited for like `processing`.
 */
export function stateOf(job: Job): string {
	const status: unknown = job.status;
	return typeof status === 'string' && WORD.test(status) ? status : 'processing';
}
