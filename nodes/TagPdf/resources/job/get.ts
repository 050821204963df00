import { optionsProperty, parallelOptions } from '../../options';
import type { Operation } from '../../operation';
import { jobIdOf, jobIdProperty } from './jobId';

const show = { resource: ['job'], operation: ['get'] };

/** The job as it is now, in whatever state. */
export const get: Operation = {
	description: [jobIdProperty(show), optionsProperty(show, parallelOptions)],
	execute: async (run, itemIndex) => {
		const job = await run.service.getJob(jobIdOf(run, itemIndex), { signal: run.signal });
		return { json: { ...job } };
	},
};
