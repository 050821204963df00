import { lzwDecode } from '../../../../nodes/pdf/filters/lzw';

const CLEAR = 256;
const END = 257;
/** As many as there are codes of twelve bits. */
const CODES = 4096;

interface Written {
	early?: boolean;
	most?: number;
}

/** Writes codes; they widen with every entry that the decoder makes, which is one behind. */
function decoded(codes: number[], { early = true, most = 1e6 }: Written = {}): string {
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
	const data = Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
	return lzwDecode(data, early, most).toString('latin1');
}

const codesOf = (text: string) => [...Buffer.from(text, 'latin1')];
/** So long that each width is used. */
const LONG = codesOf('All of this is written out. '.repeat(200).slice(0, CODES));

test('the example of ISO 32000-1, 7.4.4.2', () => {
	const data = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
	expect(lzwDecode(data, true, 100).toString()).toBe('-----A---B');
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

test.each([true, false])('codes of every width, early: %s', (early) => {
	const text = Buffer.from(LONG).toString();
	expect(decoded([CLEAR, ...LONG, END], { early })).toBe(text);
	// Made of the 601st and 602nd, and of the first two.
	expect(decoded([...LONG, 258 + 600, 258, END], { early })).toBe(
		text + text.slice(600, 602) + text.slice(0, 2),
	);
	expect(decoded([...LONG, CLEAR, ...LONG], { early })).toBe(text + text);
});

test('ends with the first sequence behind the most bytes', () => {
	expect(decoded(codesOf('abcdef'), { most: 2 })).toBe('abc');
	expect(decoded([...codesOf('ab'), 258, 258], { most: 3 })).toBe('abab');
});
