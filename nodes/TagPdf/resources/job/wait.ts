import type { Operation } from '../../operation';
import { jobIdOf, jobIdProperty } from '../../parameters/jobId';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { waitTimeout, waitTimeoutOf } from '../../parameters/waitTimeout';
import { toolDescription } from '../../parameters/toolDescription';
import { completed } from '../../taggedItem';

const show = { resource: ['job'], operation: ['wait'] };

/** The job once it is completed. */
export const wait: Operation = {
	description: [
		toolDescription(
			show,
			'Wait until a job is completed, by its id. Free. Returns the job as JSON.',
		),
		jobIdProperty(show),
		optionsProperty(show, [maxInFlight, waitTimeout]),
	],
	execute: async (item) => {
		const { runtime, service, signal } = item;
		const began = runtime.now();
		const deadline = began + waitTimeoutOf(item);
		const patience = { signal, deadline, patientUntil: deadline };
		const known = await service.getJob(jobIdOf(item), patience);
		return [{ json: { ...(await completed(item, known, deadline, began)) } }];
	},
};
