import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';

import { joinFileName, toSafeFileName } from '../../../../nodes/shared/fileName';

/** Any UTF-16 unit, halves of characters too. */
const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

describe('toSafeFileName', () => {
	it.each([
		['report.pdf', 'report.pdf'],
		['../../etc/passwd', 'passwd'],
		['C:\\Users\\me\\Report 1.pdf', 'Report 1.pdf'],
		['  padded.pdf ', 'padded.pdf'],
		['line\r\nbreak.pdf', 'linebreak.pdf'],
		['say "hi".pdf', 'say _hi_.pdf'],
		['2026: <a|b?> *.pdf', '2026_ _a_b__ _.pdf'],
		['e\u0301te\u0301.pdf', '\u00e9t\u00e9.pdf'],
		['\u110b\u1175.pdf', '\uc774.pdf'],
		['=?UTF-8?B?w5xiZXJzaWNodC5wZGY=?=', '\u00dcbersicht.pdf'],
		['=?utf-8?q?Rechnung_7=2Fb=2Epdf?=', 'b.pdf'],
		['=?iso-8859-1*de?Q?=DCber?=\r\n =?ISO-8859-1?Q?sicht?= 2026.pdf', '\u00dcbersicht 2026.pdf'],
		['=?UTF-8?B?w5?= =?utf-8?B?nA==?=.pdf', '\u00dc.pdf'],
		['=?utf-8?Q?a=C3?=\r\n =?utf-8?b?vC5wZGY=?=', 'a\u00fc.pdf'],
		['=?unknown?Q?a?= =?utf-8?Q?b?=.pdf', '=_unknown_Q_a_= b.pdf'],
		['=?unknown?Q?a?=.pdf', '=_unknown_Q_a_=.pdf'],
		['CON.pdf', '_CON.pdf'],
		['lpt1', '_lpt1'],
		['com1 .tar.pdf', '_com1 .tar.pdf'],
		['CONTRACT.pdf', 'CONTRACT.pdf'],
		['report.pdf. .', 'report.pdf'],
		['..report.pdf', 'report.pdf'],
		['Отчёт 報告 تقرير.pdf', 'Отчёт 報告 تقرير.pdf'],
		['invoice\u202efdp.exe', 'invoicefdp.exe'],
		['half \ud83d smile.pdf', 'half  smile.pdf'],
		['mark\u200e\u061c\u2028\u202a\u2069s.pdf', 'marks.pdf'],
		['tab\tand\u0000null\u007f\u0085.pdf', 'tabandnull.pdf'],
		['zero\u200bwidth.pdf', 'zero\u200bwidth.pdf'],
		['\u200b.pdf', 'document.pdf'],
		['\ufe0f\u2060.\u00ada.pdf\u3164', 'a.pdf'],
		['.hidden', 'hidden'],
		['.pdf', 'document.pdf'],
		[' .PDF ', 'document.pdf'],
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

	it('keeps the extension of a name of more than 240 bytes', () => {
		const longest = `${'x'.repeat(236)}.pdf`;
		expect(toSafeFileName(longest)).toBe(longest);
		expect(toSafeFileName(`${'x'.repeat(500)}.pdf`)).toBe(longest);
		expect(toSafeFileName(`${'x'.repeat(500)}.tenletters`)).toMatch(/^x{229}\.tenletters$/);
		expect(toSafeFileName(`${'x'.repeat(500)}.elevenchars`)).toBe('x'.repeat(240));
		expect(toSafeFileName('x'.repeat(10_000_000))).toBe('x'.repeat(240));
	});

	it.each([
		['Cyrillic', '\u042f', 118],
		['Chinese', '\u5831', 78],
		['a flag', '\u{1f1e9}\u{1f1ea}', 29],
		['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 13],
		['a letter with two marks', 'q\u0307\u0323', 47],
	])('cuts no letter in two: %s', (_what, letter, count) => {
		const safe = toSafeFileName(`${letter.repeat(300)}.pdf`);
		expect(safe).toBe(`${letter.normalize('NFC').repeat(count)}.pdf`);
	});

	it('drops a letter that has more marks than a name has room', () => {
		expect(toSafeFileName(`a${'\u0307'.repeat(500)}`)).toBe('document.pdf');
	});

	it('makes any name safe for a path, a header and JSON', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'grapheme' })), (name) => {
				const safe = toSafeFileName(name);
				expect(safe).not.toBe('');
				expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(240);
				expect(safe).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cs}]/u);
				expect(safe).not.toMatch(/^[\s.]|[\s.]$/);
				expect(safe.normalize('NFC')).toBe(safe);
				expect(toSafeFileName(safe)).toBe(safe);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('joinFileName', () => {
	it('keeps the ending, has at most 240 bytes and splits no letter', () => {
		expect(joinFileName('report', '-tagged.pdf')).toBe('report-tagged.pdf');
		expect(joinFileName('x'.repeat(500), '-tagged.pdf')).toBe(`${'x'.repeat(229)}-tagged.pdf`);
		expect(joinFileName(`${'x'.repeat(227)}\u{1f600}y`, '-tagged.pdf')).toBe(
			`${'x'.repeat(227)}-tagged.pdf`,
		);
	});

	it('a disk takes the name of every tagged PDF, and what programs append to it', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-names-'));
		try {
			for (const letter of ['x', '\u042f', '\u5831', '\u{1f468}\u200d\u{1f469}']) {
				const name = toSafeFileName(`${letter.repeat(250)}.pdf`);
				const tagged = joinFileName(name.replace(/\.pdf$/, ''), '-tagged.pdf');
				await writeFile(join(folder, `${tagged} (12).partial`), '');
			}
			expect(await readdir(folder)).toHaveLength(4);
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});
