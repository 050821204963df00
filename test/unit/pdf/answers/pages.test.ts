import { haveAllRootsCount, Pages } from '../../../../pdf/answers/pages';
import { Memory, WorkBudget } from '../../../../pdf/budget';
import { Body } from '../../../../pdf/file/body';
import type { Inspection } from '../../../../pdf/inspect';
import { READER_LIMITS } from '../../../../pdf/readerLimits';
import { Turns } from '../../../../pdf/turns';
import { PdfWriter } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { writeTree } from '../writers';

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'a page tree with too few pages',
		writeTree('<</Count 2/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null },
	],
	[
		'a page tree with too many pages',
		writeTree('<</Count 0/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null },
	],
	[
		'a missing page',
		writeTree('<</Count 2/Kids[3 0 R 9 0 R]>>', '<</Type/Page>>'),
		{ pages: null, unknown: expect.objectContaining({ pages: 'a page is missing' }) as object },
	],
	[
		'a page that is no dictionary',
		writeTree('<</Count 1/Kids[3 0 R]>>', '5'),
		{ pages: null, unknown: expect.objectContaining({ pages: 'a page is missing' }) as object },
	],
	['a page tree without a count', writeTree('<</Kids[3 0 R]>>', '<</Type/Page>>'), { pages: null }],
	[
		'a count that is no whole number',
		writeTree('<</Count 1.5/Kids[3 0 R]>>', '<</Type/Page>>'),
		{ pages: null },
	],
	[
		'a page tree of which every part is a separate object',
		writeTree('<</Count 10 0 R/Kids 11 0 R>>', '<</Type 13 0 R/Kids 14 0 R>>', (writer) =>
			writer
				.object(10, '3')
				.object(11, '[3 0 R 12 0 R]')
				.object(12, '<</Type 15 0 R/Kids[]>>')
				.object(13, '/Pages')
				.object(14, '[12 0 R 12 0 R]')
				.object(15, '/Page'),
		),
		{ pages: 3 },
	],
	[
		'a page that is written into its parent',
		writeTree('<</Count 2/Kids[3 0 R <</Type/Page>>]>>', '<</Type/Page>>'),
		{ pages: 2, image_only_pages: null },
	],
	[
		'a page that is written into its parent, and an object 0',
		new PdfWriter()
			.object(0, '<</Type/Page>>')
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Count 1/Kids[<</Type/Page>>]>>')
			.raw('trailer<</Root 1 0 R>>'),
		{ pages: 1, image_only_pages: null },
	],
	[
		'a page that is repeated 1,000 times',
		writeTree(`<</Count 1001/Kids[${'3 0 R '.repeat(1001)}]>>`, '<</Type/Page>>'),
		{ pages: 1001 },
	],
	[
		'pages that are repeated 1,001 times together',
		writeTree(
			`<</Count 1003/Kids[${'3 0 R '.repeat(502)}${'9 0 R '.repeat(501)}]>>`,
			'<</Type/Page>>',
			(writer) => writer.object(9, '<</Type/Page>>'),
		),
		{ pages: null },
	],
	[
		'a node that is in the tree twice',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>')
			.object(3, '<</Type/Pages/Count 1/Kids[4 0 R]>>')
			.object(4, '<</Type/Page>>')
			.end(),
		{ pages: null },
	],
	['no pages', writeTree('<</Count 0/Kids[]>>', 'null'), { pages: 0, recommendation: 'review' }],
	['a repeated page', writeTree('<</Count 2/Kids[3 0 R 3 0 R]>>', '<</Type/Page>>'), { pages: 2 }],
	['no type', writeTree('<</Count 1/Kids[3 0 R]>>', '<</Parent 2 0 R>>'), { pages: 1 }],
	['neither type nor parent', writeTree('<</Count 1/Kids[3 0 R]>>', '<<>>'), { pages: null }],
	['a font', writeTree('<</Count 1/Kids[3 0 R]>>', '<</Type/Font/Parent 2 0 R>>'), { pages: null }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test.each<[string, boolean]>([
	['<</Type/Pages/Count 2/Kids[]>>', true],
	['<</Type/Pages/Count 3/Kids[]>>', false],
	['<</Type/Pages/Count 9 0 R/Kids[]>>', false],
	['<</Type/Pages/Count 3/Kids[]/Parent 4 0 R>>', true],
	['<</Type/Pages/Count 3>>', true],
	// Other trees have no count, or no pages.
	['<</Kids[]/Names[(/Pages)]>>', true],
	['<</Kids[]/Count 3>>', true],
	['[/Pages/Count]', true],
	['<</Type/Pages/Count 3/Kids[', true],
])('of %s, the roots of page trees have the count: %s', async (object, expected) => {
	const limits = READER_LIMITS;
	const turns = new Turns(limits.turnMs, () => Promise.resolve());
	for (const table of ['objects', 'compressed'] as const) {
		const body = new Body(limits, new WorkBudget(limits));
		body.objects.add(1, 1, Buffer.from('<</Type/Catalog>>'));
		body[table].add(5, 1, Buffer.from(object));
		body[table].add(7, 2, Buffer.from('<</Type/Pages/Count 2/Kids[]>>'));
		expect(await haveAllRootsCount(body, 2, turns)).toBe(expected);
	}
});

test('nodes of page trees that are parsed again are counted as work, and long ones as memory', async () => {
	const turns = new Turns(READER_LIMITS.turnMs, () => Promise.resolve());
	const check = async (bytes: number, more: Partial<typeof READER_LIMITS>) => {
		const limits = { ...READER_LIMITS, ...more };
		const body = new Body(limits, new WorkBudget(limits));
		const start = '<</Type/Pages/Count 2/Kids[';
		const node = `${start}${'1 0 R '.repeat((bytes - start.length - 3) / 6)}`.padEnd(bytes - 3);
		body.objects.add(1, 1, Buffer.from(`${node}]>>`));
		return await haveAllRootsCount(body, 2, turns).catch(String);
	};
	const KB = 1024;
	expect(await check(16 * KB, { largeObjectBytes: 0 })).toBe(true);
	expect(await check(16 * KB + 1, { largeObjectBytes: 0 })).toContain('more memory');
	// Each kid is an object of its own.
	expect(await check(20 * KB, { largeObjectBytes: 50 * KB })).toContain('more memory');
	expect(await check(20 * KB, { largeObjectBytes: KB * KB })).toBe(true);
	expect(await check(10 * KB, { objectWorkBytes: 40 * KB })).toBe(true);
	expect(await check(10 * KB, { objectWorkBytes: 40 * KB - 1 })).toContain('too often');
});

test('a page takes 12 bytes', () => {
	const pages = new Pages(new Memory(12_000));
	for (let page = 0; page < 1000; page += 1) pages.add(page, 0, true);
	expect(() => pages.add(1000, 0, false)).toThrow('more memory');
});
