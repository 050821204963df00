import {
	openRevision,
	findReferencedRevision,
	rebuildDocument,
} from '../../../../nodes/pdf/document/document';
import { Reference } from '../../../../nodes/pdf/syntax';
import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { createLoader, scanBody, NO_TURNS } from '../reading';

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGES = [['Pages', new Reference(2, 0)]];

describe('by its cross-reference', () => {
	const simple = () => new PdfWriter().object(1, CATALOG).end();

	test.each(['', 'Junk\n', '\r\n'])('after %j', async (before) => {
		const file = new PdfWriter(before).object(1, CATALOG).end('/Root 1 0 R /Answer 42');
		const document = openRevision(await findReferencedRevision(await scanBody(file), NO_TURNS));
		expect(document?.catalog.get('Pages')).toEqual(new Reference(2, 0));
		expect(document?.trailer.get('Answer')).toBe(42);
		expect(document?.rebuilt).toBeUndefined();
	});

	test('accepts offsets from the start of the file, too', async () => {
		const before = 'Junk before it\n%PDF-1.7\n';
		const table = `${before}1 0 obj\n${CATALOG}\nendobj\n`;
		const entry = `${String(before.length).padStart(10, '0')} 00000 n \n`;
		const file = `${table}xref\n1 1\n${entry}trailer\n<</Root 1 0 R>>\nstartxref\n${table.length}\n%%EOF\n`;
		expect(
			openRevision(await findReferencedRevision(await scanBody(file), NO_TURNS))?.catalog.size,
		).toBe(2);
	});

	test('counts offsets from the start without a header', async () => {
		const bytes = simple().bytes();
		bytes.write('%XYZ', 'latin1');
		expect(
			openRevision(await findReferencedRevision(await scanBody(bytes), NO_TURNS))?.catalog.size,
		).toBe(2);
	});

	test.each<[string, PdfWriter]>([
		['there is none', new PdfWriter().object(1, CATALOG)],
		['an object follows it', simple().object(5, 'null')],
		['a trailer follows it', simple().raw('trailer\n<</Root 1 0 R>>%%EOF\n')],
		['it is not where the file says', simple().raw('startxref\n5\n%%EOF\n')],
		['it leads to no catalog', new PdfWriter().object(1, CATALOG).end('/Root 7 0 R')],
		['its catalog has no pages', new PdfWriter().object(1, '<</Type/Catalog>>').end()],
		['its catalog cannot be read', new PdfWriter().object(1, '<</Pages').end()],
		['it names no catalog', new PdfWriter().object(1, CATALOG).end('')],
	])('not where %s', async (_, file) => {
		expect(
			openRevision(await findReferencedRevision(await scanBody(file), NO_TURNS)),
		).toBeUndefined();
	});
});

