import fc from 'fast-check';

import {
	cleanOutsideText,
	createNetworkFailure,
	createRedact,
	createStatusFailure as statusFailureOf,
	isSuccess,
	listAddressSecrets,
	parseJson,
	readHost,
	toOneLine,
} from '../../../client/failure';
import type { HttpResponse } from '../../../client/runtime';
import { answered } from '../support/scriptedRuntime';

const redacted = createRedact(['sk_secret']);
const statusFailure = (response: HttpResponse) => statusFailureOf(response, redacted);

describe('isSuccess', () => {
	it.each([
		[199, false],
		[200, true],
		[202, true],
		[299, true],
		[300, false],
		[404, false],
	])('%i: %p', (statusCode, success) => {
		expect(isSuccess({ statusCode })).toBe(success);
	});
});

describe('createStatusFailure', () => {
	it('reads the Error body and the headers', () => {
		const error = { type: 'rate_limited', message: 'Slow down', request_id: 'req_1' };
		const headers = { 'retry-after': '7', location: 'https://other.example.com:8443/x?token=1' };
		expect(statusFailure(answered(429, { error }, headers))).toEqual({
			kind: 'status',
			statusCode: 429,
			isOfService: true,
			type: 'rate_limited',
			message: 'Slow down',
			requestId: 'req_1',
			retryAfter: '7',
			redirectTo: 'https://other.example.com:8443',
		});
	});

	it("reads only the code of S3's XML", () => {
		const xml =
			'<Error><Code>EntityTooLarge</Code><Message>m</Message><StringToSign>secret</StringToSign></Error>';
		expect(statusFailure(answered(400, xml))).toEqual({
			kind: 'status',
			statusCode: 400,
			type: 'EntityTooLarge',
		});
	});

	it.each([
		['an Error body with type and message', { error: { type: 't', message: 'm' } }, true],
		['one without a type', { error: { message: 'm' } }, undefined],
		['one without a message', { error: { type: 't' } }, undefined],
		['one with an empty type', { error: { type: '', message: 'm' } }, undefined],
		['other JSON', { type: 't', message: 'm' }, undefined],
		['a web page', '<html>Not found</html>', undefined],
		["S3's XML", '<Error><Code>NoSuchKey</Code><Message>m</Message></Error>', undefined],
		['nothing', '', undefined],
	])('recognizes %s as an error of the service: %p', (_what, body, isOfService) => {
		expect(statusFailure(answered(404, body)).isOfService).toBe(isOfService);
	});

	it('accepts a word of up to 60 letters as a code', () => {
		const typeOf = (code: string) => statusFailure(answered(400, `<Code>${code}</Code>`)).type;
		expect(typeOf('x'.repeat(60))).toBe('x'.repeat(60));
		expect(typeOf('x'.repeat(61))).toBeUndefined();
		expect(typeOf('two words')).toBeUndefined();
		expect(typeOf('')).toBeUndefined();
	});

	it('prefers the Error body to XML', () => {
		const error = { type: 'own', message: '<Code>Other</Code>' };
		expect(statusFailure(answered(400, { error })).type).toBe('own');
	});

	it('shortens a message to 500 characters', () => {
		const messageOf = (message: string) =>
			statusFailure(answered(400, { error: { message } })).message;
		expect(messageOf('x'.repeat(500))).toHaveLength(500);
		expect(messageOf('x'.repeat(501))).toHaveLength(500);
	});

	it('removes all secrets before it shortens a text', () => {
		const across = `${'x'.repeat(495)}sk_secret`;
		const error = { type: 'sk_secret', message: across, request_id: `${'r'.repeat(95)}sk_secret` };
		const headers = { 'retry-after': 'sk_secret', location: 'https://sk_secret.example.com/x' };
		const failure = statusFailure(answered(400, { error }, headers));
		expect(failure.type).toBeUndefined();
		expect(failure.message).toBe(`${'x'.repeat(495)}***`);
		expect(JSON.stringify(failure)).not.toContain('sk');
		expect(statusFailure(answered(400, '<Code>sk_secret</Code>')).type).toBeUndefined();
	});

	it('limits every text of the answer to one short line', () => {
		const long = `\r\n${'x'.repeat(2_000)}`;
		const error = { type: long, message: long, request_id: long };
		const failure = statusFailure(
			answered(400, { error }, { 'retry-after': long, location: `https://${'x'.repeat(2_000)}/` }),
		);
		expect(failure.type).toBeUndefined();
		expect(failure.message).toMatch(/^ x{498}…$/);
		expect(failure.requestId).toMatch(/^ x{98}…$/);
		expect(failure.retryAfter).toHaveLength(100);
		expect(failure.redirectTo).toHaveLength(100);
	});

	it.each([undefined, 7, '', '/relative', ['https://a.example.com']])(
		'ignores a redirect to %p',
		(location) => {
			expect(statusFailure(answered(302, '', { location })).redirectTo).toBeUndefined();
		},
	);

	it('keeps Retry-After unchanged, and only as a text', () => {
		const kept = (value: unknown) => statusFailure(answered(429, '', { 'retry-after': value }));
		expect(kept('soon').retryAfter).toBe('soon');
		expect(kept('').retryAfter).toBeUndefined();
		expect(kept(7).retryAfter).toBeUndefined();
	});

	it.each([
		'',
		'plain text',
		'null',
		'"text"',
		'{"error":"text"}',
		'{"error":null}',
		'{"error":[{"message":"m"}]}',
		'{"error":{"message":7,"type":"","request_id":null}}',
		'[{"error":{"message":"m"}}]',
		'<html></html>',
	])('accepts the body %j', (body) => {
		expect(statusFailure(answered(502, body))).toEqual({ kind: 'status', statusCode: 502 });
	});
});

