import type { components } from '../../../contract/service';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Upload = Schemas['Upload'];
export type Job = Schemas['Job'];
export type JobOptions = Schemas['JobOptions'];
export type JobSubmission = Schemas['JobSubmission'];
export type Result = Schemas['Result'];

const MAX_ID_LENGTH = 255;

/**
 * Whether this ID can be used in a path (interface 4.4). `.` and `..` survive the encoding and change the
 * path. Half a surrogate pair cannot be encoded, and control characters break log lines.
 */
export function isJobId(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value !== '' &&
		value.length <= MAX_ID_LENGTH &&
		!/^\.\.?$|[\p{Surrogate}\p{Cc}]/u.test(value)
	);
}

const STATE_PATTERN = /^[a-z][a-z_-]{0,29}$/;

/**
 * The state of a job, for messages and records. The interface (3) has three states, and later versions may
 * have more. The node waits for all but `completed` and `failed` as for `processing`.
 */
export function readJobState(job: Job): string {
	const status: unknown = job.status;
	return typeof status === 'string' && STATE_PATTERN.test(status) ? status : 'processing';
}
