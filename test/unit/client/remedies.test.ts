import { type Failure, type RequestName, REQUESTS } from '../../../client/failure';
import { chooseRemedy, type Remedy } from '../../../client/remedies';

const status = (statusCode: number, type?: string): Failure => ({
	kind: 'status',
	statusCode,
	type,
});
const expired = (statusCode: number): Failure => ({ kind: 'status', statusCode, isExpired: true });
const network = (code: string): Failure => ({ kind: 'network', code });
const UNREADABLE: Failure = { kind: 'unreadable', reason: 'a web page came back' };
const API: RequestName[] = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];

describe('the retry table', () => {
	/** Every request with this remedy for a failure. */
	const requestsWith = (remedy: Remedy, failure: Failure) =>
		REQUESTS.filter((request) => chooseRemedy(request, failure) === remedy);

	it.each([
		...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
		...['EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ERR_NETWORK', 'ERR_BAD_RESPONSE'],
		...['ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'Z_BUF_ERROR'],
		...['ERR__ERROR_FORMAT_PADDING_1', 'ZSTD_X', 'STALLED', 'TOO_SLOW'],
	])('repeats every request after %s', (code) => {
		expect(requestsWith('retry', network(code))).toEqual(REQUESTS);
	});

	it.each([
		...['CERT_HAS_EXPIRED', 'SSRF_BLOCKED', 'ERR_CANCELED', 'ERR_INVALID_URL', 'HPE_'],
		...['XECONNRESET', 'ECONNRESETX', 'UNKNOWN'],
	])('repeats nothing after %s', (code) => {
		expect(requestsWith('none', network(code))).toEqual(REQUESTS);
	});

	const others = (...requests: RequestName[]) =>
		REQUESTS.filter((each) => !requests.includes(each));

	type Row = [Failure, Partial<Record<Remedy, readonly RequestName[]>>];

	it.each<Row>([
		...[408, 500, 502, 503, 504, 599].map((code): Row => [status(code), { retry: REQUESTS }]),
		...[302, 400, 401, 402, 405, 407, 410, 413, 499, 501].map((code): Row => [
			status(code),
			{ none: REQUESTS },
		]),
		[status(429), { waitForWindow: API, retry: others(...API) }],
		[status(409), { askAgain: ['submitJob'], retry: ['getResult'] }],
		[status(403), { askAgain: ['store', 'download'], none: others('store', 'download') }],
		// Only the job shows if its result is gone.
		[status(404, 'NoSuchKey'), { askAgain: ['download'], none: others('download') }],
		[status(400, 'RequestTimeout'), { retry: ['store', 'download'] }],
		[status(400, 'EntityTooLarge'), { none: REQUESTS }],
		[status(401, 'RequestTimeout'), { none: REQUESTS }],
		[UNREADABLE, { none: ['fetchSource'], askAgain: ['store', 'download'], retry: API }],
		[
			{ kind: 'network', code: 'ECONNRESET', kept: true },
			{ askAgain: ['download'], retry: others('download') },
		],
		[network('TRUNCATED'), { askAgain: ['download'], retry: others('download') }],
		[{ kind: 'document', reason: 'it cannot be read' }, { none: REQUESTS }],
		[{ kind: 'address', field: 'result_url', reason: 'is not https' }, { none: REQUESTS }],
		[{ kind: 'oversize', reason: 'it is larger than 1 MB' }, { none: REQUESTS }],
	])('has a remedy for %j', (failure, remedies) => {
		for (const [remedy, requests] of Object.entries(remedies))
			expect(requestsWith(remedy as Remedy, failure)).toEqual(requests);
	});

	it.each([
		['S3, MinIO, R2', status(403, 'AccessDenied')],
		['Azure', status(403, 'AuthenticationFailed')],
		['Google Cloud Storage', expired(400)],
		['Swift', expired(401)],
		['a page of a proxy', status(403)],
	])('gets a new presigned address if the old one has expired, as %s says it', (_who, failure) => {
		expect(requestsWith('askAgain', failure)).toEqual(['store', 'download']);
	});

	it('asks again after a 404 for a job or an upload that may not be visible yet', () => {
		const again = (statusCode: number) =>
			REQUESTS.filter((each) => chooseRemedy(each, status(statusCode), true) === 'askAgain');
		expect(again(404)).toEqual(['submitJob', 'getJob', 'getResult', 'download']);
		expect(again(400)).toEqual(['submitJob']);
		for (const statusCode of [400, 401, 402, 410])
			expect(chooseRemedy('getJob', status(statusCode), true)).toBe('none');
	});
});
