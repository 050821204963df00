import fc from 'fast-check';

import {
	checkAddress,
	countVisibleCharacters,
	findInvisibleCharacter,
	normalizeApiKey,
	normalizeBaseUrl,
	parseHttpUrl,
	resolveKeyAddress,
	toVisibleText,
	trimInvisible,
} from '../../../client/address';
import { measureCpuMs } from '../support/cpuTime';

test.each<[string, string]>([
	['key_1', 'key_1'],
	['  key_1\r\n', 'key_1'],
	['Bearer key_1', 'key_1'],
	[' BEARER \t key_1 ', 'key_1'],
	['Bearerkey', 'Bearerkey'],
	['\ufeffkey_1\u200b\u00a0', 'key_1'],
	['\u2060Bearer\u00a0\u200bkey_1\u00ad\u2028', 'key_1'],
	['k'.repeat(1_000), 'k'.repeat(1_000)],
	['\u3164key!"#~\ufe0f\u2800', 'key!"#~'],
])('%j is the key %j', (input, key) => {
	expect(normalizeApiKey(input)).toEqual({ ok: true, key });
});

test.each([
	...['', '  ', '\n', '\u200b \u200b', 'Bearer', ' bearer \t'].map((input) => [
		input,
		"The 'API Key' is empty.",
	]),
	...[7, undefined, null, true, {}, ['key_1']].map((input) => [
		input,
		"The 'API Key' is not a text.",
	]),
	['k'.repeat(1_001), "The 'API Key' is too long to be one."],
])('%j is no key', (input, reason) => {
	expect(normalizeApiKey(input)).toEqual({ ok: false, reason });
});

test.each([
	['key\u200b_1', 'an invisible character (U+200B)'],
	['key\n_1', 'an invisible character (U+000A)'],
	['key\u00a0_1', 'an invisible character (U+00A0)'],
	['key\u{e0001}_1', 'an invisible character (U+E0001)'],
	['key _1', 'a space'],
	['key Bearer x', 'a space'],
	['key\u2026', '"\u2026" (U+2026)'],
	['\u201ckey\u201d', '"\u201c" (U+201C)'],
	['\u2022\u2022\u2022\u2022', '"\u2022" (U+2022)'],
	['k\u0435y', '"\u0435" (U+0435)'],
])('the key %j is refused, and the reason names only the character', (input, what) => {
	const reason = `The 'API Key' contains ${what}, which no key has.`;
	expect(normalizeApiKey(input)).toEqual({ ok: false, reason });
});

test('every key is one that a header can carry, or refused', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (input) => {
			const checked = normalizeApiKey(input);
			const key = checked.ok ? checked.key : checked.reason.replace(/contains .*, which/, '');
			expect(() => new Headers({ Authorization: `Bearer ${key}` })).not.toThrow();
		}),
	);
});

test.each([
	['whsec_1', undefined],
	['secret of the house', undefined],
	['\u00fcber', undefined],
	['whsec\u200b1', '\u200b'],
	['whsec\u00a01', '\u00a0'],
])('the invisible character of %j is %j', (text, character) => {
	expect(findInvisibleCharacter(text)).toBe(character);
});

test.each([
	['my file', 'my file'],
	['\ufeff my\u00a0fi\u200ble\u00ad\n', 'my file'],
	['u\u0308ber', '\u00fcber'],
	['\u200b', ''],
])('%j is seen as %j', (text, seen) => {
	expect(toVisibleText(text)).toBe(seen);
});

