import { decodeTextString } from '../../../../nodes/pdf/syntax';

test.each([
	['nothing', Buffer.alloc(0), ''],
	['PDFDocEncoding', Buffer.from([0x47, 0xf6, 0x80, 0xa0, 0x8d]), 'Gö•€“'],
	['the accents of it', Buffer.from([0x17, 0x18, 0x1f, 0x20]), '\x17˘˜ '],
	['the edges of its upper half', Buffer.from([0x7f, 0x80, 0x9e, 0x9f, 0xa1]), '\x7f•ž\ufffd¡'],
	['UTF-16', Buffer.from([0xfe, 0xff, 0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00]), '€😀'],
	['UTF-16, the other way round', Buffer.from([0xff, 0xfe, 0xac, 0x20]), '€'],
	['UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac]), '€'],
	['a language in it', Buffer.from('\ufeff\u001benUS\u001bHello', 'utf16le'), 'Hello'],
	['two languages', Buffer.from('\ufeff\u001ben\u001bA\u001bde\u001bB', 'utf8'), 'AB'],
	['an escape without a mark', Buffer.from('\u001ben\u001bA'), '˙en˙A'],
])('%s', (_encoding, bytes, text) => {
	expect(decodeTextString(bytes)).toBe(text);
});

test.each([
	[[0xfe, 0x41], 'þA'],
	[[0x41, 0xff], 'Aÿ'],
	[[0xff, 0x41], 'ÿA'],
	[[0x41, 0xfe], 'Aþ'],
	[[0xef, 0xbb, 0x41], 'ï»A'],
	[[0xef, 0x41, 0xbf], 'ïA¿'],
	[[0x41, 0xbb, 0xbf], 'A»¿'],
	[[0xef, 0x41, 0x41], 'ïAA'],
	[[0x41, 0x41, 0xbf], 'AA¿'],
])('%j are characters and no byte order mark', (codes, text) => {
	expect(decodeTextString(Buffer.from(codes))).toBe(text);
});
