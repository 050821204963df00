import { cleanText } from '../../../../nodes/pdf/answers/texts';

test.each([
	['A title\0', 'A title'],
	['a\tb\r\nc', 'a b c'],
	['a\u0001\u007f\u009fb', 'ab'],
	['half \ud83d', 'half '],
	['whole 😀', 'whole 😀'],
	[' ', ' '],
	['', ''],
])('%j leaves as %j', (text, expected) => {
	expect(cleanText(text)).toBe(expected);
});

test('returns 1 kB without cutting a character', () => {
	expect(cleanText('x'.repeat(1025))).toBe('x'.repeat(1024));
	expect(cleanText('😀'.repeat(1000))).toBe('😀'.repeat(256));
	expect(cleanText(`x${'😀'.repeat(1000)}`)).toBe(`x${'😀'.repeat(255)}`);
});
