import type { Operation } from '../../operation';
import { jobIdProperty, readJobId } from '../../parameters/jobId';
import { maxInFlight, readWaitTimeout, waitTimeout } from '../../parameters/limits';
import { waitForCompletion } from '../../taggedItem';

/** The job once it is completed. */
export const wait: Operation = {
	toolDescription: 'Wait until a job is completed, by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxInFlight, waitTimeout],
	execute: async (item) => {
		const { runtime, service, signal } = item;
		const began = runtime.now();
		const deadline = began + readWaitTimeout(item);
		const callOptions = { signal, deadline, retryUntil: deadline };
		const known = await service.getJob(readJobId(item), callOptions);
		return [{ json: { ...(await waitForCompletion(item, known, deadline, began)) } }];
	},
};
