import { Memory } from '../../../../pdf/budget';
import {
	findContainer,
	followSections,
	FREE,
	toCompressedKey,
	toStreamPlace,
	XrefEntries,
	type Section,
} from '../../../../pdf/file/crossReference';
import { Turns } from '../../../../pdf/turns';
import { makeDictionary } from '../dictionaries';
import type { Inspection } from '../../../../pdf/inspect';
import { PdfWriter, tagsOf } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { plain, TRAILER } from '../writers';

/** A hybrid file, whose table hides an object that only its stream lists. */
function writeHybrid(): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.object(100, '<</Type/Page/Parent 2 0 R>>');
	writer.stream(10, '/Type/ObjStm/N 1/First 4', '2 0 <</Type/Pages/Count 1/Kids[100 0 R]>>');
	const start = writer.offset;
	const entry = Buffer.from([2, 0, 10, 0]);
	writer.stream(11, '/Type/XRef/W[1 2 1]/Index[2 1]/Size 101/Root 1 0 R', entry);
	return writer.end(`/Root 1 0 R /XRefStm ${start}`);
}

/** A hybrid file, whose table says that the structure tree is free: older readers do not know tags. */
function writeHiddenTags(): PdfWriter {
	const catalog = '/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R';
	const writer = plain(1, catalog).stream(
		10,
		'/Type/ObjStm/N 1/First 5',
		'20 0 <</K<</S/P/P 20 0 R>>>>',
	);
	const place = writer.places.get(10) ?? 0;
	const start = writer.offset;
	const entries = Buffer.from([1, place >> 8, place & 255, 0, 2, 0, 10, 0]);
	writer.stream(11, '/Type/XRef/W[1 2 1]/Index[10 1 20 1]/Size 101/Root 1 0 R', entries);
	const text = writer.end(`/Root 1 0 R/XRefStm ${start}`).bytes().toString('latin1');
	const hidden = text.replace('xref\n', 'xref\n20 1\n0000000000 00000 f \n');
	return new PdfWriter().raw(hidden.slice('%PDF-1.7\n'.length));
}

/** Only the numbers of the entries tell that the last object does not count. */
function writeNumberedTable(): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>').object(3, '<</Type/Page>>');
	const entries = [...writer.places.values()].map(
		(offset) => `${String(offset).padStart(10, '0')} 00000 n \n`,
	);
	const start = writer.object(2, 'null').offset;
	writer.raw(`xref\n0 4\n0000000000 65535 f \n${entries.join('')}`);
	return writer.raw(`${TRAILER}\nstartxref\n${start}\n%%EOF`);
}

