import {
	chooseCode,
	type ErrorCode,
	HALT_REASON,
	TagPdfError,
	throwIfStopped,
} from '../../../client/errors';
import {
	createStatusFailure,
	createStorageFailure,
	type Failure,
	type RequestName,
	REQUESTS,
} from '../../../client/failure';
import { Secrets } from '../../../client/secrets';
import { requestFacts } from '../support/failureOf';

const status = (statusCode: number, type?: string): Failure => ({
	kind: 'status',
	statusCode,
	type,
});

/** The same code for several requests. */
const all = (code: ErrorCode, ...requests: RequestName[]) =>
	Object.fromEntries(requests.map((request) => [request, code]));
const calls = (code: ErrorCode) =>
	all(code, 'getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult');

test.each<[Failure, ErrorCode, Partial<Record<RequestName, ErrorCode>>]>([
	[status(302), 'UNEXPECTED_ANSWER', {}],
	[status(400), 'UNEXPECTED_ANSWER', { submitJob: 'INVALID_REQUEST' }],
	[status(401), 'UNEXPECTED_ANSWER', calls('UNAUTHORIZED')],
	[status(402), 'UNEXPECTED_ANSWER', calls('NOT_ENOUGH_CREDITS')],
	[status(403), 'UNEXPECTED_ANSWER', {}],
	[status(404), 'UNEXPECTED_ANSWER', all('JOB_NOT_FOUND', 'getJob', 'getResult')],
	[status(408), 'UNEXPECTED_ANSWER', {}],
	// A proxy's: the service itself says more.
	[status(409), 'UNEXPECTED_ANSWER', { submitJob: 'UNREACHABLE', getResult: 'NOT_COMPLETED' }],
	[
		{ ...status(409, 'conflict'), message: 'The key was used' } as Failure,
		'UNEXPECTED_ANSWER',
		{ submitJob: 'CONFLICT', getResult: 'NOT_COMPLETED' },
	],
	[status(410), 'UNEXPECTED_ANSWER', all('JOB_NOT_FOUND', 'getJob', 'getResult')],
	[status(413), 'UNEXPECTED_ANSWER', all('TOO_LARGE', 'createUpload', 'store', 'submitJob')],
	[status(429), 'UNEXPECTED_ANSWER', calls('RATE_LIMITED')],
	[status(499), 'UNEXPECTED_ANSWER', {}],
	[status(500), 'UNREACHABLE', {}],
	[status(599), 'UNREACHABLE', {}],
	[
		status(400, 'EntityTooLarge'),
		'UNEXPECTED_ANSWER',
		{ store: 'TOO_LARGE', submitJob: 'INVALID_REQUEST' },
	],
	[
		status(404, 'NoSuchKey'),
		'UNEXPECTED_ANSWER',
		{ ...all('JOB_NOT_FOUND', 'getJob', 'getResult'), download: 'RESULT_GONE' },
	],
	[status(403, 'NoSuchKey'), 'UNEXPECTED_ANSWER', {}],
	[{ kind: 'network', code: 'ECONNRESET' }, 'UNREACHABLE', {}],
	[{ kind: 'address', field: 'result_url', reason: 'is none' }, 'UNEXPECTED_ANSWER', {}],
	[{ kind: 'unreadable', reason: 'no JSON' }, 'UNEXPECTED_ANSWER', { fetchSource: 'NOT_A_PDF' }],
	[{ kind: 'oversize', reason: 'it is large' }, 'TOO_LARGE', { fetchSource: 'TOO_LARGE' }],
	[
		{ kind: 'document', reason: 'EIO' },
		'DOCUMENT_UNREADABLE',
		{ fetchSource: 'DOCUMENT_UNREADABLE' },
	],
])('%j means %s, for some requests %j', (failure, code, own) => {
	const expected = { ...all(code, ...REQUESTS), fetchSource: 'SOURCE_UNAVAILABLE', ...own };
	const chosen = REQUESTS.map((request) => [request, chooseCode(request, failure)]);
	expect(Object.fromEntries(chosen)).toEqual(expected);
});

