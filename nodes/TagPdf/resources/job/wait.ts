import { optionsProperty, waitOptions } from '../../options';
import type { Operation } from '../../operation';
import { completed, waitTimeoutOf } from './completion';
import { jobIdOf, jobIdProperty } from './jobId';

const show = { resource: ['job'], operation: ['wait'] };

/** The job once it is completed. */
export const wait: Operation = {
	description: [jobIdProperty(show), optionsProperty(show, waitOptions)],
	execute: async (run, itemIndex) => {
		const { service, signal } = run;
		const timeoutMs = waitTimeoutOf(run, itemIndex);
		const known = await service.getJob(jobIdOf(run, itemIndex), { signal });
		return { json: { ...(await completed(run, known, timeoutMs)) } };
	},
};
