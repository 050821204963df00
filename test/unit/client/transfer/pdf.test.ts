import { endsLikePdf, startsLikePdf } from '../../../../nodes/client/transfer/pdf';

describe('startsLikePdf', () => {
	it('finds the header anywhere in the first 1,024 bytes, and not after them', () => {
		expect(startsLikePdf(Buffer.from('%PDF-1.7\n'))).toBe(true);
		expect(startsLikePdf(Buffer.from('x'.repeat(1019) + '%PDF-'))).toBe(true);
		expect(startsLikePdf(Buffer.from('x'.repeat(1020) + '%PDF-'))).toBe(false);
		expect(startsLikePdf(Buffer.from('<html>%PDF</html>'))).toBe(false);
		expect(startsLikePdf(Buffer.alloc(0))).toBe(false);
	});
});

describe('endsLikePdf', () => {
	it('finds the end-of-file mark within the last kilobyte', () => {
		expect(endsLikePdf(Buffer.from('startxref\n9\n%%EOF\n'))).toBe(true);
		expect(endsLikePdf(Buffer.from('%%EOF' + ' '.repeat(1019)))).toBe(true);
		expect(endsLikePdf(Buffer.from('%%EOF' + ' '.repeat(1020)))).toBe(false);
	});
});
