import type { INodeProperties } from 'n8n-workflow';

import { parseHttpUrl } from '../../../client/address';
import { TagPdfError } from '../../../client/errors';
import { type CallOptions, isJobId, type Job, toJobFacts } from '../../../client/service';
import { quoteValue } from '../../shared/errorTexts';
import { InputError } from '../../shared/inputError';
import type { Task } from '../operation';

/** How the Job operations find their job. */

/** Finds the ID in an event of the trigger, in the field `job` beside kept input data, or in an item that is a job. */
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
 * Gets the item's job as it is now. Just after an event or after Submit, the service may not show the job yet, so the
 * node asks again for some seconds if the job is not found.
 *
 * @throws InputError if the ID is not valid, or TagPdfError as `Service.getJob` does
 */
export async function findJob(task: Task, options: CallOptions = {}): Promise<Job> {
	const { service, signal } = task.connection;
	return await service.getJob(readJobId(task), { mayBeNew: true, signal, ...options });
}

/**
 * Gets the item's job, which must be completed. Just after an event, the service may still show an earlier state, so
 * the node asks again for some seconds before it throws `NOT_COMPLETED`.
 *
 * @throws TagPdfError `JOB_FAILED`, `NOT_COMPLETED`, or the errors of {@link findJob}
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
 * Reads the ID and does not trim it: spaces around it may be a part of it.
 *
 * @throws InputError if the parameter is empty, has the API key in it, or is not a valid ID
 */
function readJobId({ connection, context, index }: Task): string {
	const value = context.getNodeParameter('jobId', index) as unknown;
	const isText = typeof value === 'string' || typeof value === 'number';
	// A list or an object is not shown, because it may have the API key in it.
	if (!isText && value !== null && value !== undefined)
		throw new InputError({ message: "'Job ID' is not a text", fix: 'Enter the ID of a job.' });
	const jobId = isText ? String(value) : '';
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
	// It would be shown whole, with its signature.
	if (parseHttpUrl(jobId)?.search) {
		throw new InputError({ message: "'Job ID' is an address", fix: 'Enter the ID of a job.' });
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
