import { outgoingText } from '../../../../nodes/pdf/answers/outgoingText';

test.each([
	['A title\0', 'A title'],
	['a\tb\r\nc', 'a b c'],
	['a\u0001\u007f\u009fb', 'ab'],
	['half \ud83d', 'half '],
	['whole 😀', 'whole 😀'],
	[' ', ' '],
	['', ''],
])('%j leaves as %j', (text, expected) => {
	expect(outgoingText(text)).toBe(expected);
});

test('1 kB leaves, and no part of a character', () => {
	expect(outgoingText('x'.repeat(1025))).toBe('x'.repeat(1024));
	expect(outgoingText('😀'.repeat(1000))).toBe('😀'.repeat(256));
	expect(outgoingText(`x${'😀'.repeat(1000)}`)).toBe(`x${'😀'.repeat(255)}`);
});
