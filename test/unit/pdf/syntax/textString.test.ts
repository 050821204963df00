import { cleanText, decodeTextString } from '../../../../pdf/syntax/textString';

test.each<[number[], string]>([
	[[0x41, 0x17, 0x18, 0x1f, 0x20], 'A\u0017\u02d8\u02dc '],
	[[0x7f, 0x80, 0x9e, 0x9f, 0xa0, 0xa1, 0xff], '\u007f\u2022\u017e\ufffd\u20ac\u00a1\u00ff'],
	[[0xfe, 0xff, 0x00, 0x41, 0x20, 0xac], 'A\u20ac'],
	[[0xff, 0xfe, 0x41, 0x00, 0xac, 0x20], 'A\u20ac'],
	[[0xef, 0xbb, 0xbf, 0x41, 0xe2, 0x82, 0xac], 'A\u20ac'],
	// A language code, at the start and between two parts.
	[[0xfe, 0xff, 0, 27, 0, 0x65, 0, 0x6e, 0, 27, 0, 0x41, 0, 27, 0, 0x64, 0, 27, 0, 0x42], 'AB'],
	// Without a mark, the escape character is a letter of PDFDocEncoding.
	[[0x41, 27, 0x42], 'A\u02d9B'],
	[[0xef, 0xbb, 0x41], '\u00ef\u00bbA'],
	// Half a mark is none.
	[[0xfe, 0x41], '\u00feA'],
	[[0x41, 0xff], 'A\u00ff'],
	[[0xff, 0x41], '\u00ffA'],
	[[0x41, 0xfe], 'A\u00fe'],
	[[0xef, 0x41, 0xbf], '\u00efA\u00bf'],
	[[0x41, 0xbb, 0xbf], 'A\u00bb\u00bf'],
	[[0x41, 0x42, 0xbf], 'AB\u00bf'],
	[Array.from({ length: 8 }, (_, index) => 0x18 + index), '˘ˇˆ˙˝˛˚˜'],
	[Array.from({ length: 31 }, (_, index) => 0x80 + index), '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'],
	[[], ''],
])('%j is %j', (bytes, text) => {
	expect(decodeTextString(Buffer.from(bytes))).toBe(text);
});

test.each([
	['A\0B\u0007\u009fC', 'ABC'],
	['A\tB\r\nC', 'A B C'],
	['A\u2028B\u2029C', 'ABC'],
	['A\ud83d B', 'A B'],
	['\ud83d\ude00', '\ud83d\ude00'],
	['\0'.repeat(2000) + 'A', 'A'],
	// Only the beginning of a long text is looked at.
	['\0'.repeat(4095) + 'AB', 'A'],
	['x'.repeat(5000), 'x'.repeat(1024)],
	// A character that does not fit is cut off.
	[`${'x'.repeat(1023)}\u00e9`, 'x'.repeat(1023)],
])('%j becomes %j', (text, clean) => {
	expect(cleanText(text)).toBe(clean);
});
