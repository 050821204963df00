import { ContentScan, ENOUGH_CHARACTERS, type Content } from '../../../../pdf/content/contentScan';
import { addContent, findContent } from '../../../../pdf/content/contentTable';
import { createMemory } from '../../../../pdf/budget';
import { ByteTable } from '../../../../pdf/file/byteTable';
import { READER_LIMITS } from '../../../../pdf/readerLimits';

function scan(
	content: string | Buffer,
	size = Infinity,
	spend: (bytes: number) => boolean = () => true,
) {
	const bytes = Buffer.from(content as string, 'latin1');
	const reader = new ContentScan(spend);
	for (let at = 0; at < bytes.length; at += size) {
		const piece = Buffer.from(bytes.subarray(at, at + size));
		const needsMore = reader.push(piece);
		piece.fill(0);
		if (!needsMore) break;
	}
	return reader.end(true);
}

const NOTHING: Content = {
	characters: 0,
	names: Buffer.alloc(0),
	hasInlineImage: false,
	inlinePixels: 0,
	hasDrawing: false,
	isComplete: true,
};

test.each<[string, Partial<Content>]>([
	['BT (abc) Tj <4142> Tj [(a)-9(b)] TJ ET', { characters: 7 }],
	['(a) Tj (a) Tj', {}],
	// Strings that are not shown do not make them different.
	['/Span <</ActualText(bc)>> BDC (a) Tj EMC', {}],
	['(b) pop (a) Tj (c) pop (a) Tj', {}],
	['[(a)(a)] TJ [(a) (b)] TJ', { characters: 4 }],
	['(a) Tj (b) Tj', { characters: 2 }],
	['( ) Tj (ab) Tj ( ) Tj', { characters: 2 }],
	// Two-byte codes: without their last digit, these characters are blanks.
	['<0024> Tj <0025> Tj', { characters: 2 }],
	['(ab) \' 1 2 (cd) "', { characters: 4 }],
	['(\\(\\)\\101\\\n\\n) Tj', { characters: 3 }],
	['(abc) pop', {}],
	['/A Do /B#41 Do /A Do /C gs', { names: Buffer.from('/A/B#41') }],
	['% (abc) Tj\n0 0 m S', { hasDrawing: true }],
	['1 0 0 rg 0 0 9 9 re f*', { hasDrawing: true }],
	['0 0 9 9 re W n', {}],
	...['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh'].map((operator): [string, object] => [
		`0 0 m ${operator}`,
		{ hasDrawing: true },
	]),
	['/P <</MCID 0/Alt(abc)>> BDC EMC', {}],
	['/P <</Alt(a> (bcd) Tj)>> BDC EMC', {}],
	['/P <</Alt<</B(c)>>>> BDC EMC', {}],
	[
		'BI /W 30 /H 20 ID \x01\x02 EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 600, characters: 2 },
	],
	['BI /Width 3 /Height 2 ID x EI', { hasInlineImage: true, inlinePixels: 6 }],
	// Numbers of other entries are no size.
	['BI /BPC 8 /W 3 /H 2 /D[0 1] ID x EI', { hasInlineImage: true, inlinePixels: 6 }],
	[
		'BI /W 1 /H 1 ID \x01 EIx ( EI\x02 ) EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 1, characters: 2 },
	],
	[
		'BI /W 1 /H 1 ID x EIq (abcdefghijklmnop) Tj EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 1, characters: 2 },
	],
	[
		'BI /W 1 /H 1 ID x EI abcdefghijkl\x01 ( EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 1, characters: 2 },
	],
	[
		'BI /W 1 /H 1 ID x EI \x0e ( EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 1, characters: 2 },
	],
	// 16 characters after it must be text.
	...['\0', '\x7f', '\xff'].map((data): [string, object] => [
		`BI /W 1 /H 1 ID x EI ${data} ( EI (ab) Tj`,
		{ hasInlineImage: true, inlinePixels: 1, characters: 2 },
	]),
	// The string that begins after the first EI ends after the second one.
	[
		'BI /W 1 /H 1 ID x EI (abcdefghijklmn\x01 EI c) Tj',
		{ hasInlineImage: true, inlinePixels: 1, characters: 18 },
	],
	['BI /W 1 /H 1 ID x EI (abcdefghijklm\x01 EI c) Tj', { hasInlineImage: true, inlinePixels: 1 }],
	...['AHx', 'ASCIIHexDecode'].map((filter): [string, object] => [
		`BI /W 9 /H 9 /F/${filter} ID EI ( > EI (ab) Tj`,
		{ hasInlineImage: true, inlinePixels: 81, characters: 2 },
	]),
	...['A85', 'ASCII85Decode'].map((filter): [string, object] => [
		`BI /W 9 /H 9 /Filter[/${filter}/Fl] ID EI ( > EI ( ~> EI (ab) Tj`,
		{ hasInlineImage: true, inlinePixels: 81, characters: 2 },
	]),
	// Neither the size nor the filter of an image counts for the next one.
	[
		'BI /W 9 /H 9 /F/A85 BI /W 3 /H 2 ID x EI BI /W 3 ID x EI BI /H 3 ID x EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 2006, characters: 2 },
	],
	['BI /W +3 /H 2.5 ID x EI', { hasInlineImage: true, inlinePixels: 7.5 }],
	['BI /W 000000000001234. /H 1 ID x EI', { hasInlineImage: true, inlinePixels: 1234 }],
	['BI /W .5 /H 0 ID x EI', { hasInlineImage: true }],
	['BI /W -3 /H 2 ID x EI', { hasInlineImage: true, inlinePixels: 1000 }],
	// Outside of an image, these are no size and no filter, and no data begin.
	[
		'/W 9 /H 9 /F/A85 gs ID (ab) Tj BI ID x EI',
		{ hasInlineImage: true, inlinePixels: 1000, characters: 2 },
	],
	['/A /B Do /C 5 Do Do', { names: Buffer.from('/B/C') }],
	// The operator may be in the next stream.
	['/A Do /B', { names: Buffer.from('/A/B') }],
	['/A gs (ab)', { characters: 2 }],
	['(ab) longer Tj /A longer Do', { characters: 2, names: Buffer.from('/A') }],
	['[ (ab) <</B(c)>> ] TJ {(d)} Tj', { characters: 4 }],
	['<41> pop /A Do', { names: Buffer.from('/A') }],
	['[<41>5<42>] TJ', { characters: 2 }],
	['<6 1 62> Tj <6> Tj', { characters: 3 }],
	['(a(b)c\\)) Tj', { characters: 6 }],
	['BI /W 3 ID x EI', { hasInlineImage: true, inlinePixels: 1000 }],
	['BI /W 2 /H 2 ID x EI BI /W 3 /H 3 ID x EI', { hasInlineImage: true, inlinePixels: 13 }],
	[
		'BI /W 9 /H 9 /F/A85 ID EI ( ~> EI (ab) Tj',
		{ hasInlineImage: true, inlinePixels: 81, characters: 2 },
	],
])('%j', (content, shown) => {
	const expected = { ...NOTHING, ...shown };
	for (const size of [Infinity, 1, 2, 3, 5]) expect(scan(content, size)).toEqual(expected);
});

