import type { INodeProperties } from 'n8n-workflow';

import { TagPdfError } from '../../client/errors';
import type { Job } from '../../client/service';
import { createJobFailedError } from '../../client/waiting';
import type { Item } from '../item';
import { createProperties, type Operation } from '../operation';
import { compareWithOriginal } from '../parameters/compareWithOriginal';
import { jobIdProperty, readJobId } from '../parameters/jobId';
import { maxFileSize, maxInFlight, readWaitTimeout, waitTimeout } from '../parameters/limits';
import { outputFieldProperty, readOutput, taggedFileNameOption } from '../parameters/output';
import { keepSource, readKeepSource } from '../parameters/source/keepSource';
import { prepareReport } from '../report/report';
import { createTaggedItem, waitForCompletion } from '../taggedItem';

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['job'] } },
	description: 'What to do with the job',
	options: [
		{
			name: 'Download',
			value: 'download',
			action: 'Download a tagged PDF',
			description: 'Get the tagged PDF of a completed job; free',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get the status of a job',
			description: 'Get the status of a job as it is now; free',
		},
		{
			name: 'Get Download Link',
			value: 'getDownloadLink',
			action: 'Get a download link for a tagged PDF',
			description: 'Get a short-lived link to a tagged PDF that works without signing in; free',
		},
		{
			name: 'Wait',
			value: 'wait',
			action: 'Wait for a job',
			description: 'Wait until a job is completed, without downloading the tagged PDF; free',
		},
	],
	default: 'get',
};

/** The job in its current state. */
const get: Operation = {
	toolDescription: 'Read the state of a job by its id. Free. Returns the job as JSON.',
	parameters: [jobIdProperty],
	options: [maxInFlight],
	execute: async (item) => {
		const job = await item.service.getJob(readJobId(item), { signal: item.signal });
		return [{ json: { ...job } }];
	},
};

/** The job once it is completed. */
const wait: Operation = {
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

/** The tagged PDF of a job that is completed. */
const download: Operation = {
	toolDescription:
		'Put the tagged PDF of a completed job into n8n. Free. Returns the job as JSON, without the file.',
	parameters: [jobIdProperty, outputFieldProperty],
	options: [keepSource, maxFileSize, maxInFlight, compareWithOriginal, taggedFileNameOption],
	execute: async (item) => {
		const output = readOutput(item);
		const addInputData = readKeepSource(item);
		// The original document of the job is not available.
		const addReport = await prepareReport(item, output.binaryField);
		const job = await getCompletedJob(item);
		return [addInputData(await addReport(await createTaggedItem(item, job, job.filename, output)))];
	},
};

/** The service's Result (interface 2.4) and its time of expiry, for systems that download by URL. */
const getDownloadLink: Operation = {
	toolDescription:
		'Get a short-lived link to the tagged PDF of a completed job by its id. Free. Returns result_url and expires_at as JSON; anyone who has the link can read the document.',
	parameters: [jobIdProperty],
	options: [maxInFlight],
	execute: async (item) => {
		const { service, signal } = item;
		const { id } = await getCompletedJob(item);
		const asked = Date.now();
		const result = await service.getResult(id, { signal });
		// Counted from before the request, so that the time of expiry is never too late.
		return [{ json: { ...result, expires_at: toIsoTime(asked, result.expires_in) } }];
	},
};

export const jobOperations = { download, get, getDownloadLink, wait };
export const jobProperties = [operation, ...createProperties('job', jobOperations)];

/**
 * Gets the item's job, which must be completed.
 *
 * @throws TagPdfError `JOB_FAILED` or `NOT_COMPLETED`
 */
export async function getCompletedJob(item: Item): Promise<Job> {
	const job = await item.service.getJob(readJobId(item), { signal: item.signal });
	item.recordJob(job);
	if (job.status === 'failed') throw createJobFailedError(job);
	if (job.status === 'completed') return job;
	throw new TagPdfError('NOT_COMPLETED', { jobId: job.id, jobExists: true });
}

/** @returns null if `seconds` is not a number, or the date is out of range */
function toIsoTime(from: number, seconds: unknown): string | null {
	if (typeof seconds !== 'number') return null;
	const time = new Date(from + seconds * 1000);
	return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
