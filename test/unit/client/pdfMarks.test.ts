import { endsLikePdf, startsLikePdf } from '../../../client/pdfMarks';

test.each([
	['%PDF-1.7\n', true],
	['junk %PDF-1.7', true],
	['x'.repeat(1019) + '%PDF-', true],
	['x'.repeat(1020) + '%PDF-', false],
	['%PDF', false],
	['%pdf-1.7', false],
	['PK\x03\x04 a.pdf %PDF-1.7', false],
	['MZ PK\x03\x04 %PDF-1.7', true],
	[`a.pdf${'\0'.repeat(252)}ustar${'\0'.repeat(250)}%PDF-1.7`, false],
	['', false],
])('%#. finds the header within the first 1,024 bytes', (start, found) => {
	expect(startsLikePdf(Buffer.from(start))).toBe(found);
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
