import type { Operation } from '../../operation';
import { readJobId, createJobIdProperty } from '../../parameters/jobId';
import { maxInFlight } from '../../parameters/maxInFlight';
import { createOptionsProperty } from '../../parameters/options';
import { createToolDescription } from '../../parameters/toolDescription';

const show = { resource: ['job'], operation: ['get'] };

/** The job in its current state. */
export const get: Operation = {
	description: [
		createToolDescription(
			show,
			'Read the state of a job by its id. Free. Returns the job as JSON.',
		),
		createJobIdProperty(show),
		createOptionsProperty(show, [maxInFlight]),
	],
	execute: async (item) => {
		const job = await item.service.getJob(readJobId(item), { signal: item.signal });
		return [{ json: { ...job } }];
	},
};
