import { textOf } from '../../../../nodes/pdf/syntax';

test.each([
	['PDFDocEncoding', Buffer.from([0x47, 0xf6, 0x80, 0xa0, 0x8d]), 'Gö•€“'],
	['UTF-16', Buffer.from([0xfe, 0xff, 0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00]), '€😀'],
	['UTF-16, the other way round', Buffer.from([0xff, 0xfe, 0xac, 0x20]), '€'],
	['UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac]), '€'],
	['a language in it', Buffer.from('\ufeff\u001benUS\u001bHello', 'utf16le'), 'Hello'],
])('%s', (_encoding, bytes, text) => {
	expect(textOf(bytes)).toBe(text);
});
