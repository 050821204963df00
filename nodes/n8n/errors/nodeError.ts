import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import type { TagPdfError } from '../../client/errors';
import { describeError, type OtherDocuments } from './describe';
import { listDetails } from './details';

/** The error as n8n shows it, with item index, Error details, and the HTTP status if there was one. */
export function toNodeError(
	node: INode,
	error: TagPdfError,
	itemIndex: number,
	others?: OtherDocuments,
): NodeApiError | NodeOperationError {
	const { message, description } = describeError(error, others);
	const { failure } = error.requestFacts;
	const nodeError =
		failure?.kind === 'status'
			? new NodeApiError(
					node,
					{ message },
					{ message, description, itemIndex, httpCode: String(failure.statusCode) },
				)
			: new NodeOperationError(node, message, { description, itemIndex });
	// n8n replaces messages that contain a code such as ECONNREFUSED with its own texts.
	nodeError.message = message;
	const { fileName } = error.facts;
	nodeError.context.data = {
		code: error.code,
		...(fileName === undefined ? {} : { file: fileName }),
		...listDetails(error),
	};
	// Not enumerable, so that n8n does not store it: a cause may hold a whole request.
	return Object.defineProperty(nodeError, 'cause', { value: error, enumerable: false });
}

/**
 * The output item of a failing item under Continue On Fail. An `error` object alone is the one form
 * that n8n routes to the error output in both major versions.
 */
export function toErrorJson(error: TagPdfError): IDataObject {
	return { error: { ...describeError(error), code: error.code, ...listDetails(error) } };
}
