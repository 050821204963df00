import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';

import { readBody } from '../../../../nodes/pdf/body';
import { BodyReader } from '../../../../nodes/pdf/body/bodyReader';
import { READER_LIMITS, type ReaderLimits } from '../../../../nodes/pdf/limits';
import { Reference } from '../../../../nodes/pdf/syntax';
import { Turns } from '../../../../nodes/pdf/turns';
import { PdfWriter } from '../../support/pdfWriter';
import { splitIntoChunks } from '../inspectBytes';
import { scanBody, NO_TURNS } from '../reading';

const EMPTY = { integers: new Map<number, number>(), wrongLengths: new Set<number>() };

test.each([1, 10, 1024, 5000])('size, hash and start do not depend on chunks: %d', async (size) => {
	const bytes = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 251));
	const pause = jest.fn(() => Promise.resolve());
	const turns = new Turns(0, pause);
	const body = await readBody(splitIntoChunks(bytes, size), READER_LIMITS, turns, EMPTY);
	expect(body.size).toBe(3000);
	expect(body.hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
	expect(body.start.equals(bytes.subarray(0, 1024))).toBe(true);
	expect(pause).toHaveBeenCalledTimes(Math.ceil(3000 / size) + 1);
});

test('keeps whole numbers, because they may be lengths', async () => {
	const file = new PdfWriter().object(1, ' 12 ').object(2, '1.5').object(3, '[12]').object(1, '13');
	file.object(4, '-1').object(5, `7${' '.repeat(30)}`);
	expect([...(await scanBody(file)).integers]).toEqual([[1, 13]]);
	expect([...(await scanBody(file, { objects: 0 })).integers]).toEqual([]);
});

test.each([
	['1 0 obj<</Filter/Standard>>endobj', true],
	['1 0 obj<</Filter /Standard/V 1>>endobj', true],
	['trailer<</Encrypt<</Filter/Standard>>>>', true],
	['1 0 obj<</S/Standard>>endobj', false],
	['1 0 obj<</Filter/Standardized>>endobj', false],
	['trailer<</Root/Standard>>', false],
])('an encryption dictionary in %s: %s', async (file, expected) => {
	expect((await scanBody(file)).hasSecurityHandler).toBe(expected);
});

test('puts each stream at its place', async () => {
	const writer = new PdfWriter();
	const at: number[] = [];
	const stream = (dictionary: string, data: string | Buffer) => {
		at.push(writer.offset);
		writer.stream(at.length, dictionary, data);
	};
	stream('/Type/Metadata', '<x/>');
	stream('/Filter/FlateDecode', deflateSync('(ab) Tj'));
	stream('/Type/ObjStm/N 2/First 8', '7 0 8 2 5 6');
	stream('/Type/ObjStm/N 2', 'none');
	stream('/Type/XRef/W[1 1 1]/Index[4 1]/Size 5', Buffer.from([1, 9, 0]));
	stream('/Subtype/Image', '(no) Tj');
	const body = await scanBody(writer);
	expect(body.metadata).toEqual(new Map([[at[0], Buffer.from('<x/>')]]));
	expect([...body.contents.keys()]).toEqual([at[1]]);
	expect(body.contents.get(at[1] ?? 0)).toMatchObject({
		texts: [{ visibleBytes: 2 }],
		isComplete: true,
	});
	const rows = [0, 1].map((row) => [
		body.compressed.getNumber(row),
		body.compressed.getBytes(row)?.toString(),
	]);
	expect(rows).toEqual([
		[7, '5 '],
		[8, '6'],
	]);
	expect(body.compressed).toHaveLength(2);
	expect([...body.sections.keys()]).toEqual([at[4]]);
	expect(body.trailers).toHaveLength(1);
	expect(body.damage.size).toBe(0);
});

test.each<[data: Buffer, kept: string[]]>([
	[Buffer.from('3c782f3e>'), ['<x/>']],
	[Buffer.from('3c782f3e'), []],
	[Buffer.from(Buffer.from('<x></rdf:RDF>').toString('hex')), ['<x></rdf:RDF>']],
])('drops truncated metadata, unless it has an end mark: %s', async (data, kept) => {
	const body = await scanBody(new PdfWriter().stream(1, '/Type/Metadata/Filter/AHx', data));
	expect([...body.metadata.values()].map(String)).toEqual(kept);
});

test('data are decrypted, those of references excepted', async () => {
	const file = new PdfWriter().stream(1, '/Type/Metadata', 'abc');
	file.stream(2, '/Type/XRef/W[1 1 1]/Index[4 1]/Size 5', Buffer.from([1, 9, 0]));
	const seen: number[] = [];
	const body = await scanBody(
		file,
		{},
		{
			decrypt: ({ number }, _, data) => {
				seen.push(number);
				return Buffer.from(data.toString().toUpperCase());
			},
		},
	);
	expect(seen).toEqual([1]);
	expect([...body.metadata.values()].map(String)).toEqual(['ABC']);
});

