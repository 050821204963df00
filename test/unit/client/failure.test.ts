import {
	createNetworkFailure,
	createStatusFailure,
	createStorageFailure,
	type Failure,
	isSuccess,
	mayHaveTakenEffect,
	readHost,
} from '../../../client/failure';
import { Secrets } from '../../../client/secrets';
import type { HttpResponse } from '../../../client/runtime';
import { answered } from '../support/scriptedRuntime';

const statusFailure = (response: HttpResponse) =>
	createStatusFailure(response, new Secrets('sk_secret'));

test('success is any 2xx', () => {
	const all = [199, 200, 202, 299, 300, 404];
	expect(all.filter((statusCode) => isSuccess({ statusCode }))).toEqual([200, 202, 299]);
});

describe('createStatusFailure', () => {
	it('reads the Error body and the headers', () => {
		const error = { type: 'rate_limited', message: 'Slow down', request_id: 'req_1' };
		const headers = { 'retry-after': '7', location: 'https://other.example.com:8443/x?token=1' };
		expect(statusFailure(answered(429, { error }, headers))).toEqual({
			kind: 'status',
			statusCode: 429,
			type: 'rate_limited',
			message: 'Slow down',
			requestId: 'req_1',
			retryAfter: '7',
			redirectTo: 'https://other.example.com:8443',
		});
	});

	it('removes all secrets before it shortens a text', () => {
		const across = `${'x'.repeat(495)}sk_secret`;
		const error = { type: 'sk_secret', message: across, request_id: `${'r'.repeat(95)}sk_secret` };
		const headers = { 'retry-after': 'sk_secret', location: 'https://sk_secret.example.com/x' };
		const failure = statusFailure(answered(400, { error }, headers));
		expect(failure).toMatchObject({ type: '***', message: `${'x'.repeat(495)}***` });
		expect(JSON.stringify({ ...failure, retryAfter: '' })).not.toContain('sk');
	});

	it('limits every text of the answer to one short line', () => {
		const long = `\r\n${'x'.repeat(2_000)}`;
		const error = { type: long, message: long, request_id: long };
		const location = `https://${'x'.repeat(2_000)}/`;
		const failure = statusFailure(answered(400, { error }, { location }));
		expect(failure.type).toMatch(/^ x{98}…$/);
		expect(failure.message).toMatch(/^ x{498}…$/);
		expect(failure.requestId).toMatch(/^ x{98}…$/);
		expect(failure.redirectTo).toHaveLength(100);
	});

	it.each([undefined, 7, '', '/relative', ['https://a.example.com']])(
		'ignores a redirect to %p',
		(location) => {
			expect(statusFailure(answered(302, '', { location })).redirectTo).toBeUndefined();
		},
	);

	it.each([
		'',
		'null',
		'{"error":"text"}',
		'{"error":null}',
		'{"error":[{"message":"m"}]}',
		'{"error":{"message":7,"type":"","request_id":null}}',
		'<html></html>',
	])('accepts the body %j, and a header that is no text', (body) => {
		const failure = statusFailure(answered(502, body, { 'retry-after': 7 }));
		expect(failure).toEqual({ kind: 'status', statusCode: 502 });
	});
});

