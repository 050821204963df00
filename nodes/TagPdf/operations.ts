import type { INodeExecutionData } from 'n8n-workflow';

import type { Item } from './item';
import type { Operation } from './operation';
import { findFreeName } from './parameters/source/keepSource';
import { accountOperations } from './resources/account';
import { documentOperations } from './resources/document';
import { jobOperations } from './resources/job';

/** Every operation of the node: by resource, then by operation. */
export const operations: Record<string, Record<string, Operation>> = {
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
};

/**
 * Runs an operation for an item. Moves the field `error` of its outputs: n8n treats an item with it as failed,
 * even with `error: null`. It sends the item to the error output, or runs the whole node again.
 */
export async function runOperation(
	operation: Operation,
	item: Item,
): Promise<INodeExecutionData[]> {
	return (await operation.execute(item)).map(moveError);
}

function moveError(output: INodeExecutionData): INodeExecutionData {
	if (!('error' in output.json)) return output;
	const { error, ...json } = output.json;
	return {
		...output,
		json: { ...json, [findFreeName('error_source', new Set(Object.keys(json)))]: error },
	};
}
