import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import type { TagPdfError } from '../../client/errors';
import { describe } from './describe';
import type { Text } from './inputError';

/** The error as n8n shows it: with item index, and the HTTP status where there was one. */
export function toNodeError(
	node: INode,
	error: TagPdfError,
	itemIndex: number,
	{ message, description }: Text = describe(error),
): NodeApiError | NodeOperationError {
	const { failure } = error.facts;
	const nodeError =
		failure?.kind === 'status'
			? new NodeApiError(
					node,
					{ message },
					{ message, description, itemIndex, httpCode: String(failure.statusCode) },
				)
			: new NodeOperationError(node, message, { description, itemIndex });
	// n8n puts texts of its own in place of messages that hold a code such as ECONNREFUSED.
	nodeError.message = message;
	// n8n stores what is enumerable, and a cause may hold a whole request.
	return Object.defineProperty(nodeError, 'cause', { value: error, enumerable: false });
}

/**
 * The output item of a failing item under Continue On Fail. An `error` object alone is the one form
 * that n8n routes to the error output in both major versions.
 */
export function errorJson(error: TagPdfError): IDataObject {
	const { jobId, failure, idempotencyKey } = error.facts;
	const requestId = failure?.kind === 'status' ? failure.requestId : undefined;
	return {
		error: {
			...describe(error),
			code: error.code,
			...(jobId === undefined ? {} : { jobId }),
			...(requestId === undefined ? {} : { requestId }),
			...(idempotencyKey === undefined ? {} : { idempotencyKey }),
		},
	};
}
