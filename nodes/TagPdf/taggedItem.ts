import type { INodeExecutionData } from 'n8n-workflow';

import type { Job } from '../client/service';
import { fetchResult } from '../client/transfer';
import { createSave } from '../n8n/binary';
import type { Item } from './item';
import type { Output } from './parameters/output';

/**
 * Waits for a job, from its last known state, until a deadline (epoch ms).
 *
 * @param since when the wait began, if that was before this call
 */
export async function waitForCompletion(
	item: Item,
	job: Job,
	deadline: number,
	since?: number,
): Promise<Job> {
	return await item.watcher.awaitCompletion(job, { deadline, since, onState: item.recordJob });
}

/**
 * The output item of a completed job. Its JSON has the service's Job and the name of the tagged PDF. Its
 * binary data is the PDF.
 *
 * @param documentName base of the tagged PDF's name unless the item sets a name
 * @param retryUntil deadline (epoch ms) until which transient failures of the result are retried
 */
export async function createTaggedItem(
	{ context, runtime, service, signal }: Item,
	job: Job,
	documentName: string | null,
	{ binaryField, chooseFileName, maxBytes }: Output,
	retryUntil?: number,
): Promise<INodeExecutionData> {
	const taggedName = chooseFileName(documentName);
	const destination = { save: createSave(context, taggedName), maxBytes };
	const callOptions = { signal, retryUntil };
	const binary = await fetchResult(runtime, service, job.id, destination, callOptions);
	return { json: { ...job, tagged_filename: taggedName }, binary: { [binaryField]: binary } };
}