describe('by its objects', () => {
	const file = () => new PdfWriter().object(1, CATALOG);
	const root = 'trailer\n<</Root 1 0 R>>\nstartxref\n0\n';

	test('finds the catalog by the last trailer with a root', async () => {
		const writer = new PdfWriter().object(1, '<</Pages 1 0 R>>').object(2, '<</Pages 2 0 R>>');
		writer.raw('trailer\n<</Root 1 0 R>>\ntrailer\n<</Root 2 0 R>>\ntrailer\n<</Size 2>>\n');
		const { catalog, trailer } = await rebuildDocument(await scanBody(writer), NO_TURNS);
		expect([...catalog]).toEqual(PAGES);
		expect(trailer.get('Root')).toEqual(new Reference(2, 0));
	});

	test('takes the only catalog without a trailer, even in an object stream', async () => {
		const other = '(/Catalog)';
		const plain = file().object(2, other).object(3, '<</Type/Font/Pages 3/Other/Catalog>>');
		const document = await rebuildDocument(await scanBody(plain), NO_TURNS);
		expect(document.catalog.get('Pages')).toEqual(new Reference(2, 0));
		expect(document.trailer.size).toBe(0);
		const packed = new PdfWriter().stream(5, '/Type/ObjStm/N 1/First 4', `1 0 ${CATALOG}`);
		expect((await rebuildDocument(await scanBody(packed), NO_TURNS)).catalog.size).toBe(2);
	});

	test.each<[string, PdfWriter]>([
		['it has none', new PdfWriter().object(2, '<</Type/Pages/Pages 1>>')],
		['it has two', file().object(2, CATALOG)],
		['only one without pages', new PdfWriter().object(1, '<</Type/Catalog>>')],
	])('not where %s', async (_, writer) => {
		const body = await scanBody(writer);
		await expect(rebuildDocument(body, NO_TURNS)).rejects.toThrow(
			'it has no reliable document catalog',
		);
	});

	test('refuses a file whose last definition of an object may not be kept', async () => {
		const packed = new PdfWriter().stream(5, '/Type/ObjStm/N 2/First 8', `1 0 2 9 ${CATALOG} 7`);
		for (const writer of [file().object(1, '<</Pages 7 0 R>>'), packed]) {
			const body = await scanBody(writer, { objects: 1 });
			await expect(rebuildDocument(body, NO_TURNS)).rejects.toThrow(
				'it has more objects than the reader keeps',
			);
		}
	});

	test('refuses a file of which no catalog is kept', async () => {
		const body = await scanBody(file(), { keptBytes: 1 });
		await expect(rebuildDocument(body, NO_TURNS)).rejects.toThrow(
			'it has no reliable document catalog',
		);
	});

	const first = '<</Linearized 1>>';
	test.each<[string, boolean, boolean, PdfWriter]>([
		['has no end', false, false, file().raw(root)],
		['has one end', false, false, file().raw(`${root}%%EOF\n`)],
		['continues after its end', true, false, file().raw(`${root}%%EOF\n`).object(5, 'null')],
		[
			'continues with a trailer',
			true,
			false,
			file().raw(`${root}%%EOF\n`).raw('trailer\n<</Size 9'),
		],
		['ends without startxref', false, false, file().raw('trailer<</Root 1 0 R>>%%EOF')],
		[
			'ends without startxref, and continues',
			true,
			false,
			file().raw('trailer<</Root 1 0 R>>%%EOF\n').object(5, 'null'),
		],
		['continues, and ends again', false, true, file().raw(`${root}%%EOF\n%%EOF\n`)],
		['has an object twice', false, true, file().object(1, CATALOG).raw(root)],
		[
			'is linearized',
			false,
			false,
			new PdfWriter().object(9, first).object(1, CATALOG).raw(`${root}%%EOF\n%%EOF\n`),
		],
		[
			'is linearized, and was changed',
			false,
			true,
			new PdfWriter().object(9, first).object(1, CATALOG).raw(`${root}%%EOF\n%%EOF\n%%EOF\n`),
		],
		['is not linearized', false, true, file().object(9, first).raw(`${root}%%EOF\n%%EOF\n`)],
	])('a file that %s: cut %s, older %s', async (_, isCut, hasOlder, writer) => {
		const { rebuilt } = await rebuildDocument(await scanBody(writer), NO_TURNS);
		expect(rebuilt).toEqual({ isCut, hasOlder });
	});

	test('recognizes an end at the very start', async () => {
		const body = await scanBody(`%%EOF\n1 0 obj\n${CATALOG}\nendobj\n`);
		expect((await rebuildDocument(body, NO_TURNS)).rebuilt).toEqual({
			isCut: true,
			hasOlder: false,
		});
	});
});

test('reads a document each way once', async () => {
	const loader = await createLoader(pagesOf(new PdfWriter(), 2).end());
	const last = await loader.getRebuiltDocument();
	expect(last?.rebuilt).toBeDefined();
	expect(await loader.getRebuiltDocument()).toBe(last);
	const referenced = await loader.getReferencedRevision();
	expect(referenced).toBeDefined();
	expect(await loader.getReferencedRevision()).toBe(referenced);
	const document = await loader.getReferencedDocument();
	expect(document?.rebuilt).toBeUndefined();
	expect(document?.catalog.has('Pages')).toBe(true);
});

test('refuses a file that is not a PDF either way', async () => {
	const loader = await createLoader('no PDF');
	expect(await loader.getReferencedDocument()).toBeUndefined();
	expect(await loader.getRebuiltDocument()).toBeUndefined();
});