test('limits decoded bytes separately for content and structure', async () => {
	const file = new PdfWriter().stream(1, '/Filter/FlateDecode', deflateSync('(ab) Tj '.repeat(20)));
	file.stream(2, '/Type/Metadata/Filter/FlateDecode', deflateSync('x'.repeat(100)));
	const read = async (limits: Partial<ReaderLimits>) => {
		const body = await scanBody(file, limits);
		const [content] = body.contents.values();
		const [metadata] = body.metadata.values();
		return [content?.isComplete, metadata?.length];
	};
	expect(await read({})).toEqual([true, 100]);
	expect(await read({ decodedBytes: 260, minDecodedBytes: 100 })).toEqual([true, 100]);
	expect((await read({ decodedBytes: 210, minDecodedBytes: 100 }))[0]).toBe(false);
	expect((await read({ decodedBytes: 50, minDecodedBytes: 100 }))[0]).toBe(false);
});

test('lengths: given, of an object, of an earlier pass, or wrong', async () => {
	const data = 'x endstream x';
	const file = new PdfWriter().stream(1, `/Length ${data.length}`, data);
	const second = file.offset;
	file.stream(2, '/Length 3 0 R', data).object(3, String(data.length));
	const once = await scanBody(file);
	expect(once.wrongLengths.size).toBe(0);
	expect(once.searchedStreams).toEqual([{ offset: second, length: 2, reference: 3 }]);
	const twice = await scanBody(file, {}, { integers: once.integers });
	expect(twice.searchedStreams).toEqual([{ offset: second, length: data.length, reference: 3 }]);
	const wrong = await scanBody(new PdfWriter().stream(1, '/Length 2', 'abc'));
	expect([...wrong.wrongLengths]).toEqual([new PdfWriter().offset]);
	expect(wrong.damage.size).toBe(0);
	const again = await scanBody(file, {}, { wrongLengths: new Set([second]) });
	expect([...again.damage]).toEqual(['the length of a stream is wrong']);
});

test('takes the trailer after a table', async () => {
	const body = await scanBody(
		'xref\n0 1\n0000000017 00000 n \ntrailer<</Root 1 0 R>>startxref 0\n%%EOF\ntrailer<</Root 2 0 R>>',
	);
	const section = body.sections.get(0);
	expect(section?.isIntact).toBe(true);
	expect(section?.trailer?.get('Root')).toEqual(new Reference(1, 0));
	expect([section?.numbers, section?.places]).toEqual([[0], [17]]);
	expect(body.trailers).toHaveLength(2);
	expect([body.startxref, body.lastEndOfFile, body.endsOfFile]).toEqual([0, 63, 1]);
});

test.each([
	['trailer [1]', 'a trailer cannot be read'],
	['1 0 obj [1] stream\nx\nendstream endobj', 'the dictionary of a stream cannot be read'],
	['1 0 obj 5', 'an object has no end'],
])('%j is damage', async (file, what) => {
	expect([...(await scanBody(file)).damage]).toEqual([what]);
});

test('settles streams as soon as too many bytes are pending', async () => {
	const settle = jest.spyOn(BodyReader.prototype, 'settle');
	const file = new PdfWriter().stream(1, '', 'x'.repeat(1000)).bytes();
	const settled = async (pendingBytes: number) => {
		settle.mockClear();
		const limits = { ...READER_LIMITS, pendingBytes };
		await readBody(Readable.from([file, file]), limits, NO_TURNS, EMPTY);
		return settle.mock.calls.length;
	};
	// After each stream, and at the end.
	expect(await settled(0)).toBe(3);
	expect(await settled(READER_LIMITS.pendingBytes)).toBe(1);
	settle.mockRestore();
});

test('a content stream counts as complete once enough of it is known', async () => {
	const file = new PdfWriter().stream(
		1,
		'',
		Array.from({ length: 30 }, (_, index) => `BT (${index}) Tj `).join(''),
	);
	const [content] = (await scanBody(file)).contents.values();
	expect(content?.texts).toHaveLength(24);
	expect(content?.isComplete).toBe(true);
});

test('structure elements in object streams have half the room, too', async () => {
	const element = '<</S/P/P 1 0 R/K 1>>';
	const file = new PdfWriter().stream(1, '/Type/ObjStm/N 1/First 4', `7 0 ${element}`);
	const dictionary = '<</Type/ObjStm/N 1/First 4/Length 24>>'.length;
	const { compressed } = await scanBody(file, { keptBytes: dictionary + element.length + 8 });
	expect(compressed.getBytes(0)).toBeUndefined();
	expect((await scanBody(file)).compressed.getBytes(0)?.toString()).toBe(element);
});

test('reads a chunk with many objects completely, and yields in between', async () => {
	const file = new PdfWriter();
	for (let number = 1; number <= 2_000; number += 1) file.object(number, '5');
	const pause = jest.fn(() => Promise.resolve());
	const turns = new Turns(0, pause);
	const body = await readBody(Readable.from([file.bytes()]), READER_LIMITS, turns, EMPTY);
	expect(body.objects).toHaveLength(2_000);
	expect(pause.mock.calls.length).toBeGreaterThan(4);
});