describe('normalizeBaseUrl', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['  https://api.example.com///  ', 'https://api.example.com'],
		['\u200bhttps://api.example.com\u00a0\ufeff', 'https://api.example.com'],
		['https://api.example.com/v1/', 'https://api.example.com'],
		['https://example.com/tagging/v1', 'https://example.com/tagging'],
		['https://example.com:8443/a/b?x=1#y', 'https://example.com:8443/a/b'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000'],
		['http://127.255.20.100', 'http://127.255.20.100'],
		['http://[::1]:3000', 'http://[::1]:3000'],
		['https://192.168.0.7:3000', 'https://192.168.0.7:3000'],
		['HTTPS://API.Example.com/V1', 'https://api.example.com/V1'],
		['https://example.com/v1/v1', 'https://example.com/v1'],
		['https://example.com/v10', 'https://example.com/v10'],
		['https://example.com/v1/x', 'https://example.com/v1/x'],
		['https://example.com/tagging//v1', 'https://example.com/tagging'],
		['https://example.com/tagging///v1///', 'https://example.com/tagging'],
		['https://host.docker.internal:4010', 'https://host.docker.internal:4010'],
		['https://host.containers.internal/v1', 'https://host.containers.internal'],
		['https://example.com/tagging//v1//', 'https://example.com/tagging'],
	])('%s → %s', (input, url) => {
		expect(normalizeBaseUrl(input)).toEqual({ ok: true, url });
	});

	it.each([
		['', /empty/],
		['  ', /empty/],
		[undefined, /empty/],
		[7, /empty/],
		['api.example.com', /full address/],
		['localhost:3000', /full address/],
		['ftp://example.com', /full address/],
		['https://', /full address/],
		['http://api.example.com', /https:/],
		['http://127.0.0.1.example.com', /https:/],
		['http://localhost.example.com', /https:/],
		['http://128.0.0.1', /https:/],
		['http://192.168.0.7:3000', /https:/],
		['http://host.docker.internal:4010', /network of n8n's container.* http:\/\/localhost:4010\.$/],
		['http://host.containers.internal', /network of n8n's container/],
		['http://docker.internal.example.com', /only for a sandbox on this machine/],
		['http://host.docker.internal.example.com', /only for a sandbox on this machine/],
		['http://mylocalhost:3000', /only for a sandbox on this machine/],
		['http://not-localhost', /only for a sandbox on this machine/],
		['http://[::2]:3000', /https:/],
		['https://user:secret@example.com', /user name/],
		['https://user@example.com', /user name/],
		['https://:secret@example.com', /user name/],
	])('refuses %p', (input, reason) => {
		const result = normalizeBaseUrl(input);
		expect(result.ok ? '' : result.reason).toMatch(reason);
		expect(JSON.stringify(result)).not.toContain('secret');
	});

	it('gives one form of an address, and does not change it again', () => {
		const path = fc.array(fc.stringMatching(/^[a-z]{2,6}$/), { maxLength: 3 });
		fc.assert(
			fc.property(
				fc.domain(),
				path,
				fc.constantFrom('', '/', '//', '/v1', '/v1/'),
				(host, segments, end) => {
					const plain = ['https://' + host, ...segments].join('/');
					const typed = normalizeBaseUrl(` ${plain}${end} `);
					expect(typed).toEqual({ ok: true, url: plain });
					expect(normalizeBaseUrl(plain)).toEqual(typed);
				},
			),
		);
	});

	it('never sends a key over http to another machine', () => {
		fc.assert(
			fc.property(fc.webUrl({ validSchemes: ['http'] }), (url) => {
				fc.pre(!/^http:\/\/localhost[:/]/.test(url));
				expect(normalizeBaseUrl(url).ok).toBe(false);
			}),
		);
	});
});

const BASE = 'https://api.example.com';
const FOLDER = `${BASE}/tagging`;

