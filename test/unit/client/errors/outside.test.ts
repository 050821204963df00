import fc from 'fast-check';

import {
	cleanOutsideText,
	createRedact,
	listAddressSecrets,
	toOneLine,
} from '../../../../client/failure';

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
		expect(createRedact(['secret'])(text, 100)).toBe(`${text.slice(0, 99)}…`);
		const searched = indexOf.mock.contexts.map((context) => String(context).length);
		indexOf.mockRestore();
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
