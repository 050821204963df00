import fc from 'fast-check';

import { joinFileName, toSafeFileName } from '../../../nodes/shared/fileName';

/** Any UTF-16 unit, halves of characters too. */
const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

describe('toSafeFileName', () => {
	it.each([
		['report.pdf', 'report.pdf'],
		['../../etc/passwd', 'passwd'],
		['C:\\Users\\me\\Report 1.pdf', 'Report 1.pdf'],
		['  padded.pdf ', 'padded.pdf'],
		['line\r\nbreak.pdf', 'linebreak.pdf'],
		['say "hi".pdf', 'say "hi".pdf'],
		['Отчёт 報告 تقرير.pdf', 'Отчёт 報告 تقرير.pdf'],
		['invoice\u202efdp.exe', 'invoicefdp.exe'],
		['half \ud83d smile.pdf', 'half  smile.pdf'],
		['mark\u200e\u061c\u2028\u202a\u2069s.pdf', 'marks.pdf'],
		['tab\tand\u0000null\u007f\u0085.pdf', 'tabandnull.pdf'],
		['zero\u200bwidth.pdf', 'zero\u200bwidth.pdf'],
		['.hidden', '.hidden'],
		['a\u0000/b', 'b'],
		['', 'document.pdf'],
		['   ', 'document.pdf'],
		['.', 'document.pdf'],
		['..', 'document.pdf'],
		['folder/', 'document.pdf'],
		[undefined, 'document.pdf'],
		[7, 'document.pdf'],
	])('%p → %p', (name, safe) => {
		expect(toSafeFileName(name)).toBe(safe);
	});

	it('keeps the extension of a name of more than 200 units', () => {
		const longest = `${'x'.repeat(196)}.pdf`;
		expect(toSafeFileName(longest)).toBe(longest);
		expect(toSafeFileName(`${'x'.repeat(500)}.pdf`)).toBe(longest);
		expect(toSafeFileName(`${'x'.repeat(500)}.tenletters`)).toMatch(/^x{189}\.tenletters$/);
		expect(toSafeFileName(`${'x'.repeat(500)}.elevenchars`)).toBe('x'.repeat(200));
	});

	it('makes any name safe for a path, a header and JSON', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' })), (name) => {
				const safe = toSafeFileName(name);
				expect(safe).not.toBe('');
				expect(safe.length).toBeLessThanOrEqual(200);
				expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cs}]/u);
				expect(safe).not.toMatch(/^\.+$/);
				expect(toSafeFileName(safe)).toBe(safe);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('joinFileName', () => {
	it('keeps the ending, has at most 200 units and splits no character', () => {
		expect(joinFileName('report', '-tagged.pdf')).toBe('report-tagged.pdf');
		expect(joinFileName('x'.repeat(500), '-tagged.pdf')).toBe(`${'x'.repeat(189)}-tagged.pdf`);
		expect(joinFileName(`${'x'.repeat(188)}😀y`, '-tagged.pdf')).toBe(
			`${'x'.repeat(188)}-tagged.pdf`,
		);
	});
});
