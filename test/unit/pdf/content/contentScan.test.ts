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
