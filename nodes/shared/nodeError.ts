import { NodeApiError, NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import type { FactsOf, TagPdfError } from '../../client/errors';
import { type Failure, MAX_LENGTH, type RequestName, toOneLine } from '../../client/failure';
import { describeError, type OtherDocuments } from './errorTexts';

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

const REQUEST_ACTIVITIES: Record<RequestName, string> = {
	fetchSource: 'fetching the document from its URL',
	getAccount: 'reading the account',
	createUpload: 'asking for an upload',
	store: 'sending the document to storage',
	submitJob: 'submitting the job',
	getJob: 'asking for the job',
	getResult: 'asking for the result',
	download: 'downloading the tagged PDF',
};

/** Details that do not fit into an error's text, for Error details and for failed items. */
function listDetails(error: TagPdfError): IDataObject {
	const { jobId, idempotencyKey } = error.facts;
	const { failure } = error.requestFacts;
	const requestId = failure?.kind === 'status' ? failure.requestId : undefined;
	const all = { jobId, requestId, idempotencyKey, reason: explainReason(error) };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

type Own = Partial<FactsOf<'PAGES_UNKNOWN'> & FactsOf<'OVER_BUDGET'>>;

/** The reason in the words of the service and the system. */
function explainReason(error: TagPdfError): string | undefined {
	const { failure, request, server, tries } = error.requestFacts;
	if (failure) {
		const doing = request === undefined ? '' : ` while ${REQUEST_ACTIVITIES[request]}`;
		const asked = server === undefined ? '' : ` at ${server}`;
		const often = tries === undefined || tries < 2 ? '' : ` (${tries} tries)`;
		return `${describeFailure(failure)}${doing}${asked}${often}`;
	}
	const { credits, reason }: Own = error.facts;
	if (reason !== undefined) return reason;
	if (credits) {
		return `credits needed: ${credits.needed}, left: ${credits.left}, limit: ${credits.limit}`;
	}
	const { cause } = error;
	const thrown = cause instanceof Error ? cause.message : String(cause);
	return cause === undefined ? undefined : toOneLine(thrown, MAX_LENGTH.message);
}

function describeFailure(failure: Failure): string {
	switch (failure.kind) {
		case 'network':
			return failure.code;
		case 'status': {
			const { message, redirectTo, statusCode, type } = failure;
			const words = [type, message, redirectTo && `redirect to ${redirectTo}`];
			const said = words.filter((word) => word !== undefined).join(', ');
			return `status ${statusCode}${said === '' ? '' : ` (${said})`}`;
		}
		case 'address':
			return `${failure.field} ${failure.reason}`;
		case 'document':
		case 'oversize':
		case 'unreadable':
			return failure.reason;
	}
}
