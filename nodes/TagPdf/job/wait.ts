import type { Job } from '../../../client/service';
import { readOption } from '../../shared/parameters';
import type { Operation } from '../operation';
import { maxDocumentsAtOnce, waitTimeout } from '../options';
import { findJob, jobIdProperty } from './findJob';

/** The job once it is completed. */
export const wait: Operation = {
	name: 'Wait',
	action: 'Wait for job',
	description: 'Wait until a job is completed, without downloading the tagged PDF; free',
	toolDescription: 'Wait until a job is completed, by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxDocumentsAtOnce, waitTimeout],
	execute: async (task) => {
		const { connection, context, index, state } = task;
		const { runtime, watcher } = connection;
		const since = runtime.now();
		const deadline = since + readOption(context, index, waitTimeout) * 1000;
		const known = await findJob(task, { deadline, retryUntil: deadline });
		const onState = (job: Job) => (state.job = job);
		const done = await watcher.awaitCompletion(known, { since, deadline }, onState);
		return { json: { ...done } };
	},
};
