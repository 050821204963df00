import type { Operation } from '../../operation';
import { readJobId, createJobIdProperty } from '../../parameters/jobId';
import { maxInFlight } from '../../parameters/maxInFlight';
import { createOptionsProperty } from '../../parameters/options';
import { waitTimeout, readWaitTimeout } from '../../parameters/waitTimeout';
import { createToolDescription } from '../../parameters/toolDescription';
import { waitForCompletion } from '../../taggedItem';

const show = { resource: ['job'], operation: ['wait'] };

/** The job once it is completed. */
export const wait: Operation = {
	description: [
		createToolDescription(
			show,
			'Wait until a job is completed, by its id. Free. Returns the job as JSON.',
		),
		createJobIdProperty(show),
		createOptionsProperty(show, [maxInFlight, waitTimeout]),
	],
	execute: async (item) => {
		const { runtime, service, signal } = item;
		const began = runtime.now();
		const deadline = began + readWaitTimeout(item);
		const callOptions = { signal, deadline, retryUntil: deadline };
		const known = await service.getJob(readJobId(item), callOptions);
		return [{ json: { ...(await waitForCompletion(item, known, deadline, began)) } }];
	},
};
