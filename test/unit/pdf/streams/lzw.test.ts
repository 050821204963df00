import { Random } from '../../../pdf/mutated/random';
import { decoded, NO_LIMIT } from './decoded';

/** Codes of LZW, each with its number of bits. */
function pack(...codes: Array<[code: number, bits: number]>): Buffer {
	const bits = codes.map(([code, count]) => code.toString(2).padStart(count, '0')).join('');
	const bytes = bits.match(/.{1,8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** What an encoder makes of the data. It clears the table after this many codes; the table is full after 3839. */
function compress(data: string, isEarly: boolean, clearAfter = Infinity): Buffer {
	const packed: Array<[code: number, bits: number]> = [];
	let codes = new Map<string, number>();
	let count = 0;
	const add = (code: number) => {
		// The first code after the table was cleared gives no meaning to another one.
		const next = 258 + Math.max(0, count - 1) + (isEarly ? 1 : 0);
		packed.push([code, Math.min(12, Math.max(9, next.toString(2).length))]);
		count += 1;
	};
	const codeOf = (text: string) => codes.get(text) ?? text.charCodeAt(0);
	add(256);
	count = 0;
	let known = '';
	for (const letter of data) {
		if (known === '' || codes.has(known + letter)) {
			known += letter;
			continue;
		}
		add(codeOf(known));
		if (count < 3839) codes.set(known + letter, 257 + count);
		known = letter;
		if (count < clearAfter) continue;
		add(256);
		codes = new Map();
		count = 0;
	}
	if (known) add(codeOf(known));
	add(257);
	return pack(...packed);
}

/** The example of ISO 32000-1, 7.4.4.2. */
const LZW_EXAMPLE = Buffer.from('800b6050220c0c8501', 'hex');
const LZW_RESULT = '-----A---B';

test.each<[string, Buffer | string, string]>([['/Filter/LZWDecode', LZW_EXAMPLE, LZW_RESULT]])(
	'%s %j',
	(dictionary, data, expected) => {
		expect(decoded(dictionary, data)).toEqual([expected, true]);
	},
);

test.each<[string, Buffer | string, string]>([
	['/Filter/LZWDecode', LZW_EXAMPLE.subarray(0, -2), '-----A---'],
	['/Filter/LZWDecode', pack([0x41, 9], [300, 9], [257, 9]), 'A'],
	// The first code with a meaning of its own needs a code before it.
	['/Filter/LZWDecode', pack([258, 9], [257, 9]), ''],
	['/Filter/LZWDecode', pack([0x41, 9], [256, 9], [258, 9], [257, 9]), 'A'],
])('%s %j is not complete', (dictionary, data, expected) => {
	expect(decoded(dictionary, data)).toEqual([expected, false]);
});

test.each([true, false])('LZW codes get longer, one code early: %s', (isEarly) => {
	// The table gets a code with each code after the first: 512 codes need ten bits.
	const literals = Array.from({ length: 600 }, (_, index) => 65 + (index % 26));
	const limit = isEarly ? 511 : 512;
	const codes = literals.map((code, index): [number, number] => [
		code,
		257 + index >= limit ? 10 : 9,
	]);
	const parameters = isEarly ? '' : '/DecodeParms<</EarlyChange 0>>';
	const data = pack([256, 9], ...codes, [257, 10]);
	const expected = Buffer.from(literals).toString('latin1');
	expect(decoded(`/Filter/LZWDecode${parameters}`, data)).toEqual([expected, true]);
});

test.each([true, false])('gives what was packed, one code early: %s', (isEarly) => {
	const parameters = `<</EarlyChange ${isEarly ? 1 : 0}>>`;
	const dictionary = `/Filter/LZWDecode/DecodeParms${parameters}`;
	const random = new Random(1);
	const letters = Array.from({ length: 30_000 }, () => random.pick(['a', 'b', 'c', '\xff'])).join(
		'',
	);
	for (const [data, clearAfter] of [
		['', Infinity],
		['a', Infinity],
		['a'.repeat(100_000), Infinity],
		[letters, 10],
		[letters, 3838],
		[letters, Infinity],
	] as const) {
		const packed = compress(data, isEarly, clearAfter);
		for (const bytes of [50, 100_000]) {
			const [output, isComplete] = decoded(dictionary, packed, NO_LIMIT, bytes);
			expect([output === data, isComplete]).toEqual([true, true]);
		}
	}
	// Two tables at the same time.
	const once = compress(letters, isEarly).toString('latin1');
	const twice = compress(once, isEarly);
	const both = `/Filter[/LZWDecode/LZWDecode]/DecodeParms[${parameters}${parameters}]`;
	expect(decoded(both, twice)[0] === letters).toBe(true);
});

test('undoes a predictor of LZW', () => {
	const rows = pack([256, 9], [2, 9], [1, 9], [2, 9], [1, 9], [257, 9]);
	const dictionary = '/Filter/LZWDecode/DecodeParms<</Predictor 12/Columns 1>>';
	expect(decoded(dictionary, rows)).toEqual(['\x01\x02', true]);
});

test('a table is used again, without the meanings that its codes had', () => {
	const first = pack([65, 9], [66, 9], [258, 9], [257, 9]);
	expect(decoded('/Filter/LZWDecode', first)).toEqual(['ABAB', true]);
	const allocate = jest.spyOn(Uint16Array.prototype, 'slice');
	// Without a first code that clears the table.
	const second = pack([67, 9], [259, 9], [257, 9]);
	for (let times = 0; times < 10; times += 1) {
		expect(decoded('/Filter/LZWDecode', second)).toEqual(['C', false]);
	}
	expect(allocate).not.toHaveBeenCalled();
	allocate.mockRestore();
});
