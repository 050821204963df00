import fc from 'fast-check';

import {
	endsLikePdf,
	keepEnd,
	PDF_END_BYTES,
	startsLikePdf,
} from '../../../../nodes/client/transfer/pdf';

describe('startsLikePdf', () => {
	it.each([
		['%PDF-1.7\n', true],
		['junk %PDF-1.7', true],
		['x'.repeat(1019) + '%PDF-', true],
		['x'.repeat(1020) + '%PDF-', false],
		['%PDF', false],
		['%pdf-1.7', false],
		['<html>%PDF</html>', false],
		['', false],
	])('%#. finds the header within the first 1,024 bytes', (start, found) => {
		expect(startsLikePdf(Buffer.from(start))).toBe(found);
		expect(startsLikePdf(new Uint8Array(Buffer.from(start)))).toBe(found);
	});
});

describe('endsLikePdf', () => {
	it.each([
		['startxref\n9\n%%EOF\n', true],
		['%%EOF' + ' '.repeat(2_000), true],
		['%%EOF' + ' '.repeat(16_384 - 5), true],
		['%%EOF' + ' '.repeat(16_384 - 4), false],
		['%%EOF\n<!-- obj served in 3 ms -->', true],
		['%%EOF\n12 0 obj\n<< /Type /Page', false],
		['%%EOF\n7 10 obj<<', false],
		['%%EOF\n<!-- 3 4 objects -->', true],
		['%%EOF\n12 0 obj\n<< >>\nendobj\n%%EOF', true],
		['x'.repeat(5_000) + '%%EOF', true],
		['%%EO', false],
		['', false],
	])('%#. finds the end-of-file mark that nothing but rubbish follows', (end, found) => {
		expect(endsLikePdf(Buffer.from(end))).toBe(found);
	});
});

test('of any chunks the end is kept, and no chunk more than that takes', () => {
	const lengths = fc.array(fc.integer({ min: 1, max: 2 * PDF_END_BYTES }), { minLength: 1 });
	fc.assert(
		fc.property(lengths, (all) => {
			const chunks = all.map((length, n) => Buffer.alloc(length, n));
			const kept: Buffer[] = [];
			for (const chunk of chunks) keepEnd(kept, chunk);
			const end = (of: Buffer[]) => Buffer.concat(of).subarray(-PDF_END_BYTES);
			expect(end(kept).equals(end(chunks))).toBe(true);
			expect(Buffer.concat(kept.slice(1)).length).toBeLessThan(PDF_END_BYTES);
		}),
	);
});