describe('createNetworkFailure', () => {
	it.each<[unknown, string]>([
		[Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'ECONNRESET'],
		[{ httpCode: 'ENOTFOUND' }, 'ENOTFOUND'],
		[{ code: 'ECONNABORTED', httpCode: 'ENOTFOUND' }, 'ECONNABORTED'],
		[{ code: '', httpCode: 'EPIPE' }, 'EPIPE'],
		[{ code: 7 }, 'UNKNOWN'],
		[new Error('strange'), 'UNKNOWN'],
		['text', 'UNKNOWN'],
		[null, 'UNKNOWN'],
		[undefined, 'UNKNOWN'],
	])('%p: %s', (error, code) => {
		expect(createNetworkFailure(error)).toMatchObject({ kind: 'network', code });
	});

	it.each([200, '200', '502'])('uses the status %p as the code of a cut answer', (httpCode) => {
		expect(createNetworkFailure({ code: 'ERR_BAD_RESPONSE', httpCode })).toMatchObject({
			code: 'TRUNCATED',
		});
	});

	it.each(['20', '2000', 'E200'])('ignores the invalid status %p', (httpCode) => {
		expect(createNetworkFailure({ httpCode })).toMatchObject({ code: httpCode });
	});

	it('keeps the message of an exception, but none of its fields', () => {
		const carried = { config: { headers: { Authorization: 'Bearer sk_secret' } }, request: {} };
		const error = Object.assign(new TypeError('socket hang up'), carried, { code: 'ECONNRESET' });
		const failure = createNetworkFailure(error);
		const cause = failure.kind === 'network' ? failure.cause : undefined;
		if (!(cause instanceof Error)) throw new Error('An exception was to stay');
		expect([cause.name, cause.message, cause.stack]).toEqual([
			'TypeError',
			'socket hang up',
			error.stack,
		]);
		expect(Object.getOwnPropertyNames(cause).sort()).toEqual(['message', 'name', 'stack']);
	});

	it.each([{ code: 'ECONNRESET' }, 'text', null, undefined])(
		'keeps nothing of %p, which is not an exception',
		(error) => {
			expect(createNetworkFailure(error)).toHaveProperty('cause', undefined);
		},
	);
});

describe('parseJson', () => {
	it('reads JSON, and nothing else', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const text = JSON.stringify(value);
				expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
		expect(parseJson('{"id": "j", "sta')).toBeUndefined();
		expect(parseJson('')).toBeUndefined();
	});

	it('reads JSON after one byte order mark', () => {
		expect(parseJson('\ufeff{"id":"j"}')).toEqual({ id: 'j' });
		expect(parseJson('\ufeff\ufeff{}')).toBeUndefined();
		expect(parseJson('"\ufeff"')).toBe('\ufeff');
	});
});

