import type { Operation } from '../../operation';
import { jobIdProperty, readJobId } from '../../parameters/jobId';
import { maxInFlight } from '../../parameters/limits';

/** The job in its current state. */
export const get: Operation = {
	toolDescription: 'Read the state of a job by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxInFlight],
	execute: async (item) => {
		const job = await item.service.getJob(readJobId(item), { signal: item.signal });
		return [{ json: { ...job } }];
	},
};
