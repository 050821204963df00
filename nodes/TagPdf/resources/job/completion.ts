import type { INodeExecutionData } from 'n8n-workflow';

import type { Job } from '../../../client/contract';
import { downloadResult } from '../../../client/download';
import { TagPdfError } from '../../../client/errors';
import { safeFileName, taggedFileName } from '../../../client/fileName';
import { waitForJob } from '../../../client/wait';
import { numberOption } from '../../numbers';
import { DEFAULT_WAIT_TIMEOUT } from '../../options';
import type { Run } from '../../run';

/** Where an item wants its tagged PDF. */
export interface Output {
	binaryField: string;
	/** Empty: named after the document. */
	fileName: string;
}

/** The item's Wait Timeout, in milliseconds. */
export function waitTimeoutOf({ context }: Run, itemIndex: number): number {
	const seconds = numberOption(context, itemIndex, {
		name: 'waitTimeout',
		label: 'Wait Timeout',
		fallback: DEFAULT_WAIT_TIMEOUT,
		min: 1,
	});
	return seconds * 1000;
}

export function outputOf({ context }: Run, itemIndex: number): Output {
	const binaryField = context.getNodeParameter('outputBinaryField', itemIndex) as unknown;
	const fileName = context.getNodeParameter('options.outputFileName', itemIndex, '') as unknown;
	if (typeof binaryField !== 'string' || binaryField.trim() === '') {
		throw new TagPdfError({
			code: 'INVALID_INPUT',
			message: 'Put Output File in Field is empty',
			description: 'Enter the name of the binary field for the tagged PDF, e.g. data.',
		});
	}
	return {
		binaryField: binaryField.trim(),
		fileName: typeof fileName === 'string' ? fileName.trim() : '',
	};
}

/** Waits for a job, from its last known state. */
export async function completed(run: Run, job: Job, timeoutMs: number): Promise<Job> {
	const { host, service, signal, submissions } = run;
	return await waitForJob(host, service, job, {
		timeoutMs,
		signal,
		onState: (seen) => submissions.saw(seen),
	});
}

/**
 * The output item of a completed job: the service's Job as JSON, the tagged PDF as binary.
 *
 * @param documentName what the tagged PDF is named after unless the item names it
 */
export async function taggedItem(
	run: Run,
	job: Job,
	documentName: string | null,
	{ binaryField, fileName }: Output,
): Promise<INodeExecutionData> {
	const { context, host, service, signal } = run;
	const name = fileName === '' ? taggedFileName(documentName) : safeFileName(fileName);
	const binary = await downloadResult(
		host,
		service,
		job.id,
		async (content) => await context.helpers.prepareBinaryData(content, name, 'application/pdf'),
		signal,
	);
	return { json: { ...job }, binary: { [binaryField]: binary } };
}
