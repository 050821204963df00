import {
	type Failure,
	mayHaveTakenEffect,
	type RequestName,
	REQUESTS,
} from '../../../../client/failure';
import { chooseRemedy, type Remedy, wasUseless } from '../../../../client/retry';

const API: RequestName[] = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
const status = (statusCode: number, type?: string): Failure => ({
	kind: 'status',
	statusCode,
	type,
});
const network = (code: string): Failure => ({ kind: 'network', code });

/** Every request with this remedy for a failure. */
function requestsWith(remedy: Remedy, failure: Failure): RequestName[] {
	return REQUESTS.filter((request) => chooseRemedy(request, failure) === remedy);
}

describe('chooseRemedy', () => {
	it.each([
		'ECONNRESET',
		'ECONNREFUSED',
		'ECONNABORTED',
		'ETIMEDOUT',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EPIPE',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'ENETDOWN',
		'ERR_NETWORK',
		'ERR_BAD_RESPONSE',
		'ERR_STREAM_PREMATURE_CLOSE',
		'HPE_INVALID_CONSTANT',
		'HPE_X',
		'Z_DATA_ERROR',
		'Z_BUF_ERROR',
		'ERR__ERROR_FORMAT_PADDING_1',
		'STALLED',
		'TOO_SLOW',
		'TRUNCATED',
	])('repeats every request after %s', (code) => {
		expect(requestsWith('retry', network(code))).toEqual(REQUESTS);
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SSRF_BLOCKED',
		'ERR_CANCELED',
		'ERR_INVALID_URL',
		'HPE_',
		'XECONNRESET',
		'ECONNRESETX',
		'UNKNOWN',
	])('repeats nothing after %s', (code) => {
		expect(requestsWith('none', network(code))).toEqual(REQUESTS);
	});

	it.each([408, 500, 502, 503, 504, 599])('repeats every request after %i', (code) => {
		expect(requestsWith('retry', status(code))).toEqual(REQUESTS);
	});

	it.each([302, 400, 401, 402, 405, 407, 410, 413, 499, 501])(
		'repeats nothing after %i',
		(code) => {
			expect(requestsWith('none', status(code))).toEqual(REQUESTS);
		},
	);

	it('retries a 404 for a job that the service has shown', () => {
		const asked = REQUESTS.filter((each) => chooseRemedy(each, status(404), true) === 'askAgain');
		expect(asked).toEqual(['getJob', 'getResult']);
		for (const statusCode of [400, 401, 402, 410])
			expect(chooseRemedy('getJob', status(statusCode), true)).toBe('none');
	});

	it("closes the API key's gate after 429, and simply repeats other requests", () => {
		expect(requestsWith('waitForWindow', status(429))).toEqual(API);
		expect(requestsWith('retry', status(429))).toEqual(['fetchSource', 'store', 'download']);
	});

	it('retries 409 on a submission and on the result of a completed job', () => {
		expect(requestsWith('askAgain', status(409))).toEqual(['submitJob']);
		expect(requestsWith('retry', status(409))).toEqual(['getResult']);
		expect(requestsWith('none', status(409))).toHaveLength(REQUESTS.length - 2);
	});

	it('renews a presigned address after 403', () => {
		expect(requestsWith('renew', status(403))).toEqual(['store', 'download']);
		expect(requestsWith('none', status(403))).toHaveLength(REQUESTS.length - 2);
	});

	it('renews the address of a download after 404, because only the job shows if its result is gone', () => {
		expect(requestsWith('renew', status(404))).toEqual(['download']);
		expect(requestsWith('renew', status(404, 'NoSuchKey'))).toEqual(['download']);
		expect(requestsWith('none', status(404))).toHaveLength(REQUESTS.length - 1);
	});

	it("recognizes S3's 400 for a slow upload", () => {
		const slow = status(400, 'RequestTimeout');
		expect(requestsWith('retry', slow)).toEqual(['store', 'download']);
		expect(requestsWith('none', slow)).toHaveLength(REQUESTS.length - 2);
		expect(chooseRemedy('store', status(400, 'EntityTooLarge'))).toBe('none');
		expect(chooseRemedy('store', status(401, 'RequestTimeout'))).toBe('none');
	});

	it('repeats a request after an unusable answer, except for a source', () => {
		const failure: Failure = { kind: 'unreadable', reason: 'a web page came back' };
		expect(requestsWith('none', failure)).toEqual(['fetchSource']);
		expect(requestsWith('retry', failure)).toHaveLength(REQUESTS.length - 1);
	});

	it.each<Failure>([
		{ kind: 'document', reason: 'it cannot be read' },
		{ kind: 'address', field: 'result_url', reason: 'is not an http(s) address' },
		{ kind: 'oversize', reason: 'it is larger than 1 MB' },
	])('does not repeat a request that would fail again: $kind', (failure) => {
		expect(requestsWith('none', failure)).toEqual(REQUESTS);
	});
});

describe('mayHaveTakenEffect', () => {
	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'SSRF_BLOCKED',
	])('is sure that nothing happened after %s', (code) => {
		expect(mayHaveTakenEffect(network(code))).toBe(false);
	});

	it.each([
		'ECONNRESET',
		'ETIMEDOUT',
		'EPIPE',
		'ENETDOWN',
		'ERR_CANCELED',
		'UNKNOWN',
		'XECONNREFUSED',
		'ECONNREFUSEDX',
	])('is not sure after %s', (code) => {
		expect(mayHaveTakenEffect(network(code))).toBe(true);
	});

	it.each([
		[302, false],
		[400, false],
		[402, false],
		[408, true],
		[409, false],
		[410, false],
		[429, false],
		[499, false],
		[500, true],
		[501, true],
		[504, true],
	])('%i: %p', (statusCode, may) => {
		expect(mayHaveTakenEffect(status(statusCode))).toBe(may);
	});

	it('is not sure after an unreadable success, and sure about an unreadable document', () => {
		expect(mayHaveTakenEffect({ kind: 'unreadable', reason: 'no JSON' })).toBe(true);
		expect(mayHaveTakenEffect({ kind: 'document', reason: 'it cannot be read' })).toBe(false);
		expect(mayHaveTakenEffect({ kind: 'address', field: 'upload_url', reason: '' })).toBe(false);
		expect(mayHaveTakenEffect({ kind: 'oversize', reason: '' })).toBe(false);
	});
});

describe('wasUseless', () => {
	/** Requests for which this failure is a useless transfer. */
	const leaving = (failure: Failure) => REQUESTS.filter((each) => wasUseless(each, failure));

	it.each<[string, Failure]>([
		['that is not the file', { kind: 'unreadable', reason: 'a web page came back' }],
		['of which a part has been saved', { kind: 'network', code: 'ECONNRESET', kept: true }],
		['that began and did not come whole', network('TRUNCATED')],
	])('counts a document %s', (_what, failure) => {
		const isUpload = failure.kind === 'unreadable';
		expect(leaving(failure)).toEqual([...(isUpload ? ['store'] : []), 'download']);
	});

	it.each<[string, Failure]>([
		['that never began', network('ECONNRESET')],
		['that was refused', status(503)],
		['that is too large', { kind: 'oversize', reason: '' }],
	])('counts no download %s', (_what, failure) => {
		expect(leaving(failure)).toEqual([]);
	});
});
