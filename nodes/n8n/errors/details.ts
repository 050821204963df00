import type { IDataObject } from 'n8n-workflow';
import {
	MAX_LENGTH,
	toOneLine,
	type FactsOf,
	type Failure,
	type RequestName,
	type TagPdfError,
} from '../../client/errors';

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
export function listDetails(error: TagPdfError): IDataObject {
	const { jobId, idempotencyKey } = error.facts;
	const { failure } = error.requestFacts;
	const requestId = failure?.kind === 'status' ? failure.requestId : undefined;
	const all = { jobId, requestId, idempotencyKey, reason: explainReason(error) };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

type Own = Partial<FactsOf<'PAGES_UNKNOWN'> & FactsOf<'RESULT_WORSE'> & FactsOf<'OVER_BUDGET'>>;

/** The reason in the words of the service and the system. */
function explainReason(error: TagPdfError): string | undefined {
	const { failure, request, server, tries } = error.requestFacts;
	if (failure) {
		const doing = request === undefined ? '' : ` while ${REQUEST_ACTIVITIES[request]}`;
		const asked = server === undefined ? '' : ` at ${server}`;
		const often = tries === undefined || tries < 2 ? '' : ` (${tries} tries)`;
		return `${describeFailure(failure)}${doing}${asked}${often}`;
	}
	const { credits, lost, reason }: Own = error.facts;
	if (reason !== undefined) return reason;
	if (lost) return `lost: ${lost.join(', ')}`;
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
