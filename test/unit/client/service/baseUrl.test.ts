import fc from 'fast-check';

import { normalizeBaseUrl } from '../../../../nodes/client/service/baseUrl';

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
		['http://127.1.2.3', 'http://127.1.2.3'],
		['http://127.255.20.100', 'http://127.255.20.100'],
		['http://[::1]:3000', 'http://[::1]:3000'],
		['https://192.168.0.7:3000', 'https://192.168.0.7:3000'],
		['HTTPS://API.Example.com/V1', 'https://api.example.com/V1'],
		['https://example.com/v1/v1', 'https://example.com/v1'],
		['https://example.com/v10', 'https://example.com/v10'],
		['https://example.com/av1', 'https://example.com/av1'],
		['https://example.com/v1/x', 'https://example.com/v1/x'],
		['https://example.com/tagging//v1//', 'https://example.com/tagging'],
		['https://example.com/tagging///v1', 'https://example.com/tagging'],
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
		['xhttps://example.com', /full address/],
		['https://', /full address/],
		['http://api.example.com', /https:/],
		['http://127.0.0.1.example.com', /https:/],
		['http://localhost.example.com', /https:/],
		['http://notlocalhost', /https:/],
		['http://128.0.0.1', /https:/],
		['http://192.168.0.7:3000', /https:/],
		['http://[::2]:3000', /https:/],
		['https://user:secret@example.com', /user name/],
		['https://user@example.com', /user name/],
		['https://:secret@example.com', /user name/],
		['http://user:secret@localhost', /user name/],
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
