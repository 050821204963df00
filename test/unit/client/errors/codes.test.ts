import { chooseCode, ERROR_CODES, type ErrorCode } from '../../../../client/errors';
import { type Failure, type RequestName, REQUESTS } from '../../../../client/failure';

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
