import { deflateSync } from 'node:zlib';

import { WorkBudget } from '../../../../pdf/budget';
import { findContent } from '../../../../pdf/content/contentTable';
import { StandardSecurityHandler } from '../../../../pdf/encryption/securityHandler';
import { Body } from '../../../../pdf/file/body';
import { toCompressedKey } from '../../../../pdf/file/crossReference';
import { GrowingBuffer } from '../../../../pdf/growingBuffer';
import { READER_LIMITS, type ReaderLimits } from '../../../../pdf/readerLimits';
import { StreamDecoder } from '../../../../pdf/streams/streamDecoder';
import type { StreamKind } from '../../../../pdf/streams/streamKind';
import { Turns } from '../../../../pdf/turns';
import { Unknown } from '../../../../pdf/unknown';
import { present } from '../../../present';
import { ID, makeDictionary, OPEN } from '../dictionaries';

const HEAD = { offset: 40, number: 4, generation: 0 };
const XMP =
	'<x:xmpmeta xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:RDF><rdf:Description><dc:title>Title</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>';

/** Decodes one stream. */
async function decode(
	kind: StreamKind,
	dictionary: string,
	data: Buffer | string,
	limits: Partial<ReaderLimits> = {},
	handler?: StandardSecurityHandler,
): Promise<Body> {
	const all = { ...READER_LIMITS, ...limits };
	const body = new Body(all, new WorkBudget(all));
	const turns = new Turns(25, () => Promise.resolve());
	const output = new GrowingBuffer(all.streamBytes);
	const decoder = new StreamDecoder(body, { limits: all, turns, output }, handler);
	await turns.begin();
	await decoder.decode(HEAD, makeDictionary(dictionary), kind, Buffer.from(data as string));
	turns.end();
	return body;
}

test('content is kept by the offset of its stream', async () => {
	const { contents } = await decode('content', '/Filter/FlateDecode', deflateSync('(Text) Tj'));
	expect(findContent(contents, 40)).toMatchObject({ characters: 4, isComplete: true });
	expect(findContent(contents, 41)).toBeUndefined();
});

test('content that is cut off is not complete, unless it shows enough before', async () => {
	const cut = async (text: string) => {
		const data = deflateSync(text, { level: 0 }).subarray(0, -10);
		const { contents } = await decode('content', '/Filter/FlateDecode', data);
		return findContent(contents, 40);
	};
	expect(await cut('(Text) Tj                    ')).toMatchObject({
		characters: 4,
		isComplete: false,
	});
	expect(await cut(`(${'Text'.repeat(100)}) Tj            `)).toMatchObject({ isComplete: true });
});

test('objects are kept by their stream and their index', async () => {
	const { compressed } = await decode('objects', '/N 2/First 8', '7 0 9 3 12 34');
	const rows = [0, 1].map((index) => compressed.findRow(toCompressedKey(40, index)));
	expect(rows).toEqual([0, 1]);
	expect(
		rows.map((row) => [compressed.numbers.get(row), String(compressed.getBytes(row))]),
	).toEqual([
		[7, '12 '],
		[9, '34'],
	]);
});

test('the objects of a stream whose data are cut off, or have a wrong checksum, are kept', async () => {
	const data = deflateSync('7 0 9 3 12 34', { level: 0 });
	for (const damaged of [
		data.subarray(0, -6),
		Buffer.concat([data.subarray(0, -4), Buffer.alloc(4)]),
	]) {
		const { compressed } = await decode('objects', '/N 2/First 8/Filter/FlateDecode', damaged);
		expect(String(compressed.getBytes(0))).toBe('12 ');
		expect(compressed.hasDropped).toBe(false);
	}
});

test('of structure elements only what they are is kept', async () => {
	const { compressed } = await decode('objects', '/N 1/First 4', '7 0 <</S/P/P 1 0 R/K[1 2 3]>>');
	expect(String(compressed.getBytes(0))).toBe('<</Type/StructElem/S/P>>');
});

test('a cross-reference is a section and a trailer', async () => {
	const body = await decode('crossReference', '/W[1 2 1]/Size 1/Root 1 0 R', Buffer.of(1, 0, 9, 0));
	expect(body.sections.get(40)).toMatchObject({ start: 0, end: 1 });
	expect(body.xrefEntries.places.get(0)).toBe(9);
	expect(body.trailers.map((trailer) => trailer.has('Root'))).toEqual([true]);
});

test('one that cannot be read is a trailer alone', async () => {
	const body = await decode('crossReference', '/W[1 2 1]/Size 9/Root 1 0 R', Buffer.of(1));
	expect([body.sections.size, body.trailers.length]).toEqual([0, 1]);
});

