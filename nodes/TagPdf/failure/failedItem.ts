import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { TagPdfError } from '../../client/errors';
import { addFiles } from '../parameters/source/keepSource';
import { toErrorJson } from '../../n8n/errors';

/**
 * The output item of an item that failed under Continue On Fail: file name, job, credits, error, and the
 * input files, so that the workflow can file the original.
 *
 * @param output the item's regular output, which is paid for
 */
export function createFailedItem(
	context: IExecuteFunctions,
	index: number,
	error: TagPdfError,
	output?: INodeExecutionData,
): INodeExecutionData {
	const failure = toErrorJson(error);
	const { creditsUsed, fileName, jobId, jobStatus } = error.facts;
	const json: IDataObject = {
		...output?.json,
		...(fileName === undefined ? {} : { filename: fileName }),
		...(jobId === undefined ? {} : { id: jobId }),
		...(jobStatus === undefined ? {} : { status: jobStatus }),
		...(creditsUsed === undefined ? {} : { credits_used: creditsUsed }),
		...failure,
	};
	const regular = { json, binary: output?.binary };
	const { binary: files = {} } = addFiles(context.getInputData()[index], regular);
	const item = { json, ...(Object.keys(files).length === 0 ? {} : { binary: files }) };
	return context.getNode().onError === 'continueErrorOutput'
		? routeToErrorOutput(item, failure)
		: item;
}

/**
 * n8n sends an item to the error output if the item has an `error`, or if its JSON has only an `error`. In the
 * first case n8n replaces the JSON, but not if its copy of the item lacks `error`. So `error` is not enumerable.
 */
function routeToErrorOutput(item: INodeExecutionData, { error }: IDataObject): INodeExecutionData {
	// If n8n does not copy the item, it puts this `message` in place of the error in the JSON.
	const value = { message: error };
	return Object.defineProperty(item, 'error', { value, enumerable: false, writable: true });
}
