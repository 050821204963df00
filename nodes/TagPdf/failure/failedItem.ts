import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ErrorFacts, TagPdfError } from '../../client/errors';
import { addFiles } from '../parameters/source/keepSource';
import { errorJson } from '../../n8n/errors';

/**
 * The output item of an item that has failed under Continue On Fail: how its document is called, its
 * job and credits, the error, and the files that it came with, so that the original can be filed.
 *
 * @param known of the item, beside what its error knows
 * @param output what it would have given out, which is paid for
 */
export function failedItem(
	context: IExecuteFunctions,
	index: number,
	error: TagPdfError,
	known: ErrorFacts = {},
	output?: INodeExecutionData,
): INodeExecutionData {
	const failure = errorJson(error);
	const { fileName = known.fileName, jobId = known.jobId } = error.facts;
	const json: IDataObject = {
		...output?.json,
		...(fileName === undefined ? {} : { filename: fileName }),
		...(jobId === undefined ? {} : { id: jobId }),
		...statusOf(error, known),
		...(known.creditsUsed === undefined ? {} : { credits_used: known.creditsUsed }),
		...failure,
	};
	const input = context.getInputData()[index];
	const files = addFiles(input ?? { json: {} }, { json, binary: output?.binary }).binary ?? {};
	const item = { json, ...(Object.keys(files).length === 0 ? {} : { binary: files }) };
	return context.getNode().onError === 'continueErrorOutput' ? forErrorOutput(item, failure) : item;
}

function statusOf({ facts }: TagPdfError, { jobStatus }: ErrorFacts): IDataObject {
	const status = facts.jobStatus ?? jobStatus;
	return status === undefined ? {} : { status };
}

/**
 * n8n sends an item to the error output for its `error`, or for JSON with nothing but an error in it.
 * The JSON of what has an `error` is then replaced, but for one that is not copied along.
 */
function forErrorOutput(item: INodeExecutionData, { error }: IDataObject): INodeExecutionData {
	// Where n8n keeps the item as it is, its `message` takes the place of the error in the JSON.
	const value = { message: error };
	return Object.defineProperty(item, 'error', { value, enumerable: false, writable: true });
}