test('data of an inline image may have any length', () => {
	const content = Buffer.concat([
		Buffer.from('BI /W 999 /H 999 ID '),
		Buffer.alloc(6_000_000, '\x01E'),
		Buffer.from(' EI (ab) Tj'),
	]);
	expect(scan(content, 16_384)).toMatchObject({ characters: 2, isComplete: true });
});

test.each([
	['a string', `(${'a'.repeat(70_000)}b) Tj`],
	['a string in hexadecimal', `<${'41'.repeat(40_000)}42> Tj`],
	['a name', `/${'a'.repeat(70_000)} Do`],
	['a comment', `%${'a'.repeat(70_000)}\n(ab) Tj`],
])('%s that is too long ends the reading', (_, content) => {
	expect(scan(content, 16_384).isComplete).toBe(false);
});

test.each<[string, (count: number) => string, number]>([
	['a string', (count) => `(${' '.repeat(count - 2)})`, 64 * 1024],
	['a name', (count) => `/${'a'.repeat(count - 1)}`, 64 * 1024],
	[
		'names together',
		(count) => `/${'a'.repeat(10_000 - 1)} Do /${'b'.repeat(count - 10_001)} Do`,
		16 * 1024,
	],
	['ends in the data of an image', (count) => `BI /W 9 ID ${'EI\x01'.repeat(count)} EI `, 1000],
	[
		'ends in the data of each image',
		(count) =>
			`BI ID ${'EI\x01'.repeat(900)} EI ${' '.repeat(16)}BI ID ${'EI\x01'.repeat(count)} EI `,
		1000,
	],
])('the greatest size, or number, of %s', (_, write, max) => {
	for (const size of [Infinity, 10_000]) {
		expect(scan(`${write(max)} (ab) Tj`, size)).toMatchObject({ characters: 2, isComplete: true });
		expect(scan(`${write(max + 1)} (ab) Tj`, size).isComplete).toBe(false);
	}
});

