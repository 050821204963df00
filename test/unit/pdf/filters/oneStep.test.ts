import {
	decodeAscii85,
	decodeAsciiHex,
	decodeLzw,
	decodeRunLength,
} from '../../../../nodes/pdf/filters/oneStep';

test.each([
	['', ''],
	['48 65 6c6C6f>77', 'Hello'],
	['4\n8\t6x5', 'He'],
	['48657>', 'Hep'],
	['0a0B9fF', '\x0a\x0b\x9f\xf0'],
])('hexadecimal %j', (text, content) => {
	expect(decodeAsciiHex(Buffer.from(text)).content.toString('latin1')).toBe(content);
});

test.each([
	['', ''],
	['87cURD]j7BEbo80~>87cUR', 'Hello world!'],
	['87cUR\r\nDZ', 'Hello'],
	['87cUR D]f', 'Hello '],
	['87cURD]j6', 'Hello w'],
	['87cURD', 'Hell'],
	['z!!!!!z', '\0'.repeat(12)],
	['!!!!"', '\0\0\0\x01'],
	['s8W-!s8W-!', '\xff'.repeat(8)],
])('base 85 %j', (text, content) => {
	expect(decodeAscii85(Buffer.from(text)).content.toString('latin1')).toBe(content);
});

test('a z within a group is a digit and not four zeros', () => {
	expect(decodeAscii85(Buffer.from('!!z')).content).toHaveLength(2);
});

test.each([
	['4 8>', true],
	['>', true],
	['0>', true],
	['48', false],
	['', false],
	['4x8>', false],
	['48>x', true],
])('hexadecimal %j is whole: %s', (text, whole) => {
	expect(decodeAsciiHex(Buffer.from(text)).isComplete).toBe(whole);
});

test.each([
	['87c UR~>', true],
	['~>', true],
	['z~>', true],
	['!u~>', true],
	['87cUR', false],
	['', false],
	['87\x80cUR~>', false],
	['87vUR~>', false],
	['87\x01UR~>', false],
	['!z~>', false],
	['87cUR8~>', false],
	['87cUR~>\x80', true],
])('base 85 %j is whole: %s', (text, whole) => {
	expect(decodeAscii85(Buffer.from(text, 'latin1')).isComplete).toBe(whole);
});

const CLEAR = 256;
const END = 257;
/** Number of twelve-bit codes. */
const CODES = 4096;

interface Written {
	early?: boolean;
	most?: number;
}