/** A table that no trailer refers to defines object 9. */
function writeStrayTable(): PdfWriter {
	const writer = plain(2, '/Lang 9 0 R');
	const offset = String(writer.offset).padStart(10, '0');
	const text = writer.raw('9 0 obj (en) endobj\n').end().bytes().toString('latin1');
	const stray = `xref\n9 1\n${offset} 00000 n \ntrailer<<>>\nstartxref`;
	return new PdfWriter().raw(text.slice('%PDF-1.7\n'.length).replace('startxref', stray));
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['a hybrid file', writeHybrid(), { pages: 1 }],
	['a hybrid file that hides tags', writeHiddenTags(), { tagged: true, recommendation: 'skip' }],
	[
		'sections in a circle',
		new PdfWriter()
			.object(1, '<</Type/Catalog/Pages 2 0 R>>')
			.object(2, '<</Type/Pages/Count 0/Kids[]>>')
			.end('/Root 1 0 R/Prev 82'),
		{ pages: 0 },
	],
	[
		'a previous section that is no place: the objects themselves are read',
		plain(2, tagsOf(2)).end('/Root 1 0 R/Prev/A'),
		{ pages: 2, tagged: true, recommendation: 'review' },
	],
	['the numbers of entries', writeNumberedTable(), { pages: 1 }],
	['a table that no trailer refers to', writeStrayTable(), { pages: 2, language: '' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

describe('places', () => {
	test('are offsets, or an object stream and an index in it, or free', () => {
		expect(findContainer(0)).toBeUndefined();
		expect(findContainer(2 ** 32)).toBeUndefined();
		expect(findContainer(FREE)).toBeUndefined();
		for (const [container, index] of [
			[0, 0],
			[7, 5],
			[2 ** 31, 2 ** 20 - 1],
		] as const) {
			expect(findContainer(toStreamPlace(container, index))).toEqual({ container, index });
		}
	});

	test('in the order of the file have ascending keys', () => {
		const keys = [toCompressedKey(1, 0), toCompressedKey(1, 2 ** 20 - 1), toCompressedKey(2, 0)];
		expect(keys).toEqual([...keys].sort((a, b) => a - b));
		expect(new Set(keys).size).toBe(3);
	});
});

describe('a chain of sections', () => {
	const turns = new Turns(25, () => Promise.resolve());

	/** Sections by offset: their entries and their trailer. */
	async function follow(
		sections: Record<number, [entries: Array<[number: number, place: number]>, trailer: string]>,
		startxref = 1,
	) {
		const entries = new XrefEntries(100, new Memory(10_000));
		const read = new Map<number, Section>();
		for (const [offset, [rows, trailer]] of Object.entries(sections)) {
			const start = entries.length;
			for (const [number, place] of rows) expect(entries.add(number, place)).toBe(true);
			const dictionary = makeDictionary(trailer);
			read.set(Number(offset), { start, end: entries.length, trailer: dictionary });
		}
		const found = await followSections(startxref, entries, (offset) => read.get(offset), turns);
		if (!found) return undefined;
		const numbers = [...found.places.listNumbers()].sort((a, b) => a - b);
		const places = numbers.map((number) => [number, found.places.get(number)]);
		return { places, trailer: [...found.trailer.keys()] };
	}

	test('the newest section counts, and its trailer', async () => {
		expect(
			await follow({
				1: [[[5, 500]], '/Root 1 0 R/Prev 2'],
				2: [
					[
						[5, 50],
						[6, 60],
					],
					'/Info 1 0 R',
				],
			}),
		).toEqual({
			places: [
				[5, 500],
				[6, 60],
			],
			trailer: ['Root', 'Prev'],
		});
	});

	test('an object that was freed stays so', async () => {
		const sections = follow({ 1: [[[5, FREE]], '/Prev 2'], 2: [[[5, 50]], ''] });
		expect((await sections)?.places).toEqual([[5, FREE]]);
	});

	test("a hybrid file's stream comes after its table, and before what the table frees", async () => {
		const found = await follow({
			1: [
				[
					[5, 500],
					[6, FREE],
					[7, FREE],
				],
				'/XRefStm 3/Prev 2',
			],
			2: [
				[
					[6, 60],
					[7, 70],
				],
				'',
			],
			3: [
				[
					[5, 5],
					[6, 600],
				],
				'',
			],
		});
		expect(found?.places).toEqual([
			[5, 500],
			[6, 600],
			[7, FREE],
		]);
	});

	test("what a hybrid file's stream frees stays so", async () => {
		const found = await follow({
			1: [[], '/XRefStm 3/Prev 2'],
			2: [[[5, 50]], ''],
			3: [[[5, FREE]], ''],
		});
		expect(found?.places).toEqual([[5, FREE]]);
	});

	test('a circle ends', async () => {
		const found = await follow({ 1: [[[5, 500]], '/Prev 2'], 2: [[[6, 60]], '/Prev 1'] });
		expect(found?.places).toHaveLength(2);
		const hybrid = follow({
			1: [[[5, 500]], '/XRefStm 3/Prev 3'],
			2: [[[7, 70]], ''],
			3: [[[6, 60]], '/Prev 2'],
		});
		expect((await hybrid)?.places).toHaveLength(2);
	});

	test.each([
		['no section', { 2: [[], ''] }],
		['a missing previous section', { 1: [[], '/Prev 9'] }],
		['a previous section that is no offset', { 1: [[], '/Prev/A'] }],
		['a previous section before the file', { 1: [[], '/Prev -1'] }],
		['a missing stream', { 1: [[], '/XRefStm 9'] }],
		['a stream that is no offset', { 1: [[], '/XRefStm/A'] }],
	] as Array<[string, Parameters<typeof follow>[0]]>)('%s breaks it', async (_, sections) => {
		expect(await follow(sections)).toBeUndefined();
	});

	test('a previous section that is null ends it', async () => {
		expect(await follow({ 1: [[[5, 500]], '/Prev null'] })).toMatchObject({ places: [[5, 500]] });
	});
});

test('entries beyond the limits are refused', () => {
	const entries = new XrefEntries(2, new Memory(100));
	expect([entries.add(2 ** 32, 1), entries.add(2 ** 32 - 1, 1), entries.add(1, 1)]).toEqual([
		...[false, true, true],
	]);
	expect([entries.add(2, 1), entries.length]).toEqual([false, 2]);
	const small = new XrefEntries(9, new Memory(12));
	expect([small.add(1, 1), small.add(2, 1)]).toEqual([true, false]);
});
