import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation } from './operation';
import { findFreeName } from './parameters/source/keepSource';

/**
 * Removes the field `error` from an operation's outputs: n8n treats an item with it as failed, even with
 * `error: null`. It sends the item to the error output, or runs the whole node again.
 */
export function avoidErrorField(operation: Operation): Operation {
	return {
		...operation,
		execute: async (item) => (await operation.execute(item)).map(moveError),
	};
}

function moveError(output: INodeExecutionData): INodeExecutionData {
	if (!('error' in output.json)) return output;
	const { error, ...json } = output.json;
	return {
		...output,
		json: { ...json, [findFreeName('error_source', new Set(Object.keys(json)))]: error },
	};
}
