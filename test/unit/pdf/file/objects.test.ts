import { Memory, WorkBudget } from '../../../../pdf/budget';
import { Body } from '../../../../pdf/file/body';
import { FREE, toCompressedKey, toStreamPlace } from '../../../../pdf/file/crossReference';
import { findLastObjects, Objects, PendingNodes } from '../../../../pdf/file/objects';
import { READER_LIMITS } from '../../../../pdf/readerLimits';
import { PdfString, Reference } from '../../../../pdf/syntax/objects';
import { Turns } from '../../../../pdf/turns';
import { makeDictionary } from '../dictionaries';
import type { Inspection } from '../../../../pdf/inspect';
import { PdfWriter } from '../../support/pdfWriter';
import { expectAnswers } from '../inspectBytes';
import { plain, writeTree } from '../writers';
import { openObjects } from './openObjects';

/** Every requested value is a separate object. */
function writeSeparateValues(): PdfWriter {
	const writer = plain(2, '/MarkInfo 10 0 R /Lang 12 0 R /StructTreeRoot 14 0 R');
	writer.object(2, '<</Type/Pages/Count 13 0 R/Kids 17 0 R>>').object(13, '2');
	writer.object(17, '[100 0 R 101 0 R]');
	writer.object(10, '<</Marked 11 0 R>>').object(11, 'true').object(12, '(en-GB)');
	writer.object(14, '<</Type/StructTreeRoot/K 15 0 R>>').object(15, '<</S 16 0 R/P 14 0 R>>');
	return writer.object(16, '/H1').end();
}

/** The entry of the page tree points to another tree. */
function writeMisplaced(): PdfWriter {
	const writer = plain().object(9, '<</Type/Pages/Count 1/Kids[100 0 R]>>');
	const [right, wrong] = [2, 9].map((number) =>
		String(writer.places.get(number)).padStart(10, '0'),
	);
	const text = writer.end().bytes().toString('latin1');
	return new PdfWriter().raw(
		text.slice('%PDF-1.7\n'.length).replace(`${right} 00000`, `${wrong} 00000`),
	);
}

