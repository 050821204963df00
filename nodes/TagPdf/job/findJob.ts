import type { INodeProperties } from 'n8n-workflow';

import { TagPdfError } from '../../../client/errors';
import { type CallOptions, isJobId, type Job, toJobFacts } from '../../../client/service';
import { quoteValue } from '../../shared/errorTexts';
import { InputError } from '../../shared/inputError';
import type { Task } from '../operation';

/** How the Job operations find their job. */

/** Finds the ID in an event of the trigger, in a job beside kept input data, or in a job alone. */
const DEFAULT_EXPRESSION = '={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}';

export const jobIdProperty: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: DEFAULT_EXPRESSION,
	placeholder: 'e.g. 8f14e45f',
	hint: 'Filled in if the item comes from the trigger or Document → Submit. Otherwise, enter the ID that Submit returned.',
	description: 'ID of the job whose state or tagged PDF you want',
};

/**
 * The item's job as it is now. An event may be faster than the service that is asked, and Submit may have been the node
 * before, so a job that is not found is asked for again for some seconds.
 */
export async function findJob(task: Task, options: CallOptions = {}): Promise<Job> {
	const { service, signal } = task.connection;
	return await service.getJob(readJobId(task), { mayBeNew: true, signal, ...options });
}

/**
 * The item's job, which must be completed. It has some seconds for that, for the same reasons.
 *
 * @throws TagPdfError `JOB_FAILED` or `NOT_COMPLETED`
 */
export async function getCompletedJob(task: Task): Promise<Job> {
	const { runtime, signal } = task.connection;
	const { backoffBaseMs, newJobTries } = runtime.limits.retry;
	for (let tries = 1; ; tries += 1) {
		const job = await findJob(task);
		task.state.job = job;
		if (job.status === 'completed') return job;
		if (job.status === 'failed') throw new TagPdfError('JOB_FAILED', toJobFacts(job));
		if (tries === newJobTries) throw new TagPdfError('NOT_COMPLETED', toJobFacts(job));
		await runtime.sleep(backoffBaseMs * 2 ** (tries - 1), signal);
	}
}

/**
 * The ID as it is: spaces around it may be a part of it.
 *
 * @throws InputError if the parameter is empty or not a valid ID
 */
function readJobId({ connection, context, index }: Task): string {
	const value = context.getNodeParameter('jobId', index) as unknown;
	const jobId = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	if (jobId.trim() === '') {
		throw new InputError({
			message: "'Job ID' is empty",
			fix: 'Enter the ID of a job.',
			more: 'Document → Submit and the trigger return it.',
		});
	}
	if (connection.runtime.secrets.isIn(jobId)) {
		throw new InputError({
			message: "'Job ID' has the API key in it",
			fix: 'Enter the ID of a job.',
			more: 'Errors and outputs show the ID.',
		});
	}
	if (!isJobId(jobId)) {
		throw new InputError({
			message: `'Job ID' is not valid: ${String(quoteValue(jobId))}`,
			fix: 'Enter the ID of a job.',
			more: 'It has no line breaks.',
		});
	}
	return jobId;
}