describe('TagPdfError', () => {
	const cause = new Error('ENOSPC');

	it('adds facts, and keeps code, facts and the exception behind it', () => {
		const error = new TagPdfError('WAIT_TIMEOUT', { jobId: 'j', waitedMs: 7 }, { cause });
		const named = error.addFacts({ fileName: 'a.pdf' });
		expect(named).toMatchObject({ name: 'TagPdfError', code: 'WAIT_TIMEOUT', cause });
		expect(named.facts).toEqual({ jobId: 'j', waitedMs: 7, fileName: 'a.pdf' });
	});

	it('names code and request in its message, and nothing else', () => {
		const facts = requestFacts({ jobId: 'j' });
		expect(new TagPdfError('CONFLICT', facts).message).toBe('CONFLICT (getJob)');
		expect(new TagPdfError('JOB_FAILED', { jobId: 'j' }).message).toBe('JOB_FAILED');
	});
});

describe('throwIfStopped', () => {
	/** The code of the error, which has the facts; undefined if there is none. */
	function codeFor(signal: AbortSignal | undefined): ErrorCode | undefined {
		try {
			throwIfStopped(signal, { jobId: 'j' });
		} catch (error) {
			expect(error).toMatchObject({ facts: { jobId: 'j' } });
			return (error as TagPdfError).code;
		}
		return undefined;
	}

	it("distinguishes the user's Stop from a halted run", () => {
		expect([undefined, new AbortController().signal].map(codeFor)).toEqual([undefined, undefined]);
		expect(['halt', '', undefined].map((reason) => codeFor(AbortSignal.abort(reason)))).toEqual(
			Array(3).fill('STOPPED'),
		);
		expect(codeFor(AbortSignal.abort(HALT_REASON))).toBe('NOT_STARTED');
	});
});

const SERVICE_ERROR = JSON.stringify({ error: { type: 'not_found', message: 'No such job' } });
const HTML = '<html><body>Not found</body></html>';
const NO_SUCH_KEY = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>';
const ACCESS_DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';

const NO_BLOB = '<?xml version="1.0"?><Error><Code>BlobNotFound</Code></Error>';

test.each<[RequestName, number, string, ErrorCode]>([
	['getJob', 404, SERVICE_ERROR, 'JOB_NOT_FOUND'],
	['getJob', 410, SERVICE_ERROR, 'JOB_NOT_FOUND'],
	['getResult', 404, SERVICE_ERROR, 'RESULT_GONE'],
	['getResult', 410, SERVICE_ERROR, 'RESULT_GONE'],
	['download', 404, NO_SUCH_KEY, 'RESULT_GONE'],
	['download', 410, NO_SUCH_KEY, 'RESULT_GONE'],
	['download', 404, NO_BLOB, 'RESULT_GONE'],
	// Answers of a proxy, a DNS filter or another host.
	['getJob', 404, HTML, 'UNREACHABLE'],
	['getJob', 410, '', 'UNREACHABLE'],
	['getJob', 404, '{}', 'UNREACHABLE'],
	['getJob', 404, '{"error":"not found"}', 'UNREACHABLE'],
	['getJob', 404, '{"error":{"message":"not found"}}', 'UNREACHABLE'],
	['getJob', 404, NO_SUCH_KEY, 'UNREACHABLE'],
	['getResult', 404, HTML, 'UNREACHABLE'],
	['download', 404, HTML, 'UNEXPECTED_ANSWER'],
	['download', 410, HTML, 'UNEXPECTED_ANSWER'],
	['download', 404, SERVICE_ERROR, 'UNEXPECTED_ANSWER'],
	['download', 404, ACCESS_DENIED, 'UNEXPECTED_ANSWER'],
	['download', 403, NO_SUCH_KEY, 'UNEXPECTED_ANSWER'],
	['getJob', 500, SERVICE_ERROR, 'UNREACHABLE'],
])('a job that exists: %s answered with %d and %j is %s', (request, statusCode, body, code) => {
	const response = { statusCode, headers: {}, body };
	const failure =
		request === 'download'
			? createStorageFailure(response)
			: createStatusFailure(response, new Secrets());
	expect(chooseCode(request, failure, true)).toBe(code);
});
