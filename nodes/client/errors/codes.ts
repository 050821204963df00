import { API_CALLS, JOB_CALLS } from './failure';
import type { Failure, RequestName, StatusFailure } from './failure';

/**
 * Stable names of errors, so that workflows can branch on them. `docs/errors.md` says when each one occurs,
 * what it costs and what to do. `nodes/n8n/errors/texts.ts` has the texts for users.
 */
export const ERROR_CODES = [
	'INVALID_INPUT',
	'NOT_A_PDF',
	'SOURCE_UNAVAILABLE',
	'DOCUMENT_UNREADABLE',
	'UNAUTHORIZED',
	'NOT_ENOUGH_CREDITS',
	'CREDITS_BELOW_LIMIT',
	'OVER_BUDGET',
	'PAGES_UNKNOWN',
	'ALREADY_TAGGED',
	'KEY_ALREADY_USED',
	'INVALID_REQUEST',
	'NOT_FOUND',
	'CONFLICT',
	'NOT_COMPLETED',
	'TOO_LARGE',
	'RATE_LIMITED',
	'UNREACHABLE',
	'UNEXPECTED_ANSWER',
	'JOB_FAILED',
	'FAILED_REPEATEDLY',
	'WAIT_TIMEOUT',
	'RESULT_WORSE',
	'NOT_SAVED',
	'STOPPED',
	'NOT_STARTED',
	'UNFORESEEN',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Codes of failed requests. */
export type RequestCode = Extract<
	ErrorCode,
	| 'NOT_A_PDF'
	| 'SOURCE_UNAVAILABLE'
	| 'DOCUMENT_UNREADABLE'
	| 'UNAUTHORIZED'
	| 'NOT_ENOUGH_CREDITS'
	| 'INVALID_REQUEST'
	| 'NOT_FOUND'
	| 'CONFLICT'
	| 'NOT_COMPLETED'
	| 'TOO_LARGE'
	| 'RATE_LIMITED'
	| 'UNREACHABLE'
	| 'UNEXPECTED_ANSWER'
>;

export function chooseCode(request: RequestName, failure: Failure): RequestCode {
	switch (failure.kind) {
		case 'document':
			return 'DOCUMENT_UNREADABLE';
		case 'oversize':
			return 'TOO_LARGE';
		case 'network':
			return request === 'fetchSource' ? 'SOURCE_UNAVAILABLE' : 'UNREACHABLE';
		case 'address':
			return 'UNEXPECTED_ANSWER';
		case 'unreadable':
			return request === 'fetchSource' ? 'NOT_A_PDF' : 'UNEXPECTED_ANSWER';
		case 'status':
			return request === 'fetchSource'
				? 'SOURCE_UNAVAILABLE'
				: chooseCodeByStatus(request, failure);
	}
}

/** Statuses with a specific meaning (interface 7), and the requests for which they have it. */
const STATUS_MEANINGS: Array<
	[status: number, requests: readonly RequestName[], code: RequestCode]
> = [
	[413, ['createUpload', 'store', 'submitJob'], 'TOO_LARGE'],
	[401, API_CALLS, 'UNAUTHORIZED'],
	[429, API_CALLS, 'RATE_LIMITED'],
	[402, API_CALLS, 'NOT_ENOUGH_CREDITS'],
	[404, JOB_CALLS, 'NOT_FOUND'],
	[410, JOB_CALLS, 'NOT_FOUND'],
	[409, ['submitJob'], 'CONFLICT'],
	[409, ['getResult'], 'NOT_COMPLETED'],
	[400, ['submitJob'], 'INVALID_REQUEST'],
];

function chooseCodeByStatus(
	request: RequestName,
	{ statusCode, type }: StatusFailure,
): RequestCode {
	const meaning = STATUS_MEANINGS.find(
		([status, requests]) => status === statusCode && requests.includes(request),
	);
	if (meaning) return meaning[2];
	if (request === 'store' && type === 'EntityTooLarge') return 'TOO_LARGE';
	if (request === 'download' && type === 'NoSuchKey') return 'NOT_FOUND';
	return statusCode >= 500 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER';
}
