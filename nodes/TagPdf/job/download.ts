import { fetchResult } from '../../../client/download';
import { createSave } from '../../shared/binary';
import type { Operation } from '../operation';
import { keepInputDataOfDownload, maxDocumentsAtOnce, taggedFileName } from '../options';
import {
	createTaggedItem,
	nameTaggedPdf,
	outputFieldProperty,
	readKeepInputData,
	readOutput,
} from '../output';
import { getCompletedJob, jobIdProperty } from './findJob';

/** The tagged PDF of a job that is completed. */
export const download: Operation = {
	name: 'Download',
	action: 'Download tagged PDF',
	description: 'Get the tagged PDF of a completed job; free',
	toolDescription:
		'Put the tagged PDF of a completed job into n8n. Free. Returns the job as JSON, without the file.',
	parameters: [jobIdProperty, outputFieldProperty],
	options: [keepInputDataOfDownload, maxDocumentsAtOnce, taggedFileName],
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
