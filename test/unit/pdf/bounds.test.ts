import { deflateSync } from 'node:zlib';

import { READER_LIMITS, type ReaderLimits } from '../../../pdf/readerLimits';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { inspectBytes } from './inspectBytes';

const two = () => pagesOf(new PdfWriter(), 2);
const times = (count: number, make: (index: number) => string) =>
	Array.from({ length: count }, (_, index) => make(index)).join('');

async function inspectWith(limits: Partial<ReaderLimits>, writer: PdfWriter) {
	return await inspectBytes(writer.bytes(), { limits: { ...READER_LIMITS, ...limits } });
}

/** Each file is fine without the limit, and refused with it. */
test.each<[Partial<ReaderLimits>, () => PdfWriter, string]>([
	[
		{ objects: 8 },
		() => pagesOf(new PdfWriter(), 9).raw('trailer<</Root 1 0 R>>'),
		'cannot be read',
	],
	[{ objectBytes: 60 }, () => two().end(), 'keeps'],
	[{ keptBytes: 100 }, () => two().end(), 'keeps'],
	[{ xrefEntries: 3 }, () => two().end(), ''],
	[
		{ damagedParts: 3 },
		() =>
			two()
				.raw(times(5, (n) => `${n} 0 obj 5 `))
				.end(),
		'damaged',
	],
	[{ parsedBytes: 100 }, () => two().end(), 'cannot be read'],
])('beyond %j nothing is wrong, only unknown', async (limits, make, reason) => {
	const free = await inspectWith({}, make());
	expect(free.pages).toBe(make().bytes().includes('/Count 9') ? 9 : 2);
	const { pages, recommendation, unknown } = await inspectWith(limits, make());
	expect(pages).toBe(reason === '' ? free.pages : null);
	expect(unknown.pages ?? '').toContain(reason);
	expect(recommendation).toBe(reason === '' ? 'tag' : 'review');
});

test('too many streams leave the text unknown, and the pages known', async () => {
	const writer = two().stream(3, '/Filter/FlateDecode', deflateSync('(text of it) Tj'));
	const limits: Array<Partial<ReaderLimits>> = [
		{ contentStreams: 0 },
		{ decodedBytes: 10 },
		{ streamBytes: 4 },
	];
	const bytes = writer.end();
	for (const limit of limits) {
		expect(await inspectWith(limit, bytes)).toMatchObject({ pages: 2, imageOnlyPages: null });
	}
	expect(await inspectWith({}, bytes)).toMatchObject({ pages: 2, imageOnlyPages: 0 });
});

/** Files that took minutes or gigabytes once. They take milliseconds if their work is bounded. */
test.each<[string, () => PdfWriter, number | null]>([
	[
		'nested graphics states in streams that a page repeats',
		() =>
			two()
				.object(100, `<</Type/Page/Parent 2 0 R/Contents[${'10 0 R '.repeat(5000)}]>>`)
				.stream(10, '', 'q '.repeat(511))
				.end(),
		2,
	],
	[
		'streams with wrong lengths',
		() => two().raw('9 0 obj<</Length 1>>stream\nendstream endobj\n'.repeat(60_000)),
		null,
	],
	[
		'objects in strings without an end',
		() => two().raw(`9 0 obj (${'1 0 obj ('.repeat(100_000)}`),
		null,
	],
	['objects without an end', () => two().raw('1 0 obj '.repeat(100_000)), null],
	[
		'a page tree in a circle',
		() => two().object(100, '<</Type/Pages/Count 1/Kids[2 0 R]>>').end(),
		null,
	],
	['references in a circle', () => two().object(100, '101 0 R').object(101, '100 0 R').end(), null],
	[
		'more pages than there are',
		() => two().object(2, '<</Type/Pages/Count 9e9/Kids[100 0 R]>>').end(),
		null,
	],
	[
		'brackets without an end',
		() => pagesOf(new PdfWriter(), 2, `/X ${'['.repeat(100_000)}`).end(),
		null,
	],
	[
		'an object stream whose objects overlap',
		() => {
			const heading = times(20_000, (n) => `${200 + n} 0 `);
			const dictionary = `/Type/ObjStm/N 20000/First ${heading.length}`;
			return two()
				.stream(9, dictionary, heading + '1 '.repeat(100_000))
				.end();
		},
		2,
	],
	[
		'sizes that lie',
		() =>
			two()
				.stream(9, '/Type/ObjStm/N 999999999999/First 8', '10 0 1 1')
				.stream(10, '/Type/XRef/W[1 2 1]/Index[0 999999999999]/Size 9', 'x')
				.raw('xref\n0 999999999999\ntrailer\n<</Size 9>>\n')
				.end(),
		2,
	],
])('%s', async (_, make, pages) => {
	const inspection = await inspectBytes(make().bytes(), { chunk: 64 * 1024 });
	expect(inspection.pages).toBe(pages);
	expect(pages === null).toBe(inspection.unknown.pages !== undefined);
});