test.each<[string, PdfWriter, Partial<Inspection>]>([
	[
		'values in separate objects',
		writeSeparateValues(),
		{ pages: 2, tagged: true, language: 'en-GB', recommendation: 'skip' },
	],
	['an entry that points to another object', writeMisplaced(), { pages: 2 }],
	[
		'objects that share a place in the cache',
		writeTree('<</Count 1/Kids[1026 0 R]>>', 'null').object(1026, '<</Type/Page>>').end(),
		{ pages: 1 },
	],
	[
		'references to references',
		Array.from({ length: 12 }, (_, index) => 11 + index)
			.reduce((writer, next) => writer.object(next - 1, `${next} 0 R`), plain(2, '/Lang 10 0 R'))
			.object(22, '(en)')
			.end(),
		{ language: 'en' },
	],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

describe('nodes of a tree that are still to be read', () => {
	test('come with the first kids first, and with what they inherit', () => {
		const pending = new PendingNodes<string>(new Memory(10_000));
		pending.add([1, 2], 'a');
		expect(pending.take()).toEqual({ node: 1, inherited: 'a' });
		pending.add([3, 4], 'b');
		pending.add([], 'c');
		const taken = [1, 2, 3, 4].map(() => pending.take());
		expect(taken).toEqual([
			{ node: 3, inherited: 'b' },
			{ node: 4, inherited: 'b' },
			{ node: 2, inherited: 'a' },
			undefined,
		]);
	});

	test('take memory until they are read, or given up', () => {
		const memory = new Memory(1_000);
		const pending = new PendingNodes<undefined>(memory);
		pending.add([1, 2], undefined);
		expect(memory.tryTake(1_000)).toBe(false);
		while (pending.take()) expect(memory.tryTake(1_000)).toBe(false);
		expect(memory.tryTake(1_000)).toBe(true);
		memory.release(1_000);
		pending.add([1, 2], undefined);
		pending.add([3], undefined);
		pending.clear();
		expect(pending.take()).toBeUndefined();
		expect(memory.tryTake(1_000)).toBe(true);
		expect(() => pending.add([1], undefined)).toThrow('more memory');
	});

	test('may be nested deeply, but not without an end', () => {
		const pending = new PendingNodes<undefined>(new Memory(10_000_000));
		for (let level = 0; level < 5_000; level += 1) pending.add([1], undefined);
		expect(() => pending.add([1], undefined)).toThrow('nested too deeply');
	});
});

describe('objects', () => {
	test('are null if they do not exist, or are free', () => {
		const { objects, places } = openObjects({ 1: '5' });
		places.set(2, FREE);
		places.set(3, 0);
		expect([objects.get(1), objects.get(2), objects.get(3), objects.get(4)]).toEqual([
			...[5, null, null, null],
		]);
	});

	test('are unknown if they are not where the file says', () => {
		const { objects, places } = openObjects({ 1: '5', 2: '6' });
		places.set(1, 20);
		places.set(3, 77);
		places.set(4, toStreamPlace(1, 0));
		for (const number of [1, 3, 4])
			expect(() => objects.get(number)).toThrow(`object ${number} is not where the file says`);
		expect(objects.get(2)).toBe(6);
	});

	test('in an object stream are found by its current place', () => {
		const { body, objects, places } = openObjects({ 1: '<</Type/ObjStm>> stream' });
		body.compressed.add(toCompressedKey(10, 3), 7, Buffer.from('(seven)'));
		places.set(7, toStreamPlace(1, 3));
		expect(objects.get(7)).toBeInstanceOf(PdfString);
		expect([
			objects.findOffset(new Reference(7, 0)),
			objects.findOffset(new Reference(1, 0)),
		]).toEqual([undefined, 10]);
		expect(objects.findOffset(5)).toBeUndefined();
	});

	test('are a stream only if their bytes end so', () => {
		const { objects } = openObjects({ 1: '<</A 1>> stream', 2: '<</A/stream>>', 3: '<</A 1>>' });
		const isStream = (number: number) => objects.isStream(new Reference(number, 0));
		expect([1, 2, 3, 9].map(isStream)).toEqual([true, false, false, false]);
		expect(objects.isStream(makeDictionary(''))).toBe(false);
	});

	test('of other kinds are no dictionary and no array', () => {
		const { objects } = openObjects({ 1: '<</A 1>>', 2: '[1 2]', 3: '5' });
		const [dictionary, array, number] = [1, 2, 3].map((n) => new Reference(n, 0));
		expect(objects.getDictionary(dictionary)?.get('A')).toBe(1);
		expect(objects.getArray(array)).toEqual([1, 2]);
		for (const other of [array, number, undefined])
			expect(objects.getDictionary(other)).toBeUndefined();
		for (const other of [dictionary, number, undefined])
			expect(objects.getArray(other)).toEqual([]);
	});

	test('follow twenty references, and no circle', () => {
		const chain = Object.fromEntries(
			Array.from({ length: 21 }, (_, n) => [n + 1, n === 20 ? '(end)' : `${n + 2} 0 R`]),
		);
		const { objects } = openObjects(chain);
		expect(objects.resolve(new Reference(2, 0))).toBeInstanceOf(PdfString);
		expect(() => objects.resolve(new Reference(1, 0))).toThrow('its references form a circle');
		const circle = openObjects({ 1: '2 0 R', 2: '1 0 R' }).objects;
		expect(() => circle.resolve(new Reference(1, 0))).toThrow('its references form a circle');
	});

	test('that are asked for again are the same, also after many others', () => {
		const texts = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [n + 1, '<</A 1>>']));
		const { objects } = openObjects(texts);
		const first = objects.get(1);
		expect(objects.get(1)).toBe(first);
		for (let number = 2; number <= 100; number += 1) objects.get(number);
		// Parsed again, and shared from now on: objects that are parsed once, such as pages, must not stay in memory.
		const again = objects.get(1);
		expect(again).not.toBe(first);
		for (let number = 2; number <= 100; number += 1) objects.get(number);
		expect(objects.get(1)).toBe(again);
	});

	test('that are kept make room for the next one if others need the memory', () => {
		const list = `[${'1 0 R '.repeat(9_000)}]`;
		const { objects } = openObjects(
			{ 1: list, 2: list, 3: list },
			{ parsedBytes: 2.5 * 56 * 9_000 },
		);
		const first = objects.get(1);
		objects.get(2);
		const third = objects.get(3);
		expect(objects.get(3)).toBe(third);
		expect(objects.get(1)).not.toBe(first);
		const { objects: others, body } = openObjects({ 1: list }, { parsedBytes: 1_000 });
		expect(others.get(1)).not.toBe(others.get(1));
		expect(body.memory.parsed.tryTake(1_000)).toBe(true);
	});

	test('are measured where a reference leads to a large one', () => {
		const list = `[${'1 0 R '.repeat(1_500)}]`;
		const { objects } = openObjects({ 1: '5', 2: list, 3: '2 0 R', 4: '<</A 2 0 R>>' });
		const measure = (number: number) => objects.measure(new Reference(number, 0));
		expect([measure(1), measure(4), measure(9), objects.measure(undefined)]).toEqual([0, 0, 0, 0]);
		expect(measure(2)).toBeGreaterThan(56 * 1_500);
		expect(measure(3)).toBe(measure(2));
		expect(objects.measure(objects.get(2))).toBe(0);
		const circle = openObjects({ 1: '2 0 R', 2: '1 0 R' }).objects;
		expect(circle.measure(new Reference(1, 0))).toBe(0);
	});

	test.each([
		// A use counts 32 bytes, an element 16, and a unit of parsing three besides the bytes.
		['[1 2 3 4 5]', 32 + 11 + 3 * (2 + 5) + 5 * 16],
		['(five)', 32 + 6 + 3 * 8],
		['<</A/Name>>', 32 + 11 + 3 * (2 + 3 + 3)],
	])('work: %j takes %d bytes when it is parsed', (text, bytes) => {
		const get = (objectWorkBytes: number) =>
			openObjects({ 1: text }, { objectWorkBytes }).objects.get(1);
		expect(() => get(bytes - 1)).toThrow('it refers to the same objects too often');
		expect(get(bytes)).not.toBeNull();
	});

	test('work: a failure takes as much as if each byte were work', () => {
		const get = (objectWorkBytes: number) =>
			openObjects({ 1: '[1 2 3' }, { objectWorkBytes }).objects.get(1);
		expect(() => get(32 + 6 + 3 * 6 - 1)).toThrow('it refers to the same objects too often');
		expect(() => get(32 + 6 + 3 * 6)).toThrow('an object is cut off');
	});

	test('work: a later use takes as much as a use of the parsed object', () => {
		const first = 32 + 1 + 3;
		const { objects } = openObjects({ 1: '5' }, { objectWorkBytes: first + 100 * 32 });
		for (let times = 0; times < 101; times += 1) expect(objects.get(1)).toBe(5);
		expect(() => objects.get(1)).toThrow('it refers to the same objects too often');
	});

	test('that cannot be read, or whose bytes could not be kept, are not null', () => {
		const { body, objects, places } = openObjects({ 1: '<</A', 2: ')' }, { keptBytes: 64 * 1024 });
		body.objects.add(70, 7, Buffer.alloc(70_000));
		places.set(7, 70);
		for (let times = 0; times < 3; times += 1) {
			expect(() => objects.get(1)).toThrow('an object is cut off');
			expect(() => objects.getDictionary(new Reference(2, 0))).toThrow('is not valid PDF');
			expect(() => objects.get(7)).toThrow('it has more objects than the reader keeps');
		}
	});

	test('that are asked for too often are work without an end', () => {
		const { objects } = openObjects({ 1: `[${'1 '.repeat(1_000)}]` }, { objectWorkBytes: 200_000 });
		const ask = () => {
			for (let times = 0; times < 100; times += 1) objects.get(1);
		};
		expect(ask).toThrow('it refers to the same objects too often');
	});
});

