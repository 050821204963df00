import { constants, deflateSync, inflateSync } from 'node:zlib';

import type { Pieces } from '../../../../pdf/streams/pieces';
import { inflate } from '../../../../pdf/streams/inflate';
import { Random } from '../../../pdf/mutated/random';

function* piecesOf(data: Buffer, size: number): Pieces {
	for (let at = 0; at < data.length; at += size) {
		const piece = Buffer.from(data.subarray(at, at + size));
		yield piece;
		// A piece is valid until the next one.
		piece.fill(0);
	}
	return true;
}

function inflateAll(data: Buffer, size = 16_384, spend = () => true) {
	const output: Buffer[] = [];
	const pieces = inflate(piecesOf(data, size), spend);
	for (;;) {
		const next = pieces.next();
		if (next.done === true) return { output: Buffer.concat(output), isComplete: next.value };
		output.push(Buffer.from(next.value));
	}
}

const LENGTHS = [0, 1, 300, 3000, 70_000, 200_000];
/** Data that are random, or repeat themselves from near and from far. */
function makeData(random: Random): Buffer {
	const data = Buffer.alloc(LENGTHS[random.below(LENGTHS.length)] ?? 0);
	const letters = random.pick([2, 30, 256]);
	const distance = random.pick([1, 200, 32_000]);
	for (let at = 0; at < data.length; at += 1) {
		const isCopied = at > distance && random.below(20) > 0;
		data[at] = isCopied ? (data[at - distance] ?? 0) : random.below(letters);
	}
	return data;
}

const STRATEGIES = [
	constants.Z_DEFAULT_STRATEGY,
	constants.Z_FIXED,
	constants.Z_HUFFMAN_ONLY,
	constants.Z_RLE,
] as const;

test('gives what zlib gives, in pieces of any size, and with bytes after the end', () => {
	for (let seed = 1; seed <= 150; seed += 1) {
		const random = new Random(seed);
		const data = makeData(random);
		const options = { level: random.below(10), strategy: random.pick(STRATEGIES) };
		const packed = Buffer.concat([deflateSync(data, options), Buffer.alloc(random.below(3), '\n')]);
		const { isComplete, output } = inflateAll(packed, 1 + random.below(5000));
		expect({ seed, isComplete, isEqual: output.equals(data) }).toEqual({
			seed,
			isComplete: true,
			isEqual: true,
		});
	}
});

test('damage is noticed as zlib notices it, and the output before it is valid', () => {
	for (let seed = 1; seed <= 600; seed += 1) {
		const random = new Random(seed);
		const data = makeData(random).subarray(0, 3000);
		const packed = deflateSync(data, { level: random.below(10) });
		for (let changes = random.below(3); changes >= 0; changes -= 1) {
			packed[random.below(packed.length)] = random.below(256);
		}
		const damaged = packed.subarray(0, 1 + random.below(2 * packed.length));
		let expected: Buffer | undefined;
		try {
			expected = inflateSync(damaged);
		} catch {
			expected = undefined;
		}
		const { isComplete, output } = inflateAll(damaged);
		expect([seed, isComplete]).toEqual([seed, expected !== undefined]);
		expect(output.equals(expected ?? output)).toBe(true);
	}
});

