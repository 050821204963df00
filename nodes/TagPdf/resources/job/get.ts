import type { Operation } from '../../operation';
import { jobIdOf, jobIdProperty } from '../../parameters/jobId';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { toolDescription } from '../../parameters/toolDescription';

const show = { resource: ['job'], operation: ['get'] };

/** The job as it is now, in whatever state. */
export const get: Operation = {
	description: [
		toolDescription(show, 'Read the state of a job by its id. Free. Returns the job as JSON.'),
		jobIdProperty(show),
		optionsProperty(show, [maxInFlight]),
	],
	execute: async (item) => {
		const job = await item.service.getJob(jobIdOf(item), { signal: item.signal });
		return [{ json: { ...job } }];
	},
};
