import fc from 'fast-check';

import { cutAtPath, looksLikeHtml, parseJson, toOneLine } from '../../../client/text';

describe('parseJson', () => {
	it('reads JSON, also after a byte order mark, and nothing else', () => {
		expect(parseJson('{"id":"j"}')).toEqual({ id: 'j' });
		expect(parseJson('\ufeff{"id":"j"}')).toEqual({ id: 'j' });
		expect(parseJson('"\ufeff"')).toBe('\ufeff');
		for (const text of ['\ufeff\ufeff{}', '{"id": "j", "sta', ''])
			expect(parseJson(text)).toBeUndefined();
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

test.each([
	[
		"ENOENT: no such file or directory, open '/home/node/.n8n/x y'",
		'ENOENT: no such file or directory, open …',
	],
	['C:\\n8n\\x is full', '…'],
	['/home/node/.n8n/x is full', '…'],
	['The disk is full', 'The disk is full'],
])('cutAtPath of %j', (text, expected) => {
	expect(cutAtPath(text)).toBe(expected);
});

test.each([
	['<html>', true],
	['\n <!DOCTYPE html>', true],
	['<?xml version="1.0"?><html>', true],
	['<?xml version="1.0"?>\r\n  <html>', true],
	['<!-- a --><!-- <b> -->\n\n<body class="x">', true],
	['<?xml version="1.0"?><Error>', false],
	['<!-- <html> -->', false],
	['<headline>', false],
	['{"html": "<html>"}', false],
])('%j looks like a web page: %p', (text, isOne) => {
	expect(looksLikeHtml(text)).toBe(isOne);
});