test('data that are cut off give what was complete', () => {
	const data = Buffer.from(Array.from({ length: 500 }, (_, line) => `Line ${line}\n`).join(''));
	const { isComplete, output } = inflateAll(deflateSync(data).subarray(0, -300));
	expect(isComplete).toBe(false);
	expect(output.length).toBeGreaterThan(1000);
	expect(data.subarray(0, output.length).equals(output)).toBe(true);
	// Every symbol whose bits are there counts.
	for (let bytes = 2; bytes < 400; bytes += 1) {
		const cut = deflateSync(data).subarray(0, bytes);
		const expected = inflateSync(cut, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
		expect([bytes, inflateAll(cut).output.toString()]).toEqual([bytes, expected]);
	}
});

test('a dictionary that is not there is damage', () => {
	const packed = deflateSync('Hello, Hello', { dictionary: Buffer.from('Hello') });
	expect(inflateAll(packed)).toEqual({ output: Buffer.alloc(0), isComplete: false });
});

test('data that ask for a dictionary are damage, even if they look like others', () => {
	const packed = deflateSync('Hello');
	expect((256 * 0x78 + 0xbb) % 31).toBe(0);
	packed[1] = 0xbb;
	expect(inflateAll(packed)).toEqual({ output: Buffer.alloc(0), isComplete: false });
});

/** Codes of two bits for the lengths 0 and 1, for the length before again, and for many zeros. */
const LENGTH = { 0: '00', 1: '01', again: '10', zeros: '11' } as const;
/** A number, the lowest bit first. */
const number = (value: number, count: number) =>
	Array.from({ length: count }, (_, bit) => (value >> bit) & 1).join('');
const zeros = (count: number) => LENGTH.zeros + number(count - 11, 7);

function isValidForZlib(packed: Buffer): boolean {
	try {
		inflateSync(packed);
		return true;
	} catch {
		return false;
	}
}

/** Data of zlib with these bits, and with the sum of this text. */
function packBits(bits: string, text = 'A'): Buffer {
	const bytes = bits.match(/.{1,8}/g) ?? [];
	const values = bytes.map((each) => Number.parseInt(Array.from(each).reverse().join(''), 2));
	return Buffer.from([0x78, 0x9c, ...values, ...deflateSync(text).subarray(-4)]);
}

test('a block copies from before a block without compression', () => {
	const letter = `0${number(1, 2)}01110001` + '0000000';
	// Three bits fill the byte.
	const stored = `000000${number(1, 16)}${number(0xfffe, 16)}${number(66, 8)}`;
	const copy = `1${number(1, 2)}` + '0000001' + '00001' + '0000000';
	expect(inflateAll(packBits(letter + stored + copy, 'ABABA'))).toEqual({
		output: Buffer.from('ABABA'),
		isComplete: true,
	});
});

test('a copy from before the beginning is damage', () => {
	// A, then three bytes from four bytes back, in the codes that need no lengths.
	const bits = `1${number(1, 2)}01110001` + '0000001' + '00011' + '0000000';
	expect(inflateAll(packBits(bits))).toEqual({ output: Buffer.from('A'), isComplete: false });
});

/** A block with 257 literals and so many distances, whose codes have these lengths, and with this content. */
function packOwnBlock(lengths: string[], content: string, distances = 1): Buffer {
	// The lengths of the codes of 16, 17, 18, 0, …, 1, 15.
	const order = [2, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
	const heading = `1${number(2, 2)}${number(0, 5)}${number(distances - 1, 5)}${number(order.length - 4, 4)}`;
	const codes = order.map((length) => number(length, 3)).join('') + lengths.join('');
	return packBits(heading + codes + content);
}

test.each<[string, boolean, string[], number?]>([
	['A and the end', true, [zeros(65), LENGTH[1], zeros(138), zeros(52), LENGTH[1], LENGTH[0]]],
	[
		'a repetition of nothing',
		false,
		[`${LENGTH.again}00`, zeros(62), LENGTH[1], zeros(138), zeros(52), LENGTH[1], LENGTH[0]],
	],
	['no end', false, [zeros(65), LENGTH[1], LENGTH[1], zeros(138), zeros(52), LENGTH[0]]],
	['too many lengths', false, [zeros(65), LENGTH[1], zeros(138), zeros(138)]],
	['30 distances', true, [zeros(65), LENGTH[1], zeros(138), zeros(52), LENGTH[1], zeros(30)], 30],
	['31 distances', false, [zeros(65), LENGTH[1], zeros(138), zeros(52), LENGTH[1], zeros(31)], 31],
])('codes of %s are valid: %s', (_, isValid, lengths, distances = 1) => {
	const packed = packOwnBlock(lengths, '01', distances);
	expect(inflateAll(packed)).toEqual({
		output: Buffer.from(isValid ? 'A' : ''),
		isComplete: isValid,
	});
	expect(isValidForZlib(packed)).toBe(isValid);
});

test('another method is damage', () => {
	const packed = deflateSync('Hello');
	expect((256 * 0x77 + 0x09) % 31).toBe(0);
	packed.set([0x77, 0x09]);
	expect(inflateAll(packed)).toEqual({ output: Buffer.alloc(0), isComplete: false });
});

test('a window that is too large is damage', () => {
	const packed = deflateSync('Hello');
	expect((256 * 0x88 + 0x1c) % 31).toBe(0);
	packed.set([0x88, 0x1c]);
	expect(inflateAll(packed)).toEqual({ output: Buffer.alloc(0), isComplete: false });
});

test('blocks without output are work, too', () => {
	const stored = Buffer.from([0, 0, 0, 0xff, 0xff]);
	const empty = Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(5 * 10_000, stored)]);
	let left = 1000;
	const spend = () => (left -= 1) >= 0;
	expect(inflateAll(empty, 16_384, spend).isComplete).toBe(false);
	expect(left).toBe(-1);
});

test('two decoders do not disturb each other, and one that is left early is used again', () => {
	const [first, second] = ['a', 'b'].map((letter) => Buffer.alloc(200_000, letter));
	const decoders = [first, second].map((data) =>
		inflate(piecesOf(deflateSync(data ?? ''), 100), () => true),
	);
	const seen = new Set<string>();
	for (let step = 0; step < 20; step += 1) {
		decoders.forEach((pieces, index) => {
			const { value } = pieces.next();
			if (Buffer.isBuffer(value)) for (const code of value) seen.add(`${index} ${code}`);
		});
	}
	expect([...seen].sort()).toEqual(['0 97', '1 98']);
	decoders.forEach((pieces) => pieces.return(false));
	const again = inflateAll(deflateSync('Hello'));
	expect(again).toEqual({ output: Buffer.from('Hello'), isComplete: true });
});
