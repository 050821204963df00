import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation } from './operation';
import { findFreeName } from './parameters/source/keepSource';

/**
 * The operation without a field `error` in its outputs: n8n takes such an item for a failed one. It sends
 * the item to the error output, or runs the whole node again, even for `error: null`.
 */
export function withoutError(operation: Operation): Operation {
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
