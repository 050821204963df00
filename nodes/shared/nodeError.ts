import { NodeApiError, NodeOperationError, type INode, type IDataObject } from 'n8n-workflow';

import { asTagPdfError, TagPdfError } from '../client/errors';

/** Any rejection as one of the client's errors; what is unforeseen keeps its message. */
export function toTagPdfError(error: unknown): TagPdfError {
	const message = error instanceof Error ? error.message : String(error);
	return asTagPdfError(error, {
		code: 'INVALID_INPUT',
		message,
		description: detail(error, 'description'),
	});
}

/** The client's error as n8n shows it: with item index, and the HTTP status where there was one. */
export function toNodeError(
	node: INode,
	error: TagPdfError,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const { message, description, statusCode } = error;
	if (statusCode === undefined) {
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	return new NodeApiError(
		node,
		{ message },
		{ message, description, itemIndex, httpCode: String(statusCode) },
	);
}

/**
 * The output item of a failing item under Continue On Fail. An `error` object alone is the one form
 * that n8n routes to the error output in both major versions.
 */
export function errorJson(error: TagPdfError): IDataObject {
	const { message, description, code, jobId, requestId, idempotencyKey } = error;
	return {
		error: {
			message,
			description,
			code,
			...(jobId === undefined ? {} : { jobId }),
			...(requestId === undefined ? {} : { requestId }),
			...(idempotencyKey === undefined ? {} : { idempotencyKey }),
		},
	};
}

function detail(error: unknown, name: string): string {
	const value: unknown = (error as Record<string, unknown> | null | undefined)?.[name];
	return typeof value === 'string' ? value : '';
}
