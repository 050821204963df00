import { endsLikePdf, findContainer, startsLikePdf } from '../../../client/pdfMarks';

test.each([
	['%PDF-1.7\n', true],
	['junk\n%PDF-1.7', true],
	['junk\0  %PDF-1.7', true],
	['junk%PDF-1.7 \r\n', true],
	['x'.repeat(1018) + '\n%PDF-', true],
	['x'.repeat(1019) + '\n%PDF-', false],
	['A PDF begins with %PDF-1.7, as you know.\n', false],
	['const isPdf = text.startsWith("%PDF-");\n', false],
	['[{"data":"%PDF-1.7\\n', false],
	['%PDF', false],
	['%pdf-1.7', false],
	['PK\x03\x04 a.pdf %PDF-1.7', false],
	['MZ PK\x03\x04\n%PDF-1.7', true],
	['Rar!\x1a\x07\0\n%PDF-1.7', false],
	[`a.pdf${'\0'.repeat(252)}ustar${'\0'.repeat(250)}%PDF-1.7`, false],
	['', false],
])('%#. finds the header within the first 1,024 bytes', (start, found) => {
	expect(startsLikePdf(Buffer.from(start))).toBe(found);
});

test.each([
	['an archive', '377abcaf271c0004'],
	['an archive', '1f8b'],
	['an Office or Outlook file', 'd0cf11e0a1b11ae1'],
	['an Outlook mail', '789f3e22'],
	['a signed envelope', '3080060b2a864886f70d010910011fa080'],
	[undefined, 'd0cf11e0'],
])('%s begins with %s', (what, mark) => {
	const file = Buffer.concat([Buffer.from(mark, 'hex'), Buffer.from('\n%PDF-1.7\n')]);
	expect(findContainer(file)).toBe(what);
	expect(startsLikePdf(file)).toBe(what === undefined);
});

test.each([
	['startxref\n9\n%%EOF\n', true],
	['%%EOF' + ' '.repeat(16_384 - 5), true],
	['%%EOF' + ' '.repeat(16_384 - 4), false],
	['%%EOF\n<!-- obj served in 3 ms -->', true],
	['%%EOF\n12 0 obj\n<< /Type /Page', false],
	['%%EOF\n7 10 obj<<', false],
	['%%EOF\n<!-- 3 4 objects -->', true],
	['%%EOF\n12 0 obj\n<< >>\nendobj\n%%EOF', true],
	['%%EO', false],
	['', false],
])('%#. finds the end-of-file mark before trailing garbage', (end, found) => {
	expect(endsLikePdf(Buffer.from(end))).toBe(found);
});
