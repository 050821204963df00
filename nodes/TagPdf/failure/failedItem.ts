import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ErrorFacts, TagPdfError } from '../../client/errors';
import { filesOf } from '../../n8n/binary';
import { errorJson } from '../../n8n/errors';

/**
 * The output item of an item that has failed under Continue On Fail: how its document is called, its
 * job, the error, and the files that it came with, so that the original can be filed.
 *
 * @param known of the item, beside what its error knows
 */
export function failedItem(
	context: IExecuteFunctions,
	index: number,
	error: TagPdfError,
	known: ErrorFacts = {},
): INodeExecutionData {
	const failure = errorJson(error);
	const { fileName = known.fileName, jobId = known.jobId } = error.facts;
	const json: IDataObject = {
		...(fileName === undefined ? {} : { filename: fileName }),
		...(jobId === undefined ? {} : { id: jobId }),
		...statusOf(error, known),
		...failure,
	};
	const input = context.getInputData()[index];
	const files = input ? filesOf(input) : {};
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
