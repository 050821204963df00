import fc from 'fast-check';

import { safeFileName, taggedFileName } from '../../../../nodes/client/transfer/fileName';

describe('safeFileName', () => {
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
		['', 'document.pdf'],
		['..', 'document.pdf'],
		['folder/', 'document.pdf'],
		[undefined, 'document.pdf'],
		[7, 'document.pdf'],
	])('%p → %p', (name, safe) => {
		expect(safeFileName(name)).toBe(safe);
	});

	it('keeps the extension of a name that is too long', () => {
		const safe = safeFileName(`${'x'.repeat(500)}.pdf`);
		expect(safe).toHaveLength(200);
		expect(safe).toMatch(/x\.pdf$/);
	});

	it('is safe in a path, a header and JSON, whatever comes in', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
				(name) => {
					const safe = safeFileName(name);
					expect(safe).not.toBe('');
					expect(safe.length).toBeLessThanOrEqual(200);
					expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cs}]/u);
					expect(safe).not.toMatch(/^\.+$/);
					expect(safeFileName(safe)).toBe(safe);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('taggedFileName', () => {
	it.each([
		['report.pdf', 'report-tagged.pdf'],
		['REPORT.PDF', 'REPORT-tagged.pdf'],
		['report', 'report-tagged.pdf'],
		[null, 'document-tagged.pdf'],
	])('%p → %p', (name, tagged) => {
		expect(taggedFileName(name)).toBe(tagged);
	});
});