/** Writes codes. They get wider as the decoder's table grows; the decoder is one entry behind. */
function encode(codes: number[], early: boolean): Buffer {
	let bits = '';
	let entries = 258;
	let isFirst = true;
	for (const code of codes) {
		const limits = early ? [511, 1023, 2047] : [512, 1024, 2048];
		const width = 9 + limits.filter((limit) => entries >= limit).length;
		bits += code.toString(2).padStart(width, '0');
		if (code === CLEAR) {
			entries = 258;
			isFirst = true;
		} else {
			if (!isFirst) entries += 1;
			isFirst = false;
		}
	}
	const bytes = bits.match(/.{1,8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

function decode(codes: number[], { early = true, most = 1e6 }: Written = {}): [string, boolean] {
	const { content, isComplete } = decodeLzw(encode(codes, early), early, most);
	return [content.toString('latin1'), isComplete];
}

const decoded = (...given: Parameters<typeof decode>) => decode(...given)[0];

const codesOf = (text: string) => [...Buffer.from(text, 'latin1')];
/** Long enough to use each code width. */
const LONG = codesOf('All of this is written out. '.repeat(200).slice(0, CODES));

test('LZW: decodes the example of ISO 32000-1, 7.4.4.2', () => {
	const data = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
	expect(decodeLzw(data, true, 100)).toEqual({
		content: Buffer.from('-----A---B'),
		isComplete: true,
	});
});

test.each([
	['nothing', [], ''],
	['no clearing at the start', [...codesOf('ab'), END], 'ab'],
	['no end', [CLEAR, ...codesOf('abcdefg')], 'abcdefg'],
	['entries', [CLEAR, ...codesOf('abc'), 258, 259, 260, 261, END], 'abcabbccaabb'],
	['the entry that is being made', [...codesOf('A'), 258, 259, END], 'AAAAAA'],
	['an end before the data end', [...codesOf('ab'), END, ...codesOf('cd')], 'ab'],
	['clearing in between', [...codesOf('ab'), 258, CLEAR, ...codesOf('xy'), 258, END], 'ababxyxy'],
	['a code that stands for nothing yet', [...codesOf('ab'), CLEAR, 258, ...codesOf('c')], 'ab'],
])('LZW: %s', (_, codes, text) => {
	expect(decoded(codes)).toBe(text);
});

test.each<[what: string, codes: number[], text: string, whole: boolean]>([
	['nothing', [], '', false],
	['an end alone', [END], '', true],
	['an end', [...codesOf('ab'), END], 'ab', true],
	['no end', [CLEAR, ...codesOf('ab')], 'ab', false],
	['clearing, and no end', [...codesOf('ab'), CLEAR], 'ab', false],
	['a first code that stands for nothing', [CLEAR, 258, END], '', false],
	['a code behind the next entry', [...codesOf('ab'), 260, ...codesOf('c'), END], 'ab', false],
	['the next entry', [...codesOf('ab'), 259, END], 'abbb', true],
])('LZW is whole only with an end and nothing unknown before it: %s', (_, codes, text, whole) => {
	expect(decode(codes)).toEqual([text, whole]);
});

test('LZW that ends at a limit is incomplete, and LZW that ends by itself is complete', () => {
	expect(decode([...codesOf('abcd'), END], { most: 2 })).toEqual(['abc', false]);
	expect(decode([...codesOf('abc'), END], { most: 2 })).toEqual(['abc', true]);
});

test.each([true, false])('LZW: codes of every width, early: %s', (early) => {
	const text = Buffer.from(LONG).toString();
	expect(decoded([CLEAR, ...LONG, END], { early })).toBe(text);
	// The entries for the 601st and 602nd characters, and for the first two.
	expect(decoded([...LONG, 258 + 600, 258, END], { early })).toBe(
		text + text.slice(600, 602) + text.slice(0, 2),
	);
	expect(decoded([...LONG, CLEAR, ...LONG], { early })).toBe(text + text);
});

test('LZW ends with the first sequence behind the most bytes', () => {
	expect(decoded(codesOf('abcdef'), { most: 2 })).toBe('abc');
	expect(decoded([...codesOf('ab'), 258, 258], { most: 3 })).toBe('abab');
});

const decodedRuns = (data: number[], most = 1000) => [
	...decodeRunLength(Buffer.from(data), most).content,
];

test.each([
	['nothing', [], []],
	['copies', [0, 7, 2, 1, 2, 3], [7, 1, 2, 3]],
	['repetitions', [255, 7, 254, 8], [7, 7, 8, 8, 8]],
	['both', [1, 7, 8, 254, 9, 0, 10], [7, 8, 9, 9, 9, 10]],
	['an end', [0, 7, 128, 0, 8], [7]],
	['a copy that is cut off', [4, 1, 2], [1, 2]],
])('run lengths: %s', (_, data, content) => {
	expect(decodedRuns(data)).toEqual(content);
});

test('run lengths: reads copies and repetitions of up to 128 bytes', () => {
	const copy = Array.from({ length: 128 }, (_, index) => index);
	expect(decodedRuns([127, ...copy, 129, 5])).toEqual([...copy, ...Array<number>(128).fill(5)]);
});

test('run lengths: begins nothing more when the most bytes have come', () => {
	expect(decodedRuns([255, 1, 255, 2, 255, 3], 4)).toEqual([1, 1, 2, 2]);
	expect(decodedRuns([255, 1, 255, 2, 255, 3], 3)).toEqual([1, 1, 2, 2]);
});

test.each([
	['an end', [0, 7, 128], true],
	['an end alone', [128, 5], true],
	['no end', [0, 7], false],
	['nothing', [], false],
	['a copy that is cut off', [4, 1, 128], false],
	['a repetition that is cut off', [254], false],
	['an end at the bound', [253, 7, 128], true],
	['more behind the bound', [253, 7, 0, 8, 128], false],
])('run lengths are complete only with an end: %s', (_, data, whole) => {
	expect(decodeRunLength(Buffer.from(data), 4).isComplete).toBe(whole);
});
