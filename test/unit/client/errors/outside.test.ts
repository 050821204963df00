import fc from 'fast-check';

import {
	cleanOutsideText,
	toOneLine,
	listPresignedSecrets,
	createRedact,
} from '../../../../nodes/client/errors';

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
		expect(cleanOutsideText(value, String, 10)).toBeUndefined();
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
		expect(createRedact([' a/b+c d '])(text)).toBe('key is ***!');
	});

	it('removes every occurrence of a secret', () => {
		const error = 'key sk_live_7 is not known: sk_live_7 (sk_live_7)';
		expect(createRedact(['sk_live_7'])(error)).toBe('key *** is not known: *** (***)');
	});

	it('removes all secrets, after another redaction', () => {
		const redact = createRedact(['two', 'two and more'], createRedact(['one']));
		expect(redact('one two two and more (.*)')).toBe('*** *** *** (.*)');
	});

	it('ignores an empty secret, and accepts half a character', () => {
		expect(createRedact([''])('as it is')).toBe('as it is');
		expect(createRedact(['\ud800x'])('an x, %EF%BF%BDx')).toBe('an x, ***');
	});
});

describe('listPresignedSecrets', () => {
	it('are the address and the long values of its query and of the form', () => {
		const url = 'https://s3.example.com/a?X-Amz-Signature=f00dcafe&v=4&five=12345&six=123456';
		const fields = { policy: 'cG9saWN5', acl: 's3' };
		expect(listPresignedSecrets(url, fields)).toEqual([url, 'f00dcafe', '123456', 'cG9saWN5']);
		expect(listPresignedSecrets('nowhere')).toEqual(['nowhere']);
	});
});
