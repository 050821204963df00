import { decodeLzw } from '../../../../nodes/pdf/filters/lzw';

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

test('decodes the example of ISO 32000-1, 7.4.4.2', () => {
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
])('%s', (_, codes, text) => {
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
])('is complete only with an end and nothing unknown before it: %s', (_, codes, text, whole) => {
	expect(decode(codes)).toEqual([text, whole]);
});

test('content that ends at a limit is incomplete, and content that ends by itself is complete', () => {
	expect(decode([...codesOf('abcd'), END], { most: 2 })).toEqual(['abc', false]);
	expect(decode([...codesOf('abc'), END], { most: 2 })).toEqual(['abc', true]);
});

test.each([true, false])('codes of every width, early: %s', (early) => {
	const text = Buffer.from(LONG).toString();
	expect(decoded([CLEAR, ...LONG, END], { early })).toBe(text);
	// The entries for the 601st and 602nd characters, and for the first two.
	expect(decoded([...LONG, 258 + 600, 258, END], { early })).toBe(
		text + text.slice(600, 602) + text.slice(0, 2),
	);
	expect(decoded([...LONG, CLEAR, ...LONG], { early })).toBe(text + text);
});

test('ends with the first sequence behind the most bytes', () => {
	expect(decoded(codesOf('abcdef'), { most: 2 })).toBe('abc');
	expect(decoded([...codesOf('ab'), 258, 258], { most: 3 })).toBe('abab');
});