test('of an object that is defined twice, the last one counts, in object streams, too', async () => {
	const all = READER_LIMITS;
	const body = new Body(all, new WorkBudget(all));
	body.objects.add(10, 1, Buffer.from('1'));
	body.objects.add(20, 5, Buffer.from('<<>> stream'));
	body.compressed.add(toCompressedKey(20, 0), 1, Buffer.from('2'));
	body.compressed.add(toCompressedKey(20, 1), 2, Buffer.from('3'));
	body.objects.add(30, 2, Buffer.from('4'));
	// Even an object in an object stream of the same number comes after it.
	body.objects.add(40, 6, Buffer.from('<<>> stream'));
	body.compressed.add(toCompressedKey(40, 0), 6, Buffer.from('5'));
	const last = await findLastObjects(body, new Turns(25, () => Promise.resolve()));
	const objects = new Objects(body, last.locate);
	expect([1, 2, 6].map((number) => objects.get(number))).toEqual([2, 4, 5]);
	expect(last.hasRepeated).toBe(true);
	expect([...last.numbers].sort((a, b) => a - b)).toEqual([1, 2, 5, 6]);
	expect(() => objects.get(3)).toThrow('object 3 is missing');
});

test.each(['objects', 'compressed'] as const)(
	'after %s were left out, the last ones are not known',
	async (table) => {
		const body = new Body(READER_LIMITS, new WorkBudget(READER_LIMITS));
		body[table].hasDropped = true;
		await expect(findLastObjects(body, new Turns(25, () => Promise.resolve()))).rejects.toThrow(
			'more objects than the reader keeps',
		);
	},
);
