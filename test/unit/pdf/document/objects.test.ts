import {
	openRevision,
	findReferencedRevision,
	rebuildDocument,
} from '../../../../nodes/pdf/document/document';
import { Name, Reference } from '../../../../nodes/pdf/syntax';
import { PdfWriter } from '../../support/pdfWriter';
import { scanBody, makeDocument, NO_TURNS } from '../reading';

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

test('finds an object at its offset; an object in no section is null', async () => {
	const { objects } = await makeDocument({ 1: CATALOG, 5: '/Five', 6: '[5 0 R]' });
	expect(objects.get(5)).toEqual(new Name('Five'));
	expect(objects.get(6)).toEqual([new Reference(5, 0)]);
	expect(objects.get(7)).toBeNull();
});

test('follows references until a direct object, but not in a circle', async () => {
	const chain: Record<number, string> = { 1: CATALOG };
	for (let number = 10; number < 30; number += 1) chain[number] = `${number + 1} 0 R`;
	const { objects } = await makeDocument({ ...chain, 30: '7', 31: '31 0 R', 32: '<</A 1>>' });
	expect(objects.resolve(new Reference(11, 0))).toBe(7);
	expect(() => objects.resolve(new Reference(10, 0))).toThrow('form a circle');
	expect(() => objects.resolve(new Reference(31, 0))).toThrow('form a circle');
	expect(objects.resolve(undefined)).toBeNull();
	expect(objects.resolve(false)).toBe(false);
	expect(objects.getDictionary(new Reference(32, 0))).toEqual(new Map([['A', 1]]));
	expect(objects.getDictionary(new Reference(30, 0))).toBeUndefined();
});

test('too many objects make the answer unknown', async () => {
	const file = new PdfWriter()
		.object(1, CATALOG)
		.object(2, `(${'x'.repeat(100)})`)
		.end();
	const document = openRevision(
		await findReferencedRevision(await scanBody(file, { keptBytes: 90 }), NO_TURNS),
	);
	expect(() => document?.objects.get(2)).toThrow('it has more objects than the reader keeps');
});

test('an object has an offset unless it is inside another object', async () => {
	const writer = new PdfWriter().object(1, CATALOG);
	const at = writer.offset;
	const { objects } = await makeDocument({ 1: CATALOG, 5: '/Five' });
	expect(objects.findOffset(new Reference(5, 0))).toBe(at);
	expect(objects.findOffset(new Reference(6, 0))).toBeUndefined();
	expect(objects.findOffset(new Name('Five'))).toBeUndefined();
	expect(objects.findOffset(undefined)).toBeUndefined();
});

describe('by a table', () => {
	/** A document whose cross-reference table gives another place for object 5. */
	async function with5At(place: string) {
		const writer = new PdfWriter().object(1, CATALOG).object(5, '/Five');
		const catalog = String(new PdfWriter().offset).padStart(10, '0');
		const start = writer.offset;
		writer.raw(`xref\n1 1\n${catalog} 00000 n \n5 1\n${place} \n`);
		writer.raw(`trailer\n<</Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
		const document = openRevision(await findReferencedRevision(await scanBody(writer), NO_TURNS));
		if (!document) throw new Error('This is no document');
		return document.objects;
	}
	const five = new PdfWriter().object(1, CATALOG).offset;

	test.each([
		[`${String(five).padStart(10, '0')} 00000 n`, new Name('Five')],
		['0000000000 00000 n', null],
		['0000000000 65535 f', null],
	])('%s', async (place, object) => {
		expect((await with5At(place)).get(5)).toEqual(object);
	});

	test('object 0 does not exist and has no offset', async () => {
		const file = new PdfWriter().object(1, CATALOG);
		const catalog = String(new PdfWriter().offset).padStart(10, '0');
		const start = file.offset;
		file.raw(`xref\n0 2\n0000000005 00000 n \n${catalog} 00000 n \n`);
		file.raw(`trailer\n<</Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
		const document = openRevision(await findReferencedRevision(await scanBody(file), NO_TURNS));
		expect(() => document?.objects.get(0)).toThrow('object 0 is not where the file says');
	});

	test.each(['0000000001 00000 n', '0000000009 00000 n', '0000099999 00000 n'])(
		'%s is not the offset of the object',
		async (place) => {
			const objects = await with5At(place);
			expect(() => objects.get(5)).toThrow('object 5 is not where the file says');
		},
	);
});

