import {
	chooseCode,
	ERROR_CODES,
	type ErrorCode,
	HALT_REASON,
	isGone,
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
import { requestFacts } from '../support/failureOf';

const API: RequestName[] = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
const OF_THE_SERVICE = REQUESTS.filter((request) => request !== 'fetchSource');
const status = (statusCode: number, type?: string): Failure => ({
	kind: 'status',
	statusCode,
	type,
});

/** Requests for which a failure has this code. */
function requestsWith(code: ErrorCode, failure: Failure): RequestName[] {
	return REQUESTS.filter((request) => chooseCode(request, failure) === code);
}

describe('ERROR_CODES', () => {
	it('are unique words', () => {
		expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
		for (const code of ERROR_CODES) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
	});
});

describe('chooseCode', () => {
	it.each<[number, ErrorCode, RequestName[]]>([
		[400, 'INVALID_REQUEST', ['submitJob']],
		[401, 'UNAUTHORIZED', API],
		[402, 'NOT_ENOUGH_CREDITS', API],
		[404, 'NOT_FOUND', ['getJob', 'getResult']],
		[409, 'CONFLICT', ['submitJob']],
		[409, 'NOT_COMPLETED', ['getResult']],
		[413, 'TOO_LARGE', ['createUpload', 'store', 'submitJob']],
		[429, 'RATE_LIMITED', API],
	])('maps %i to %s for some requests', (statusCode, code, requests) => {
		expect(requestsWith(code, status(statusCode))).toEqual(requests);
	});

	it.each<[number, RequestName[]]>([
		[302, []],
		[400, ['submitJob']],
		[401, API],
		[402, API],
		[403, []],
		[404, ['getJob', 'getResult']],
		[408, []],
		[409, ['submitJob', 'getResult']],
		[413, ['createUpload', 'store', 'submitJob']],
		[429, API],
		[499, []],
	])('maps %i to UNEXPECTED_ANSWER for other requests', (statusCode, meant) => {
		expect(requestsWith('UNEXPECTED_ANSWER', status(statusCode))).toEqual(
			OF_THE_SERVICE.filter((request) => !meant.includes(request)),
		);
	});

	it.each([500, 501, 503, 599])('maps %i to UNREACHABLE', (statusCode) => {
		expect(requestsWith('UNREACHABLE', status(statusCode))).toEqual(OF_THE_SERVICE);
	});

	it("recognizes S3's code for a file that is too large, and no other", () => {
		expect(requestsWith('TOO_LARGE', status(400, 'EntityTooLarge'))).toEqual(['store']);
		expect(chooseCode('store', status(400, 'EntityTooSmall'))).toBe('UNEXPECTED_ANSWER');
	});

	it('reports an unavailable source for every answer of its server', () => {
		for (const statusCode of [302, 400, 401, 404, 413, 429, 500]) {
			expect(chooseCode('fetchSource', status(statusCode))).toBe('SOURCE_UNAVAILABLE');
		}
		expect(chooseCode('fetchSource', status(400, 'EntityTooLarge'))).toBe('SOURCE_UNAVAILABLE');
	});

	it('distinguishes a missing answer, an unreadable answer and an unreadable document', () => {
		const network: Failure = { kind: 'network', code: 'ECONNRESET' };
		const unreadable: Failure = { kind: 'unreadable', reason: 'a web page came back' };
		const address: Failure = { kind: 'address', field: 'result_url', reason: 'is none' };
		const oversize: Failure = { kind: 'oversize', reason: 'it is larger than 1 MB' };
		expect(requestsWith('UNEXPECTED_ANSWER', address)).toEqual(REQUESTS.slice(1));
		expect(requestsWith('SOURCE_UNAVAILABLE', address)).toEqual(['fetchSource']);
		expect(requestsWith('TOO_LARGE', oversize)).toEqual(REQUESTS);
		const document: Failure = { kind: 'document', reason: 'it cannot be read' };
		expect(requestsWith('SOURCE_UNAVAILABLE', network)).toEqual(['fetchSource']);
		expect(requestsWith('UNREACHABLE', network)).toEqual(OF_THE_SERVICE);
		expect(requestsWith('NOT_A_PDF', unreadable)).toEqual(['fetchSource']);
		expect(requestsWith('UNEXPECTED_ANSWER', unreadable)).toEqual(OF_THE_SERVICE);
		expect(requestsWith('DOCUMENT_UNREADABLE', document)).toEqual(REQUESTS);
	});
});

/** The error that {@link throwIfStopped} throws. */
function thrown(signal: AbortSignal | undefined): unknown {
	try {
		throwIfStopped(signal, { jobId: 'j' });
	} catch (error) {
		return error;
	}
	return undefined;
}

describe('TagPdfError', () => {
	it('carries a code, facts and the exception behind it', () => {
		const cause = new Error('socket hang up');
		const facts = requestFacts({ jobId: 'j' });
		const error = new TagPdfError('UNREACHABLE', facts, { cause });
		expect(error).toBeInstanceOf(Error);
		expect(error.name).toBe('TagPdfError');
		expect(error.code).toBe('UNREACHABLE');
		expect(error.facts).toEqual(facts);
		expect(error.cause).toBe(cause);
	});

	it('adds the name of a document and changes nothing else', () => {
		const cause = new Error('socket hang up');
		const error = new TagPdfError('WAIT_TIMEOUT', { jobId: 'j', waitedMs: 7 }, { cause }).addFacts({
			fileName: 'a.pdf',
		});
		expect(error).toMatchObject({
			code: 'WAIT_TIMEOUT',
			facts: { jobId: 'j', waitedMs: 7, fileName: 'a.pdf' },
		});
		expect(error.cause).toBe(cause);
	});

	it('names code and request in its message, and nothing else', () => {
		const facts = requestFacts({ jobId: 'j' });
		expect(new TagPdfError('NOT_FOUND', facts).message).toBe('NOT_FOUND (getJob)');
		expect(new TagPdfError('JOB_FAILED', { jobId: 'j' }).message).toBe('JOB_FAILED');
	});

	it('has a cause only if one is given', () => {
		const error = new TagPdfError('UNFORESEEN', {});
		expect('cause' in error).toBe(false);
	});
});

describe('throwIfStopped', () => {
	it('does nothing without a stop', () => {
		expect(thrown(undefined)).toBeUndefined();
		expect(thrown(new AbortController().signal)).toBeUndefined();
	});

	it("distinguishes the user's Stop from a halted run, and adds the facts", () => {
		expect(thrown(AbortSignal.abort())).toMatchObject({ code: 'STOPPED', facts: { jobId: 'j' } });
		for (const reason of ['halt', ''])
			expect(thrown(AbortSignal.abort(reason))).toMatchObject({ code: 'STOPPED' });
		expect(thrown(AbortSignal.abort(HALT_REASON))).toMatchObject({
			code: 'NOT_STARTED',
			facts: { jobId: 'j' },
		});
	});

	it('keeps the first of two reasons', () => {
		const stop = new AbortController();
		const halt = new AbortController();
		const both = AbortSignal.any([stop.signal, halt.signal]);
		halt.abort(HALT_REASON);
		stop.abort();
		expect(thrown(both)).toMatchObject({ code: 'NOT_STARTED' });
	});

	it('works without facts', () => {
		expect(() => throwIfStopped(AbortSignal.abort())).toThrow(TagPdfError);
	});
});

const SERVICE_ERROR = JSON.stringify({ error: { type: 'not_found', message: 'No such job' } });
const HTML = '<html><body>Not found</body></html>';
const NO_SUCH_KEY = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>';
const ACCESS_DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';

/** A request with this answer. */
function failed(request: RequestName | undefined, statusCode: number, body: string): TagPdfError {
	const response = { statusCode, headers: {}, body };
	const failure =
		request === 'download'
			? createStorageFailure(response)
			: createStatusFailure(response, (text) => text);
	return new TagPdfError('NOT_COMPLETED', { request, failure });
}

test.each<[RequestName | undefined, number, string, boolean]>([
	['getJob', 404, SERVICE_ERROR, true],
	['getJob', 410, SERVICE_ERROR, true],
	['getResult', 404, SERVICE_ERROR, true],
	['getResult', 410, SERVICE_ERROR, true],
	['download', 404, NO_SUCH_KEY, true],
	['download', 410, NO_SUCH_KEY, true],
	// Answers of a proxy, a DNS filter or another host.
	['getJob', 404, HTML, false],
	['getJob', 410, '', false],
	['getJob', 404, '{}', false],
	['getJob', 404, '{"error":"not found"}', false],
	['getJob', 404, '{"error":{"message":"not found"}}', false],
	['getJob', 404, NO_SUCH_KEY, false],
	['getResult', 404, HTML, false],
	['download', 404, HTML, false],
	['download', 410, HTML, false],
	['download', 404, SERVICE_ERROR, false],
	['download', 404, ACCESS_DENIED, false],
	['download', 403, NO_SUCH_KEY, false],
	['getResult', 409, SERVICE_ERROR, false],
	['getJob', 500, SERVICE_ERROR, false],
	['submitJob', 404, SERVICE_ERROR, false],
	['store', 404, NO_SUCH_KEY, false],
	['fetchSource', 404, SERVICE_ERROR, false],
	[undefined, 404, SERVICE_ERROR, false],
])('%p answered with %p and %j: gone is %p', (request, statusCode, body, gone) => {
	expect(isGone(failed(request, statusCode, body))).toBe(gone);
});

test('a missing answer does not mean gone', () => {
	const failure = { kind: 'network', code: '404' } as const;
	expect(isGone(new TagPdfError('UNREACHABLE', requestFacts({ failure })))).toBe(false);
	expect(isGone(new Error('404'))).toBe(false);
	expect(isGone(undefined)).toBe(false);
});
