import { Body } from '../../../../nodes/pdf/body/body';
import { READER_LIMITS } from '../../../../nodes/pdf/limits';
import { ContentScan, countContentItems } from '../../../../nodes/pdf/content';
import { NO_ENTRIES, Unknown } from '../../../../nodes/pdf/syntax';
import { toCompressedKey } from '../../../../nodes/pdf/xref';

test('knows no offsets before it has read anything', () => {
	const { endsOfFile, lastEndOfFile, lastPart, size, startxref, startxrefAt } = new Body(
		READER_LIMITS,
	);
	expect([endsOfFile, size, startxref]).toEqual([0, 0, undefined]);
	// Before the first byte.
	expect([lastEndOfFile, lastPart, startxrefAt]).toEqual([-1, -1, -1]);
});

test('objects and objects in streams share one limit', () => {
	const { compressed, objects } = new Body({ ...READER_LIMITS, keptBytes: 10 });
	objects.add(0, 1, Buffer.from('12345678'), true);
	compressed.add(0, 2, Buffer.from('12'), true);
	compressed.add(1, 3, Buffer.from('1'), true);
	expect(objects.getBytes(0)?.toString()).toBe('12345678');
	expect(compressed.getBytes(0)?.toString()).toBe('12');
	expect(compressed.getBytes(1)).toBeUndefined();
});

test('lists objects of streams in the order of the file and of their stream', () => {
	const keys = [
		toCompressedKey(17, 0),
		toCompressedKey(17, 1),
		toCompressedKey(17, 1_000_000),
		toCompressedKey(18, 0),
	];
	expect(keys).toStrictEqual(keys.toSorted((a, b) => a - b));
	expect(new Set(keys).size).toBe(4);
});

/** A content stream that shows this many texts. */
function makeContent(texts: number) {
	const scan = new ContentScan();
	for (let text = 0; text < texts; text += 1) scan.push(Buffer.from(`(Text ${text}) Tj `));
	return scan.end(true);
}

test('counts a stream, its texts, external objects, blanks and states as places', () => {
	const cases: Array<[string, number]> = [
		['', 2],
		['(a) Tj (b) Tj', 4],
		['/A Do /B Do (a) Tj', 5],
		['q q', 4],
		['begincmap 1 beginbfchar <03> <0020> <04> <0020> endbfchar', 4],
	];
	for (const [text, places] of cases) {
		const scan = new ContentScan();
		scan.push(Buffer.from(text));
		expect(countContentItems(scan.end(true))).toBe(places);
	}
});

test('keeps few texts of a stream beyond a quarter of the limit, and none beyond the limit', () => {
	const body = new Body({ ...READER_LIMITS, contentItems: 100 });
	for (let stream = 0; stream < 20; stream += 1) body.addContent(stream, makeContent(20));
	const kept = Array.from({ length: 20 }, (_, stream) => body.contents.get(stream));
	expect(kept.map((content) => content?.texts.length)).toEqual([
		...[20, 20],
		...Array.from({ length: 9 }, () => 4),
		...Array.from({ length: 9 }, () => 0),
	]);
	expect(kept.map((content) => content?.isComplete)).toEqual(kept.map((_, stream) => stream < 2));
});

test('keeps a stream with at most one text unchanged', () => {
	const body = new Body({ ...READER_LIMITS, contentItems: 12 });
	for (const offset of [1, 2, 3, 4]) body.addContent(offset, makeContent(1));
	expect([...body.contents.values()].map(({ isComplete }) => isComplete)).toEqual([
		true,
		true,
		true,
		true,
	]);
	body.addContent(5, makeContent(0));
	expect(body.contents.get(5)?.isComplete).toBe(false);
});

test('cross-reference sections share one limit, and one too many is damage', () => {
	const body = new Body({ ...READER_LIMITS, xrefEntries: 5 });
	const add = (offset: number, length: number) =>
		body.addSection({
			offset,
			isIntact: true,
			trailer: NO_ENTRIES,
			numbers: Array<number>(length).fill(7),
			places: Array<number>(length).fill(8),
		});
	add(1, 3);
	add(2, 3);
	add(3, 2);
	expect([...body.sections.values()]).toMatchObject([
		{ offset: 1, isIntact: true, numbers: [7, 7, 7], places: [8, 8, 8] },
		{ offset: 2, isIntact: false, trailer: NO_ENTRIES, numbers: [], places: [] },
		{ offset: 3, isIntact: true, numbers: [7, 7], places: [8, 8] },
	]);
	expect(body.entriesLeft).toBe(0);
});

test('keeps metadata as long as there is room for a stream', () => {
	const body = new Body({ ...READER_LIMITS, streamBytes: 5 });
	body.addMetadata(1, Buffer.from('123'));
	body.addMetadata(2, Buffer.from('45'));
	body.addMetadata(3, Buffer.from('6'));
	expect([...body.metadata.keys()]).toEqual([1, 2]);
});

test('limits the work on objects, with eight bytes per entry', () => {
	const body = new Body({ ...READER_LIMITS, parsedBytes: 100 });
	body.spendWork(20);
	body.spendEntryWork(10);
	expect(() => body.spendWork(1)).toThrow(new Unknown('it refers to the same objects too often'));
	const other = new Body({ ...READER_LIMITS, parsedBytes: 100 });
	expect(() => other.spendEntryWork(13)).toThrow();
});