describe('the key goes to', () => {
	it.each([
		[BASE, { url: `${BASE}/v1/me` }, `${BASE}/v1/me`],
		[BASE, { url: ` ${BASE}/v1/me?a=b#c` }, `${BASE}/v1/me?a=b#c`],
		[BASE, { url: 'HTTPS://API.Example.COM:443/v1/me' }, `${BASE}/v1/me`],
		[BASE, { uri: new URL(`${BASE}/v1/me`) }, `${BASE}/v1/me`],
		[`${BASE}/v1/`, { url: '/v1/me' }, `${BASE}/v1/me`],
		[BASE, { url: ' /v1/me ' }, `${BASE}/v1/me`],
		[BASE, { url: '/v1/me?a=b://c' }, `${BASE}/v1/me?a=b://c`],
		[BASE, { url: `${BASE}/v1/jobs/..%2Fx` }, `${BASE}/v1/jobs/..%2Fx`],
		[FOLDER, { url: `${FOLDER}/v1/me` }, `${FOLDER}/v1/me`],
		[FOLDER, { url: FOLDER }, FOLDER],
		[FOLDER, { url: '/v1/me' }, `${FOLDER}/v1/me`],
		[FOLDER, { url: '/\\evil.com' }, `${FOLDER}//evil.com`],
		[`${BASE}/a%2Bb`, { url: `${BASE}/a%2Bb/v1/me` }, `${BASE}/a%2Bb/v1/me`],
		[
			FOLDER,
			{ url: `${FOLDER}/v1/jobs/a%2Fb%20%C3%A9%3F%23%252F` },
			`${FOLDER}/v1/jobs/a%2Fb%20%C3%A9%3F%23%252F`,
		],
		[FOLDER, { url: `${FOLDER}/v1/jobs/100%25` }, `${FOLDER}/v1/jobs/100%25`],
		[FOLDER, { url: `${FOLDER}/v1/jobs/100%25a` }, `${FOLDER}/v1/jobs/100%25a`],
		[FOLDER, { url: `${FOLDER}/v1/jobs/a%25252541` }, `${FOLDER}/v1/jobs/a%25252541`],
		[FOLDER, { url: `${FOLDER}/v1/jobs/a%20..%20b...` }, `${FOLDER}/v1/jobs/a%20..%20b...`],
		[FOLDER, { url: `${FOLDER}/v1/jobs/a;b/result` }, `${FOLDER}/v1/jobs/a;b/result`],
		[FOLDER, { url: `${FOLDER}/x/../v1/me` }, `${FOLDER}/v1/me`],
		[
			'http://localhost:4010',
			{ url: 'http://localhost:4010/v1/me' },
			'http://localhost:4010/v1/me',
		],
	])('%#. base %s, request %j', (base, request, url) => {
		expect(resolveKeyAddress(base, request)).toEqual({ ok: true, url });
	});
});

describe('no key for', () => {
	it.each([
		['another host', BASE, { url: 'https://evil.example.com/v1/me' }, /evil\.example\.com\.$/],
		['a host that begins alike', BASE, { url: `${BASE}.evil.com` }, /api\.example\.com\.evil\.com/],
		['a host behind an @', BASE, { url: `${BASE}@evil.com/` }, /user name/],
		['a password alone', BASE, { url: 'https://:secret@api.example.com/' }, /user name/],
		['a name alone', BASE, { url: 'https://a@api.example.com/' }, /user name/],
		['another port', BASE, { url: `${BASE}:8443/v1/me` }, /api\.example\.com:8443/],
		['the same host without TLS', BASE, { url: 'http://api.example.com/' }, /asks for/],
		['another scheme', BASE, { url: 'data:text/plain,x' }, /asks for data:\.$/],
		['an address without a scheme', BASE, { url: 'api.example.com/v1/me' }, /cannot be read/],
		['no address', BASE, {}, /cannot be read/],
		['an address that only lacks the scheme', BASE, { url: '//evil.com' }, /cannot/],
		['a scheme of its own', BASE, { url: 's3://evil/x' }, /for s3:\.$/],
		['another path', FOLDER, { url: `${BASE}/other` }, /asks for/],
		['a path that begins alike', FOLDER, { url: `${FOLDER}s/v1/me` }, /asks for/],
		['a path that climbs out', FOLDER, { url: `${FOLDER}/../other` }, /asks for/],
		['one with dots encoded', FOLDER, { url: `${FOLDER}/%2e%2e/other` }, /asks for/],
		['one with slashes encoded', FOLDER, { url: `${FOLDER}/..%2Fother` }, /asks for/],
		['one with backslashes', FOLDER, { url: `${FOLDER}/..%5cother` }, /asks for/],
		['one encoded twice', FOLDER, { url: `${FOLDER}/..%252fother` }, /asks for/],
		['one encoded too often to be read', FOLDER, { url: `${FOLDER}/a%2525252541` }, /asks for/],
		['one with all of it encoded', FOLDER, { url: `${FOLDER}/x%2f%2e%2e%2fother` }, /asks for/],
		['one behind a parameter', FOLDER, { url: `${FOLDER}/..;/other` }, /asks for/],
		['one with a parameter, encoded', FOLDER, { url: `${FOLDER}/..%3bx=1%2fother` }, /asks for/],
		['one behind a number sign', FOLDER, { url: `${FOLDER}/%23/%2e%2e/%2e%2e/other` }, /asks for/],
		...[
			...['..%00/', '.%00./', '.%20./', '..%20/', '..%09/', '.%e2%80%8b./', '..%3F/', '..%23'],
			...['%c0%ae%c0%ae/', '..%c0%af', '%e0%80%ae%e0%80%ae/', '%25c0%25ae%25c0%25ae/'],
			...['%u002e%u002e/', '%uff0e%uff0e/', '\uff0e\uff0e/', '.\uff0e/', '\u2025/', '..\uff0f'],
			...['x%ef%bc%8f..%ef%bc%bc', '..%e2%88%95', '%25252525252e./', '%%32%65./'],
			...['..%e2%88%96', '..%c2%a5', '..%e2%82%a9', '..%e2%a7%b8', '%e3%80%82%e3%80%82/'],
		].map((step): [string, string, object, RegExp] => [
			`one with the odd step ${step}`,
			FOLDER,
			{ url: `${FOLDER}/${step}other` },
			/asks for/,
		]),
		['one without a server', FOLDER, { url: '/../other' }, /asks for/],
		['a base URL that is refused itself', 'http://api.example.com', { url: BASE }, /https:/],
		['no base URL', undefined, { url: BASE }, /empty/],
	])('%s', (_what, base, request, reason) => {
		const result = resolveKeyAddress(base, request);
		expect(result.ok ? result.url : result.reason).toMatch(reason);
		expect(result.ok).toBe(false);
		expect(JSON.stringify(result)).not.toContain('secret');
	});

	it('any other origin, in any spelling', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
				fc.pre(new URL(url).origin !== BASE);
				expect(resolveKeyAddress(BASE, { url }).ok).toBe(false);
				expect(resolveKeyAddress(BASE, { uri: url }).ok).toBe(false);
			}),
		);
	});

	it('an address outside the path, in any spelling', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (end) => {
				const result = resolveKeyAddress(FOLDER, { url: `/${end}` });
				expect(result.ok ? result.url : FOLDER).toMatch(
					/^https:\/\/api\.example\.com\/tagging(\/|$|\?|#)/,
				);
			}),
		);
	});
});

