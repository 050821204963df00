import type { INodeExecutionData } from 'n8n-workflow';

import type { Job } from '../client/service';
import { fetchResult } from '../client/transfer';
import { saveBinary } from '../n8n/binary';
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
	return await item.watcher.awaitCompletion(job, { deadline, since, onState: item.saw });
}

/**
 * The output item of a completed job. Its JSON has the service's Job and the name of the tagged PDF. Its
 * binary data is the PDF.
 *
 * @param documentName base of the tagged PDF's name unless the item sets a name
 * @param patientUntil deadline (epoch ms) until which transient failures of the result are retried
 */
export async function createTaggedItem(
	{ context, runtime, service, signal }: Item,
	job: Job,
	documentName: string | null,
	{ binaryField, fileName, maxBytes }: Output,
	patientUntil?: number,
): Promise<INodeExecutionData> {
	const taggedName = fileName(documentName);
	const destination = { save: saveBinary(context, taggedName), maxBytes };
	const patience = { signal, patientUntil };
	const binary = await fetchResult(runtime, service, job.id, destination, patience);
	return { json: { ...job, tagged_filename: taggedName }, binary: { [binaryField]: binary } };
}
