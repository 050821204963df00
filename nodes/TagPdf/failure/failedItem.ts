import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { TagPdfError } from '../../client/errors';
import { addFiles } from '../parameters/source/keepSource';
import { errorJson } from '../../n8n/errors';

/**
 * The output item of an item that has failed under Continue On Fail: how its document is called, its
 * job and credits, the error, and the files that it came with, so that the original can be filed.
 *
 * @param output what it would have given out, which is paid for
 */
export function failedItem(
	context: IExecuteFunctions,
	index: number,
	error: TagPdfError,
	output?: INodeExecutionData,
): INodeExecutionData {
	const failure = errorJson(error);
	const { creditsUsed, fileName, jobId, jobStatus } = error.facts;
	const json: IDataObject = {
		...output?.json,
		...(fileName === undefined ? {} : { filename: fileName }),
		...(jobId === undefined ? {} : { id: jobId }),
		...(jobStatus === undefined ? {} : { status: jobStatus }),
		...(creditsUsed === undefined ? {} : { credits_used: creditsUsed }),
		...failure,
	};
	const input = context.getInputData()[index];
	const files = addFiles(input ?? { json: {} }, { json, binary: output?.binary }).binary ?? {};
	const item = { json, ...(Object.keys(files).length === 0 ? {} : { binary: files }) };
	return context.getNode().onError === 'continueErrorOutput' ? forErrorOutput(item, failure) : item;
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
