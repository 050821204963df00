import type { INodeProperties } from 'n8n-workflow';

import { fetchResult } from '../../client/download';
import { TagPdfError } from '../../client/errors';
import { type CallOptions, isJobId, type Job, toJobFacts } from '../../client/service';
import { createProperties, type Task, type Operation } from './operation';
import { keepInputData, maxInFlight, taggedFileName, waitTimeout } from './options';
import {
	createTaggedItem,
	nameTaggedPdf,
	outputFieldProperty,
	readKeepInputData,
	readOutput,
} from './output';
import { createSave } from '../shared/binary';
import { quoteValue } from '../shared/errorTexts';
import { InputError } from '../shared/inputError';
import { readOption } from '../shared/parameters';

/** Finds the ID in an event of the trigger, in a job beside kept input data, or in a job alone. */
const DEFAULT_EXPRESSION = '={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}';

const jobIdProperty: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: DEFAULT_EXPRESSION,
	placeholder: 'e.g. 8f14e45f',
	hint: 'Filled in if the item comes from the trigger or Document → Submit. Otherwise, enter the ID that Submit returned.',
	description: 'ID of the job whose state or tagged PDF you want',
};

/** The job in its current state. */
const get: Operation = {
	name: 'Get',
	action: 'Get job status',
	description: 'Get the status of a job as it is now; free',
	toolDescription: 'Read the state of a job by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxInFlight],
	execute: async (task) => ({ json: { ...(await findJob(task)) } }),
};

/** The job once it is completed. */
const wait: Operation = {
	name: 'Wait',
	action: 'Wait for job',
	description: 'Wait until a job is completed, without downloading the tagged PDF; free',
	toolDescription: 'Wait until a job is completed, by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxInFlight, waitTimeout],
	execute: async (task) => {
		const { connection, context, index, state } = task;
		const { runtime, watcher } = connection;
		const since = runtime.now();
		const deadline = since + readOption(context, index, waitTimeout) * 1000;
		const known = await findJob(task, { deadline, retryUntil: deadline });
		const onState = (job: Job) => (state.job = job);
		const done = await watcher.awaitCompletion(known, { since, deadline }, onState);
		return { json: { ...done } };
	},
};

/** The tagged PDF of a job that is completed. */
const download: Operation = {
	name: 'Download',
	action: 'Download tagged PDF',
	description: 'Get the tagged PDF of a completed job; free',
	toolDescription:
		'Put the tagged PDF of a completed job into n8n. Free. Returns the job as JSON, without the file.',
	parameters: [jobIdProperty, outputFieldProperty],
	options: [keepInputData, maxInFlight, taggedFileName],
	execute: async (task) => {
		const output = readOutput(task);
		const addInputData = readKeepInputData(task);
		const job = await getCompletedJob(task);
		const { runtime, service, signal } = task.connection;
		const taggedName = nameTaggedPdf(undefined, job, output.fileName);
		const save = createSave(task.context, taggedName);
		const tagged = await fetchResult(runtime, service, job.id, save, { signal });
		return addInputData(createTaggedItem(job, taggedName, output.binaryField, tagged));
	},
};

/** The service's Result (interface 2.4) and its time of expiry, for systems that download by URL. */
const getDownloadLink: Operation = {
	name: 'Get Download Link',
	action: 'Get download link for tagged PDF',
	description: 'Get a short-lived link to a tagged PDF that works without signing in; free',
	toolDescription:
		'Get a short-lived link to the tagged PDF of a completed job by its id. Free. Returns result_url and expires_at as JSON; anyone who has the link can read the document.',
	parameters: [jobIdProperty],
	options: [maxInFlight],
	execute: async (task) => {
		const { service, signal } = task.connection;
		const { id } = await getCompletedJob(task);
		const asked = Date.now();
		const result = await service.getResult(id, { signal });
		// Counted from before the request, so that the time of expiry is never too late.
		return { json: { ...result, expires_at: toIsoTime(asked, result.expires_in) } };
	},
};

export const jobOperations = { download, get, getDownloadLink, wait };
export const jobProperties = createProperties('job', jobOperations, { default: 'get' });

/**
 * The item's job as it is now. An event may be faster than the service that is asked, and Submit may have been the node
 * before, so a job that is not found is asked for again for some seconds.
 */
async function findJob(task: Task, options: CallOptions = {}): Promise<Job> {
	const { service, signal } = task.connection;
	return await service.getJob(readJobId(task), { mayBeNew: true, signal, ...options });
}

/**
 * The item's job, which must be completed. It has some seconds for that, for the same reasons.
 *
 * @throws TagPdfError `JOB_FAILED` or `NOT_COMPLETED`
 */
async function getCompletedJob(task: Task): Promise<Job> {
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

/** @returns null if `seconds` is not a number, or the date is out of range */
function toIsoTime(from: number, seconds: unknown): string | null {
	if (typeof seconds !== 'number') return null;
	const time = new Date(from + seconds * 1000);
	return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/**
 * The ID as it is: spaces around it may be a part of it.
 *
 * @throws InputError if the parameter is empty or not a valid ID
 */
function readJobId({ context, index }: Task): string {
	const value = context.getNodeParameter('jobId', index) as unknown;
	const jobId = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	if (jobId.trim() === '') {
		throw new InputError({
			message: "'Job ID' is empty",
			fix: 'Enter the ID of a job.',
			more: 'Document → Submit and the trigger return it.',
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