describe('createStorageFailure', () => {
	it('has the status, Retry-After and a known code of S3', () => {
		const xml = '<Error><Code>EntityTooLarge</Code><Message>m</Message></Error>';
		expect(createStorageFailure(answered(400, xml, { 'retry-after': '7' }))).toEqual({
			kind: 'status',
			statusCode: 400,
			type: 'EntityTooLarge',
			retryAfter: '7',
		});
	});

	it.each([
		['Google Cloud Storage', '<Error><Code>ExpiredToken</Code></Error>'],
		['an XML of its own', '<Code xmlns="urn:x">RequestExpired</Code>'],
		['MinIO', '<Code>AccessDenied</Code><Message>Request has expired</Message>'],
		['Garage', '<Code>InvalidRequest</Code><Message>Bad request: Date is too old</Message>'],
		['Swift', 'FormPost: Form Expired'],
		['Backblaze', '{"code":"expired_auth_token","status":401}'],
		['Supabase', '{"error":"InvalidJWT","message":"\\"exp\\" claim timestamp check failed"}'],
	])('knows an expired address by the words of storage: %s', (_who, body) => {
		expect(createStorageFailure(answered(400, body))).toMatchObject({ isExpired: true });
	});

	it.each([
		'<Code>password</Code>',
		'<Code>NoSuchKey password</Code>',
		'{"error":{"type":"password","message":"password","request_id":"password"}}',
		'password',
	])('keeps nothing else that the server has written: %s', (body) => {
		const location = 'https://password.example.com/';
		expect(createStorageFailure(answered(400, body, { location }))).toEqual({
			kind: 'status',
			statusCode: 400,
		});
	});
});

describe('createNetworkFailure', () => {
	it.each<[unknown, string]>([
		[Object.assign(new Error('x'), { code: 'ECONNRESET', config: 'sk_secret' }), 'ECONNRESET'],
		[{ httpCode: 'ENOTFOUND' }, 'ENOTFOUND'],
		[{ code: 'ECONNABORTED', httpCode: 'ENOTFOUND' }, 'ECONNABORTED'],
		[{ code: '', httpCode: 'EPIPE' }, 'EPIPE'],
		[{ code: 7 }, 'UNKNOWN'],
		[new Error('strange'), 'UNKNOWN'],
		['text', 'UNKNOWN'],
		[null, 'UNKNOWN'],
		// The client reports the status of a truncated answer.
		[{ code: 'ERR_BAD_RESPONSE', httpCode: 200 }, 'TRUNCATED'],
		[{ code: 'ERR_BAD_RESPONSE', httpCode: '502' }, 'TRUNCATED'],
		[{ httpCode: '20' }, '20'],
		[{ httpCode: '2000' }, '2000'],
	])('of %p has only the code %s', (error, code) => {
		expect(createNetworkFailure(error)).toEqual({ kind: 'network', code });
	});
});

describe('readHost', () => {
	it('shows only host and port', () => {
		expect(readHost('https://s3.example.com:9000/bucket/key?X-Amz-Signature=secret')).toBe(
			's3.example.com:9000',
		);
		expect(readHost('https://user:secret@example.com/')).toBe('example.com');
		expect(readHost('nothing')).toBe('the address');
		expect(readHost(`https://${'x'.repeat(2_000)}/`)).toHaveLength(100);
	});

	it('hides a secret that the service has put there', () => {
		expect(readHost('https://TAG_key-1.example.com/', new Secrets('tag_Key-1'))).toBe(
			'***.example.com',
		);
	});
});

const status = (statusCode: number): Failure => ({ kind: 'status', statusCode });
const network = (code: string): Failure => ({ kind: 'network', code });
const UNREADABLE: Failure = { kind: 'unreadable', reason: 'a web page came back' };

test.each<[boolean, Failure[]]>([
	[
		false,
		['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'SSRF_BLOCKED'].map(
			network,
		),
	],
	[true, ['ECONNRESET', 'ETIMEDOUT', 'ENETDOWN', 'ERR_CANCELED', 'XECONNREFUSED'].map(network)],
	[false, [302, 400, 402, 409, 410, 429, 499].map((code) => status(code))],
	[true, [status(408), status(500), status(501), status(504), UNREADABLE]],
	[
		false,
		[
			{ kind: 'document', reason: '' },
			{ kind: 'address', field: 'upload_url', reason: '' },
			{ kind: 'oversize', reason: '' },
		],
	],
])('a request may have taken effect (%p) after %j', (may, failures) => {
	expect(failures.filter((failure) => mayHaveTakenEffect(failure) !== may)).toEqual([]);
});