test.each([
	['', 0],
	['key', 3],
	[' k\u200be y\n', 3],
	['\u{1f600}\u{e0041}\u00fc', 2],
])('%j has visible characters: %i', (text, count) => {
	expect(countVisibleCharacters(text)).toBe(count);
});

test.each([
	['https://a.example.com/b?c', true],
	['HTTP://a.example.com', true],
	['httpsx://a.example.com', false],
	['xhttp://a.example.com', false],
	['ftp://a.example.com', false],
	['a.example.com', false],
])('%s is an http(s) address: %p', (text, isOne) => {
	expect(parseHttpUrl(text)?.href).toBe(isOne ? new URL(text).href : undefined);
});

test.each([
	['https://a.example.com', 'https://b.example.com', undefined],
	['https://a.example.com', 'http://b.example.com', undefined],
	['http://a.example.com', 'http://b.example.com', undefined],
	['http://localhost:1', 'https://127.0.0.1:2', undefined],
	['http://localhost:1', 'https://b.example.com', 'is not https'],
	['http://a.example.com', 'https://localhost', 'is not https'],
	['http://my-localhost', 'https://localhost', 'is not https'],
	['http://localhost.example.com', 'https://localhost', 'is not https'],
	['ftp://a.example.com', 'https://b.example.com', 'is not an http(s) address'],
])('the address %s in an answer from %s %p', (address, from, reason) => {
	const failure =
		reason === undefined ? undefined : { kind: 'address', field: 'result_url', reason };
	expect(checkAddress('result_url', address, from)).toEqual(failure);
});

describe('trimInvisible', () => {
	it.each([
		['', ''],
		[' \u200b\n', ''],
		[' a b\u2800', 'a b'],
		['\ufeff\u{1f600} \u{1f600}\u{e0041}', '\u{1f600} \u{1f600}'],
		['\uffffa\u{10000}', 'a\u{10000}'],
		['a\u{10000}\uffff', 'a\u{10000}'],
		['\uffff\uffff', ''],
		['a ', 'a'],
		[' a', 'a'],
		['a', 'a'],
		['\u{e0041}', ''],
		['\u{1f600}', '\u{1f600}'],
	])('of %j', (text, expected) => {
		expect(trimInvisible(text)).toBe(expected);
	});

	it('takes a moment for a text with many blanks inside', async () => {
		const text = `a${' '.repeat(80_000)}b${' '.repeat(80_000)}c`;
		expect(await measureCpuMs(() => trimInvisible(text))).toBeLessThan(200);
	});
});
