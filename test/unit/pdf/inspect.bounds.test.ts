import { deflateSync } from 'node:zlib';

import { READER_LIMITS, type ReaderLimits } from '../../../pdf/readerLimits';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { inspectBytes } from './inspectBytes';

const two = (catalog = '') => pagesOf(new PdfWriter(), 2, catalog);
const damaged = two().raw('5 0 obj 5 '.repeat(5)).end();
const nine = pagesOf(new PdfWriter(), 9).raw('trailer<</Root 1 0 R>>');
const deflated = deflateSync('/Image Do (text of it) Tj');
const streams = two().stream(3, '/Filter/FlateDecode', deflated).end();

async function inspectWith(limits: Partial<ReaderLimits>, writer: PdfWriter) {
	return await inspectBytes(writer.bytes(), { limits: { ...READER_LIMITS, ...limits } });
}

/** Each file is fine without the limit, and refused with it. */
test.each<[Partial<ReaderLimits>, PdfWriter, string]>([
	[{ objects: 8 }, nine, 'it cannot be read as a PDF'],
	[{ keptBytes: 100 }, two().end(), 'it cannot be read as a PDF'],
	[{ parsedBytes: 100 }, two().end(), 'it needs more memory than the reader takes'],
	[{ tableBytes: 100 }, two().end(), 'it cannot be read as a PDF'],
	[{ damagedParts: 3 }, damaged, 'too much of it is damaged'],
	[{ objectWorkBytes: 100 }, two().end(), 'it cannot be read as a PDF'],
])('beyond %j nothing is wrong, only unknown', async (limits, writer, reason) => {
	expect((await inspectWith({}, writer)).pages).toBe(writer === nine ? 9 : 2);
	const { pages, recommendation, unknown } = await inspectWith(limits, writer);
	expect([pages, recommendation]).toEqual([null, 'review']);
	expect(unknown.pages).toBe(reason);
});

test('beyond the entries of a cross-reference the objects themselves are read', async () => {
	expect(await inspectWith({ xrefEntries: 3 }, two().end())).toMatchObject({ pages: 2 });
});

test('the limit of metadata is no limit of other streams', async () => {
	const root = '<</Type/Pages/Count 1/Kids[4 0 R]>>';
	const heading = `2 0 4 ${root.length} `;
	const data = `${heading}${root}<</Type/Page/Parent 2 0 R>>`;
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.stream(3, `/Type/ObjStm/N 2/First ${heading.length}`, data)
		.raw('trailer<</Root 1 0 R>>');
	expect(await inspectWith({ metadataBytes: 10 }, writer)).toMatchObject({ pages: 1 });
	expect(await inspectWith({ streamBytes: 10 }, writer)).toMatchObject({ pages: null });
});

test('numbers that a pass has found take room in the next one', async () => {
	const write = (length: number) => {
		const writer = two().stream(10, `/Length ${length}`, 'data');
		// Far apart, so that each one takes two kilobytes.
		for (let index = 1; index <= 100; index += 1) writer.object(1000 * index, '12');
		return writer.end();
	};
	const limits = { tableBytes: 600_000 };
	expect(await inspectWith(limits, write(4))).toMatchObject({ pages: 2 });
	expect(await inspectWith({}, write(1))).toMatchObject({ pages: 2 });
	expect((await inspectWith(limits, write(1))).unknown).toMatchObject({
		pages: 'it needs more memory than the reader takes',
	});
});

test('resources that many pages share are parsed once', async () => {
	const names = Array.from({ length: 5000 }, (_, index) => `/F${index} 5 0 R`).join('');
	const kids = Array.from({ length: 200 }, (_, index) => `${100 + index} 0 R`);
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 2 0 R>>')
		.object(2, `<</Type/Pages/Count 200/Kids[${kids.join(' ')}]>>`)
		.stream(3, '', 'q /Im Do Q')
		.object(4, `<</Font<<${names}>>>>`);
	for (let page = 0; page < 200; page += 1) {
		writer.object(100 + page, '<</Type/Page/Contents 3 0 R/Resources 4 0 R>>');
	}
	const inspection = await inspectWith({ objectWorkBytes: 2 ** 20 }, writer.end());
	expect(inspection).toMatchObject({ pages: 200, image_only_pages: 0 });
});

test.each([
	{},
	{ contentStreams: 0 },
	{ contentWorkBytes: 2000 },
	{ minStreamWorkBytes: READER_LIMITS.contentWorkBytes + 1 },
	{ streamBytes: 4 },
])('beyond %j the text is unknown, and the pages are known', async (limits) => {
	const imageOnlyPages = Object.keys(limits).length === 0 ? 0 : null;
	expect(await inspectWith(limits, streams)).toMatchObject({
		pages: 2,
		image_only_pages: imageOnlyPages,
	});
});

