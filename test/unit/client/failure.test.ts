import fc from 'fast-check';

import {
	createNetworkFailure,
	createStatusFailure,
	createStorageFailure,
	type Failure,
	isSuccess,
	mayHaveTakenEffect,
	parseJson,
	readHost,
	redact,
	toOneLine,
} from '../../../client/failure';
import type { HttpResponse } from '../../../client/runtime';
import { answered } from '../support/scriptedRuntime';

const statusFailure = (response: HttpResponse) => createStatusFailure(response, ['sk_secret']);

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

describe('parseJson', () => {
	it('reads JSON, also after a byte order mark, and nothing else', () => {
		expect(parseJson('{"id":"j"}')).toEqual({ id: 'j' });
		expect(parseJson('\ufeff{"id":"j"}')).toEqual({ id: 'j' });
		expect(parseJson('"\ufeff"')).toBe('\ufeff');
		for (const text of ['\ufeff\ufeff{}', '{"id": "j", "sta', ''])
			expect(parseJson(text)).toBeUndefined();
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
		expect(readHost('https://TAG_key-1.example.com/', ['tag_Key-1'])).toBe('***.example.com');
	});
});

describe('toOneLine', () => {
	it.each([
		['plain', 'plain'],
		['a\r\nb\u2028c\u0000\u001b[31md', 'a b c [31md'],
		['a\u202eb\u2066c\u061cd', 'a b c d'],
		['a\ud800b', 'a b'],
		['déjà 文書 😀', 'déjà 文書 😀'],
	])('%j becomes %j', (text, line) => {
		expect(toOneLine(text, 100)).toBe(line);
	});

	it('shortens longer texts without splitting a character', () => {
		expect(toOneLine('12345', 5)).toBe('12345');
		expect(toOneLine('123456', 5)).toBe('1234…');
		expect(toOneLine('123😀6', 5)).toBe('123…');
	});

	it('returns one line of limited length for any text', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'binary' }),
				fc.integer({ min: 1, max: 50 }),
				(text, longest) => {
					const line = toOneLine(text, longest);
					expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
					expect(line.length).toBeLessThanOrEqual(longest);
				},
			),
		);
	});
});

describe('redact', () => {
	it('hides every part of a secret anywhere in a text', () => {
		fc.assert(
			fc.property(fc.nat(60), fc.integer({ min: 1, max: 60 }), (before, longest) => {
				const shown = redact(`${'x'.repeat(before)}sk_live_secret`, ['sk_live_secret'], longest);
				expect(shown).not.toMatch(/s|k|_/);
			}),
		);
	});

	it.each([
		['as it is', 'key is a/b+c d!'],
		['without its spaces', 'key is a/b+cd!'],
		['in an address', 'key is a%2Fb%2Bc%20d!'],
		['in capitals', 'key is A/B+C D!'],
	])('removes a secret %s', (_how, text) => {
		expect(redact(text, [' a/b+c d '], 100)).toBe('key is ***!');
	});

	it('removes every occurrence of a secret', () => {
		const error = 'key sk_live_7 is not known: sk_live_7 (sk_live_7)';
		expect(redact(error, ['sk_live_7'], 100)).toBe('key *** is not known: *** (***)');
	});

	it('hides a secret across the cut, and behind others', () => {
		const secrets = ['a'.repeat(1_000)];
		expect(redact(`${'x'.repeat(90)}${'a'.repeat(1_000)}`, secrets, 100)).toBe(
			`${'x'.repeat(90)}***`,
		);
		expect(redact('a'.repeat(100_000), secrets, 100)).toBe(`${'*'.repeat(99)}…`);
	});

	it('ignores an empty secret, and accepts half a character', () => {
		expect(redact('as it is', [''], 100)).toBe('as it is');
		expect(redact('an x, %EF%BF%BDx', ['\ud800x'], 100)).toBe('an x, ***');
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
