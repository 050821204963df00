import type { Operation } from '../operation';
import { maxDocumentsAtOnce } from '../options';
import { findJob, jobIdProperty } from './findJob';

/** The job in its current state. */
export const get: Operation = {
	name: 'Get',
	action: 'Get job status',
	description: 'Get the status of a job as it is now; free',
	toolDescription: 'Read the state of a job by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxDocumentsAtOnce],
	execute: async (task) => ({ json: { ...(await findJob(task)) } }),
};