test('each object without an end halves what the next ones may have', async () => {
	const pages = `<</Type/Pages/Count 2/Kids[100 0 R 101 0 R]/X(${'y'.repeat(5000)})>>`;
	const write = (before: string) =>
		pagesOf(new PdfWriter().raw(before), 2, '/Pages 5 0 R').object(5, pages).end();
	const endless = `9 0 obj [${'1 '.repeat(4500)}] endobj\n`;
	expect(await inspectWith({ objectBytes: 8192 }, write(''))).toMatchObject({ pages: 2 });
	expect(await inspectWith({ objectBytes: 8192 }, write(endless))).toMatchObject({ pages: null });
	expect(await inspectWith({ objectBytes: 16_384 }, write(endless))).toMatchObject({ pages: 2 });
});

test('long dictionaries of streams are read only so often', async () => {
	const resources = `/Resources<</X[${'<<>>'.repeat(5000)}]>>`;
	const writer = two().object(100, '<</Type/Page/Parent 2 0 R/Contents[10 0 R 11 0 R 12 0 R]>>');
	for (let number = 10; number < 13; number += 1) writer.stream(number, resources, 'q Q');
	const inspect = async (largeObjectBytes: number) =>
		await inspectWith({ largeObjectBytes }, writer);
	writer.end();
	// Each counts as a megabyte when the file is read.
	expect(await inspect(3_000_000)).toMatchObject({ pages: 2, image_only_pages: 0 });
	expect(await inspect(2_000_000)).toMatchObject({ pages: 2, image_only_pages: null });
});

test('long roots of page trees in a damaged file are compared only so often', async () => {
	const root = `<</Type/Pages/Count 2/Kids[]/X[${'<<>>'.repeat(5000)}]>>`;
	const writer = two().end();
	for (let number = 10; number < 13; number += 1) writer.object(number, root);
	writer.raw('trailer<</Root 1 0 R>>%%EOF');
	expect(await inspectWith({ largeObjectBytes: 5_000_000 }, writer)).toMatchObject({ pages: 2 });
	expect((await inspectWith({ largeObjectBytes: 2_000_000 }, writer)).unknown).toMatchObject({
		pages: 'it needs more memory than the reader takes',
	});
});

const heading = Array.from({ length: 20_000 }, (_, n) => `${200 + n} 0 `).join('');
const overlapping = `/Type/ObjStm/N 20000/First ${heading.length}`;
const page = (contents: string) => `<</Type/Page/Parent 2 0 R/Contents[${contents}]>>`;

/** Files that took minutes or gigabytes once. They take milliseconds if their work is bounded. */
test.each<[string, PdfWriter, number | null]>([
	[
		'nested graphics states in streams that a page repeats',
		two()
			.object(100, page('10 0 R '.repeat(5000)))
			.stream(10, '', 'q '.repeat(511))
			.end(),
		2,
	],
	[
		'streams with wrong lengths',
		two().raw('9 0 obj<</Length 1>>stream\nendstream endobj\n'.repeat(60_000)),
		null,
	],
	['strings without an end', two().raw(`9 0 obj (${'1 0 obj ('.repeat(100_000)}`), null],
	['objects without an end', two().raw('1 0 obj '.repeat(100_000)), null],
	['words that begin no cross-reference', two().raw('xref\n'.repeat(60_000)).end(), null],
	['a page tree in a circle', two().object(100, '<</Count 1/Kids[2 0 R]>>').end(), null],
	['references in a circle', two().object(100, '101 0 R').object(101, '100 0 R').end(), null],
	['too many pages', two().object(2, '<</Type/Pages/Count 9e9/Kids[100 0 R]>>').end(), null],
	['brackets without an end', two(`/X ${'['.repeat(100_000)}`).end(), null],
	[
		'overlapping objects',
		two()
			.stream(9, overlapping, heading + '1 '.repeat(100_000))
			.end(),
		2,
	],
	[
		'sizes that lie',
		two()
			.stream(9, '/Type/ObjStm/N 999999999999/First 8', '10 0 1 1')
			.stream(10, '/Type/XRef/W[1 2 1]/Index[0 999999999999]/Size 9', 'x')
			.raw('xref\n0 999999999999\ntrailer\n<</Size 9>>\n')
			.end(),
		2,
	],
])('%s', async (_, writer, pages) => {
	const inspection = await inspectBytes(writer.bytes(), { chunk: 64 * 1024 });
	expect(inspection.pages).toBe(pages);
	expect(pages === null).toBe(inspection.unknown.pages !== undefined);
});