describe('isObject', () => {});

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

describe('cleanOutsideText', () => {
	it.each([undefined, null, 7, '', {}])('ignores %j, which is not a text', (value) => {
		expect(cleanOutsideText(value, createRedact([]), 10)).toBeUndefined();
	});

	it('hides every part of a secret anywhere in a text', () => {
		const redact = createRedact(['sk_live_secret']);
		fc.assert(
			fc.property(fc.nat(60), fc.integer({ min: 1, max: 60 }), (before, longest) => {
				const shown = cleanOutsideText(`${'x'.repeat(before)}sk_live_secret`, redact, longest);
				expect(shown).not.toMatch(/s|k|_/);
			}),
		);
	});
});

describe('createRedact', () => {
	it.each([
		['as it is', 'key is a/b+c d!'],
		['without its spaces', 'key is a/b+cd!'],
		['in an address', 'key is a%2Fb%2Bc%20d!'],
		['in capitals', 'key is A/B+C D!'],
	])('removes a secret %s', (_how, text) => {
		expect(createRedact([' a/b+c d '])(text, 100)).toBe('key is ***!');
	});

	it('removes every occurrence of a secret', () => {
		const error = 'key sk_live_7 is not known: sk_live_7 (sk_live_7)';
		expect(createRedact(['sk_live_7'])(error, 100)).toBe('key *** is not known: *** (***)');
	});

	it('removes all secrets, overlapping ones, too', () => {
		const redact = createRedact(['one', 'two', 'two and more', 'more and']);
		expect(redact('one two two and more and (.*)', 100)).toBe('*** *** *** (.*)');
	});

	it('hides a secret that begins in what is shown, however long it is, and whatever comes before', () => {
		const secrets = ['a'.repeat(30_000), 'b'.repeat(1_000)];
		const [long = '', short = ''] = secrets;
		const redact = createRedact(secrets);
		expect(redact(`${'x'.repeat(90)}${long}`, 100)).toBe(`${'x'.repeat(90)}***`);
		expect(redact(`${short}${long}${short}`, 100)).toBe('***…');
	});

	it('searches only what can be shown, so a long text takes no time', () => {
		const indexOf = jest.spyOn(String.prototype, 'indexOf');
		const text = 'x '.repeat(2_000_000);
		const long = 'long'.repeat(10_000);
		expect(createRedact(['secret', long])(text, 100)).toBe(`${text.slice(0, 99)}…`);
		const searched = indexOf.mock.calls.flatMap(([form], call) =>
			form === 'secret' ? String(indexOf.mock.contexts[call]).length : [],
		);
		indexOf.mockRestore();
		expect(searched).toHaveLength(3);
		expect(Math.max(...searched)).toBeLessThan(200);
	});

	it('finds a secret behind letters whose small form is longer', () => {
		expect(createRedact(['secret'])('\u0130\u0130 SECRET!', 100)).toBe('\u0130\u0130 ***!');
	});

	it('ignores an empty secret, and accepts half a character', () => {
		expect(createRedact([''])('as it is', 100)).toBe('as it is');
		expect(createRedact(['\ud800x'])('an x, %EF%BF%BDx', 100)).toBe('an x, ***');
	});
});

describe('listAddressSecrets', () => {
	it('are the address and the long values of its query and of the form', () => {
		const url = 'https://s3.example.com/a?X-Amz-Signature=f00dcafe&v=4&five=12345&six=123456';
		const fields = { policy: 'cG9saWN5', acl: 's3' };
		expect(listAddressSecrets(url, fields)).toEqual([url, 'f00dcafe', '123456', 'cG9saWN5']);
		expect(listAddressSecrets('nowhere')).toEqual(['nowhere']);
	});

	it('are the user name and the password, also as a header has them', () => {
		const secrets = listAddressSecrets('https://jo%20e:p%40ss@example.com/');
		const redact = createRedact(secrets);
		const basic = Buffer.from('jo e:p@ss').toString('base64');
		expect(redact(`jo e, jo%20e, p@ss, p%40ss, Basic ${basic}`, 100)).toBe(
			'***, ***, ***, ***, Basic ***',
		);
		expect(listAddressSecrets('https://%:%@example.com/')).toHaveLength(2);
	});
});
