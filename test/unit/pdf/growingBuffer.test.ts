import { GrowingBuffer } from '../../../pdf/growingBuffer';

const LARGE = 200_000;

test('collects copies of pieces, also beyond its first room', () => {
	const buffer = new GrowingBuffer(LARGE);
	const piece = Buffer.from('abc');
	expect(buffer.tryAdd(piece)).toBe(true);
	piece.fill('x');
	expect(buffer.tryAdd(Buffer.alloc(100_000, 'd'))).toBe(true);
	expect(buffer.bytes).toHaveLength(100_003);
	expect(buffer.bytes.subarray(0, 5).toString()).toBe('abcdd');
	expect(buffer.bytes.at(-1)).toBe(0x64);
});

test('takes as much as its limit, and leaves out a piece that does not fit', () => {
	const buffer = new GrowingBuffer(4);
	expect([buffer.tryAdd(Buffer.from('abc')), buffer.tryAdd(Buffer.from('de'))]).toEqual([
		true,
		false,
	]);
	expect(buffer.tryAdd(Buffer.from('d'))).toBe(true);
	expect(buffer.bytes.toString()).toBe('abcd');
});

test('begins again, in the same memory', () => {
	const buffer = new GrowingBuffer(LARGE);
	buffer.tryAdd(Buffer.from('first'));
	const { buffer: memory } = buffer.bytes;
	buffer.clear();
	expect(buffer.bytes).toHaveLength(0);
	buffer.tryAdd(Buffer.from('2nd'));
	expect(buffer.bytes.toString()).toBe('2nd');
	expect(buffer.bytes.buffer).toBe(memory);
});
