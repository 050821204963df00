import fc from 'fast-check';

import { resolveKeyAddress } from '../../../../nodes/client/service/keyAddress';

const BASE = 'https://api.example.com';
const FOLDER = `${BASE}/tagging`;

describe('the key goes to', () => {
	it.each([
		[BASE, { url: `${BASE}/v1/me` }, `${BASE}/v1/me`],
		[BASE, { url: BASE }, `${BASE}/`],
		[BASE, { url: ` ${BASE}/v1/me?a=b#c` }, `${BASE}/v1/me?a=b#c`],
		[BASE, { url: 'HTTPS://API.Example.COM:443/v1/me' }, `${BASE}/v1/me`],
		[BASE, { uri: `${BASE}/v1/me` }, `${BASE}/v1/me`],
		[BASE, { uri: new URL(`${BASE}/v1/me`) }, `${BASE}/v1/me`],
		[`${BASE}/`, { url: `${BASE}/v1/me` }, `${BASE}/v1/me`],
		[`${BASE}/v1/`, { baseURL: `${BASE}/v1/`, url: '/v1/me' }, `${BASE}/v1/me`],
		[BASE, { baseURL: `${BASE}//`, url: 'v1/me' }, `${BASE}/v1/me`],
		[BASE, { baseURL: BASE }, `${BASE}/`],
		[BASE, { baseURL: BASE, url: ' /v1/me ' }, `${BASE}/v1/me`],
		[BASE, { baseURL: BASE, url: '/v1/me?a=b://c' }, `${BASE}/v1/me?a=b://c`],
		[BASE, { baseURL: 'https://evil.example.com', url: `${BASE}/v1/me` }, `${BASE}/v1/me`],
		[BASE, { url: `${BASE}/v1/jobs/..%2Fx` }, `${BASE}/v1/jobs/..%2Fx`],
		[`${BASE}:8443`, { url: `${BASE}:8443/v1/me` }, `${BASE}:8443/v1/me`],
		[FOLDER, { url: `${FOLDER}/v1/me` }, `${FOLDER}/v1/me`],
		[FOLDER, { url: FOLDER }, FOLDER],
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
		['a name and password', BASE, { url: 'https://a:secret@api.example.com/' }, /user name/],
		['a password alone', BASE, { url: 'https://:secret@api.example.com/' }, /user name/],
		['a name alone', BASE, { url: 'https://a@api.example.com/' }, /user name/],
		['another port', BASE, { url: `${BASE}:8443/v1/me` }, /api\.example\.com:8443/],
		['the same host without TLS', BASE, { url: 'http://api.example.com/' }, /asks for/],
		['another scheme', BASE, { url: 'data:text/plain,x' }, /asks for data:\.$/],
		['an address without a scheme', BASE, { url: 'api.example.com/v1/me' }, /cannot be read/],
		['a relative address without a base', BASE, { url: '/v1/me' }, /cannot be read/],
		['no address', BASE, {}, /cannot be read/],
		[
			'a whole address behind a good base',
			BASE,
			{ baseURL: BASE, url: 'https://evil.com' },
			/evil/,
		],
		['an address that only lacks the scheme', BASE, { baseURL: BASE, url: '//evil.com' }, /cannot/],
		['another scheme behind a base', BASE, { baseURL: BASE, url: 's3://evil/x' }, /for s3:\.$/],
		['another base', BASE, { baseURL: 'https://evil.com', url: '/v1/me' }, /evil\.com/],
		['a base that is none', BASE, { baseURL: 7, url: '/v1/me' }, /cannot be read/],
		['another path', FOLDER, { url: `${BASE}/other` }, /asks for/],
		['a path that begins alike', FOLDER, { url: `${FOLDER}s/v1/me` }, /asks for/],
		['a path that climbs out', FOLDER, { url: `${FOLDER}/../other` }, /asks for/],
		['one with dots encoded', FOLDER, { url: `${FOLDER}/%2e%2e/other` }, /asks for/],
		['one with slashes encoded', FOLDER, { url: `${FOLDER}/..%2Fother` }, /asks for/],
		['one with backslashes', FOLDER, { url: `${FOLDER}/..%5cother` }, /asks for/],
		['one behind a base', FOLDER, { baseURL: FOLDER, url: '/../other' }, /asks for/],
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
				expect(resolveKeyAddress(BASE, { url, baseURL: BASE }).ok).toBe(false);
				expect(resolveKeyAddress(BASE, { uri: url }).ok).toBe(false);
			}),
		);
	});

	it('an address outside the path, in any spelling', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (end) => {
				const result = resolveKeyAddress(FOLDER, { baseURL: FOLDER, url: end });
				expect(result.ok ? result.url : FOLDER).toMatch(
					/^https:\/\/api\.example\.com\/tagging(\/|$|\?|#)/,
				);
			}),
		);
	});
});