describe('in an object stream', () => {
	/**
	 * A document whose cross-reference stream gives these places for objects 1, 2 and 3. Stream 10 contains
	 * object 1 and object 2 twice; stream 12 contains object 3.
	 */
	async function compressed(places: number[][], before = '') {
		const writer = new PdfWriter(before);
		const inner = [`${CATALOG} `, '/Two ', '/Again'] as const;
		const head = `1 0 2 ${inner[0].length} 2 ${inner[0].length + inner[1].length} `;
		const ten = writer.offset;
		writer.stream(10, `/Type/ObjStm/N 3/First ${head.length}`, head + inner.join(''));
		const twelve = writer.offset;
		writer.stream(12, '/Type/ObjStm/N 1/First 4', '3 0 /Three');
		const start = writer.offset;
		const rows = [[2, 10, 0], ...places, [1, ten, 0], [1, twelve, 0]];
		const entries = rows.flatMap(([kind = 0, a = 0, b = 0]) => [kind, a >> 8, a & 255, b]);
		const index = `/Index[1 ${places.length + 1} 10 1 12 1]`;
		const dictionary = `/Type/XRef/W[1 2 1]${index}/Size 20/Root 1 0 R`;
		writer.stream(11, dictionary, Buffer.from(entries));
		const document = openRevision(
			await findReferencedRevision(
				await scanBody(writer.raw(`startxref\n${start}\n%%EOF\n`)),
				NO_TURNS,
			),
		);
		if (!document) throw new Error('This is no document');
		return document.objects;
	}

	test.each([
		['where it says', 1, 'Two', ''],
		['where it says, of two', 2, 'Again', ''],
		['elsewhere in that stream', 0, 'Two', ''],
		['an index that there is not', 9, 'Two', ''],
		['where it says, after other bytes before the header', 2, 'Again', 'Junk\n'],
		['elsewhere, after other bytes before the header', 0, 'Two', 'Junk\n'],
	])('%s', async (_, index, name, before) => {
		const objects = await compressed([[2, 10, index]], before);
		expect(objects.get(2)).toEqual(new Name(name));
		expect(objects.locate(2)).toEqual({ row: name === 'Two' ? 1 : 2, isCompressed: true });
		expect(objects.findOffset(new Reference(2, 0))).toBeUndefined();
	});

	test('counts a byte of work for each object that a search looks at', async () => {
		for (const [index, count] of [
			[0, 3],
			[2, undefined],
		] as const) {
			const objects = await compressed([[2, 10, index]]);
			const spend = jest.spyOn(objects.body, 'spendWork');
			objects.locate(2);
			expect(spend.mock.calls).toEqual(count === undefined ? [] : [[count]]);
		}
	});

	test.each([
		['a stream that there is not', 2, [[2, 99, 0]]],
		['a stream that is itself in one', 2, [[2, 1, 0]]],
		['a stream that has it not', 2, [[2, 12, 5]]],
		['a stream before the one that has it', 3, [[], [2, 10, 7]]],
	])('%s', async (_, number, places) => {
		const objects = await compressed(places);
		expect(() => objects.get(number)).toThrow(`object ${number} is not where the file says`);
	});
});

describe('by the last definition', () => {
	test('knows for each object whether it is in a stream', async () => {
		const file = new PdfWriter().object(1, CATALOG).object(2, '/Old').object(3, '/Old');
		file.stream(10, '/Type/ObjStm/N 3/First 12', '2 0 4 5 5 9 /New /In /Five');
		file.object(3, '/New').object(4, '/Last');
		const { objects, rebuilt } = await rebuildDocument(await scanBody(file), NO_TURNS);
		expect(objects.get(2)).toEqual(new Name('New'));
		expect(objects.locate(2)).toEqual({ row: 0, isCompressed: true });
		expect(objects.get(3)).toEqual(new Name('New'));
		expect(objects.get(4)).toEqual(new Name('Last'));
		expect(objects.get(5)).toEqual(new Name('Five'));
		expect(objects.locate(4)).toEqual({ row: 5, isCompressed: false });
		expect(rebuilt).toEqual({ isCut: false, hasOlder: true });
	});

	test('a missing part may have been lost', async () => {
		const { objects } = await rebuildDocument(
			await scanBody(new PdfWriter().object(1, CATALOG)),
			NO_TURNS,
		);
		expect(() => objects.get(5)).toThrow('object 5 is missing');
	});
});