test('content is complete only if it was read to its end, or to enough characters', () => {
	const readPart = (content: string) => {
		const reader = new ContentScan(() => true);
		return [reader.push(Buffer.from(content)), reader.end(false).isComplete];
	};
	expect(readPart(`(${'ab'.repeat(60)}) Tj `)).toEqual([false, true]);
	expect(readPart(`(${'ab'.repeat(59)}c) Tj `)).toEqual([true, false]);
	expect(readPart(`(${'a'.repeat(200)}) Tj `)).toEqual([true, false]);
	expect(readPart(`/${'a'.repeat(70_000)} Do`)).toEqual([false, false]);
});

test('a string after a long inline image may be split between pieces', () => {
	const image = `BI /W 3 /H 3 ID ${'x'.repeat(80)} EI`.padEnd(150);
	const expected = { characters: 100, inlinePixels: 9 };
	expect(scan(`${image}(${'ab'.repeat(50)}) Tj`, 150)).toMatchObject(expected);
	expect(scan(`${image}(${'ab'.repeat(50)}) Tj`, 75)).toMatchObject(expected);
});

test('a long token in many pieces is not read too often, and its reading ends', () => {
	let cost = 0;
	const reader = new ContentScan((bytes) => {
		cost += bytes;
		return true;
	});
	let pushed = 0;
	while (reader.push(Buffer.alloc(100, pushed === 0 ? '(' : 'a'))) pushed += 100;
	// The token is too long from 64 kB on, and is read again once there are half as many bytes more.
	expect(pushed).toBeGreaterThan(64_000);
	expect(pushed).toBeLessThan(1.5 * 66_000);
	expect(cost).toBeLessThan(4 * pushed);
});

test('a name that is painted again is kept once', () => {
	const shown = scan('/Name Do '.repeat(5000));
	expect(shown).toEqual({ ...NOTHING, names: Buffer.from('/Name') });
});

test('enough characters end the reading', () => {
	const shown = scan(
		`/A Do (${'ab'.repeat(ENOUGH_CHARACTERS / 2)}) Tj (${'c'.repeat(90_000)}`,
		1000,
	);
	expect(shown).toMatchObject({ characters: ENOUGH_CHARACTERS, isComplete: true });
	expect(shown.names).toHaveLength(0);
});

test('words cost more than their bytes, and strings more than words', () => {
	const costOf = (content: string) => {
		let cost = 0;
		scan(content, Infinity, (bytes) => {
			cost += bytes;
			return true;
		});
		return cost;
	};
	const [blanks, words, strings] = [' '.repeat(3000), 'qq '.repeat(1000), '() '.repeat(1000)].map(
		costOf,
	);
	expect(blanks).toBe(3000);
	expect(words).toBe(3000 + 8 * 1000);
	expect(strings).toBe(3000 + 32 * 1000);
	expect(scan('(ab) Tj', Infinity, () => false).isComplete).toBe(false);
});

test('what a stream paints is not known if its names had no room', () => {
	const memory = createMemory({ ...READER_LIMITS, keptBytes: 10 });
	const table = new ByteTable(memory, 10, 2 ** 32 - 1);
	addContent(table, 5, { ...NOTHING, names: Buffer.from('/A') });
	expect(findContent(table, 5)).toEqual({ ...NOTHING, isComplete: false });
});

test('a summary is kept as a number and the names', () => {
	const table = new ByteTable(createMemory(READER_LIMITS), 10, 2 ** 32 - 1);
	const all: Content = {
		characters: 120,
		names: Buffer.from('/A/B'),
		hasInlineImage: true,
		inlinePixels: 123_456,
		hasDrawing: true,
		isComplete: true,
	};
	const contents: Content[] = [
		NOTHING,
		all,
		{ ...all, hasDrawing: false, inlinePixels: 0 },
		{ ...NOTHING, inlinePixels: 2 ** 22 - 1, hasInlineImage: true, isComplete: false },
	];
	contents.forEach((content, index) => addContent(table, 5 + index, content));
	expect(contents.map((_, index) => findContent(table, 5 + index))).toEqual(contents);
	addContent(table, 20, { ...all, inlinePixels: 1e12 + 0.5 });
	expect(findContent(table, 20)).toEqual({ ...all, inlinePixels: 2 ** 22 - 1 });
	expect(findContent(table, 4)).toBeUndefined();
});