test('metadata give a title, or say why it is not known', async () => {
	expect((await decode('metadata', '', XMP)).titles.get(40)).toBe('Title');
	const tooLarge = await decode('metadata', '/Filter/FlateDecode', deflateSync(XMP), {
		metadataBytes: 100,
	});
	expect(tooLarge.titles.get(40)).toBeInstanceOf(Unknown);
	// Every title would count.
	expect((await decode('metadata', '', XMP, { structureWorkBytes: 2_000 })).titles.size).toBe(0);
});

test('a title far down in metadata is found', async () => {
	const long = XMP.replace('<rdf:RDF>', `<!--${' '.repeat(200_000)}--><rdf:RDF>`);
	for (const [filter, data] of [
		['', Buffer.from(long)],
		['/Filter/FlateDecode', deflateSync(long)],
	] as const) {
		expect((await decode('metadata', filter, data)).titles.get(40)).toBe('Title');
	}
});

test('metadata without RDF have no title, if they are complete', async () => {
	const empty = `<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>${' '.repeat(30_000)}`;
	const titleIn = async (filter: string, data: Buffer, limits = {}) =>
		(await decode('metadata', filter, data, limits)).titles.get(40);
	const packed = deflateSync(empty);
	expect(await titleIn('', Buffer.from(empty))).toBe('');
	expect(await titleIn('', Buffer.from(empty), { streamBytes: 20_000 })).toBeInstanceOf(Unknown);
	expect(await titleIn('/Filter/FlateDecode', packed)).toBe('');
	expect(await titleIn('/Filter/FlateDecode', packed.subarray(0, -4))).toBeInstanceOf(Unknown);
});

test.each<[StreamKind, number[]]>([
	['crossReference', [1, 0, 0]],
	['objects', [0, 1, 0]],
	['metadata', [0, 0, 1]],
	['content', [0, 0, 0]],
])('a stream of the kind %s is nothing else', async (kind, counts) => {
	const body = await decode(kind, '/N 1/First 4/W[1 2 1]/Size 1', '7 0 12');
	expect([body.trailers.length, body.compressed.length, body.titles.size]).toEqual(counts);
});

test.each<[StreamKind, Partial<ReaderLimits>, number]>([
	['content', { contentWorkBytes: 0 }, 0],
	['content', { structureWorkBytes: 0 }, 4],
	['content', { streamBytes: 3 }, 0],
])('%s with %j shows %d characters', async (kind, limits, characters) => {
	const { contents } = await decode(kind, '/Filter/FlateDecode', deflateSync('(Text) Tj'), limits);
	expect(findContent(contents, 40)).toMatchObject({ characters, isComplete: characters > 0 });
});

test('objects need work on the structure, and none on content', async () => {
	const objects = async (limits: Partial<ReaderLimits>) =>
		(await decode('objects', '/N 1/First 4', '7 0 12', limits)).compressed.length;
	expect(await objects({ contentWorkBytes: 0 })).toBe(1);
	expect(await objects({ structureWorkBytes: 0 })).toBe(0);
	expect(await objects({ objectStreamObjects: 1 })).toBe(1);
	expect(await objects({ objectStreamObjects: 0 })).toBe(0);
});

describe('in an encrypted document', () => {
	const rc4 = present(StandardSecurityHandler.open(makeDictionary(OPEN['R 3, 128 bits'].text), ID));
	/** RC4 encrypts as it decrypts. */
	const encrypt = (text: string) =>
		Buffer.concat([...rc4.decryptStream(HEAD, makeDictionary(''), [Buffer.from(text)])]);

	test('streams are decrypted, except for the cross-reference', async () => {
		const { contents } = await decode('content', '', encrypt('(Text) Tj'), {}, rc4);
		expect(findContent(contents, 40)).toMatchObject({ characters: 4 });
		const plain = Buffer.of(1, 0, 9, 0);
		const body = await decode('crossReference', '/W[1 2 1]/Size 1', plain, {}, rc4);
		expect(body.xrefEntries.places.get(0)).toBe(9);
	});

	test('a large stream is one stream', async () => {
		const text = `${' '.repeat(100_000)}(Text) Tj`;
		const { contents } = await decode('content', '', encrypt(text), {}, rc4);
		expect(findContent(contents, 40)).toMatchObject({ characters: 4, isComplete: true });
	});

	test('a stream with an encryption of its own is missing', async () => {
		const aes = present(StandardSecurityHandler.open(makeDictionary(OPEN['R 4'].text), ID));
		const own = '/Filter/Crypt/DecodeParms<</Name/Other>>';
		const { contents } = await decode('content', own, '(Text) Tj', {}, aes);
		expect(findContent(contents, 40)).toBeUndefined();
	});
});
