import fc from 'fast-check';

import { hostOf, normalizeBaseUrl } from '../../../../nodes/client/service/baseUrl';

describe('normalizeBaseUrl', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['  https://api.example.com///  ', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://api.example.com/v1/', 'https://api.example.com'],
		['https://example.com/tagging/v1', 'https://example.com/tagging'],
		['https://example.com:8443/a/b?x=1#y', 'https://example.com:8443/a/b'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://127.0.0.1:3000/v1', 'http://127.0.0.1:3000'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('%s → %s', (input, url) => {
		expect(normalizeBaseUrl(input)).toEqual({ ok: true, url });
	});

	it.each([
		['', /empty/],
		[undefined, /empty/],
		['api.example.com', /full address/],
		['ftp://example.com', /full address/],
		['http://api.example.com', /https:/],
		['http://127.0.0.1.example.com', /https:/],
		['http://localhost.example.com', /https:/],
		['http://192.168.0.7:3000', /https:/],
		['https://user:secret@example.com', /user name/],
	])('refuses %p', (input, reason) => {
		const result = normalizeBaseUrl(input);
		expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
		expect(JSON.stringify(result)).not.toContain('secret');
	});

	it('gives the same address however it was typed, and keeps what it gave', () => {
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

	it('never lets a key go over http to another machine', () => {
		fc.assert(
			fc.property(fc.webUrl({ validSchemes: ['http'] }), (url) => {
				fc.pre(!/^http:\/\/localhost[:/]/.test(url));
				expect(normalizeBaseUrl(url).ok).toBe(false);
			}),
		);
	});
});

describe('hostOf', () => {
	it('shows the host alone', () => {
		expect(hostOf('https://s3.example.com:9000/bucket/key?X-Amz-Signature=secret')).toBe(
			's3.example.com:9000',
		);
		expect(hostOf('nothing')).toBe('the address');
	});
});
