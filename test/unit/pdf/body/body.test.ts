import { Body, compressedKey } from '../../../../nodes/pdf/body/body';
import { READER_LIMITS } from '../../../../nodes/pdf/limits';
import { Unknown } from '../../../../nodes/pdf/syntax';

test('nothing stands anywhere before anything is read', () => {
	const { endsOfFile, lastEndOfFile, lastPart, size, startxref, startxrefAt } = new Body(
		READER_LIMITS,
	);
	expect([endsOfFile, size, startxref]).toEqual([0, 0, undefined]);
	// Before the first byte.
	expect([lastEndOfFile, lastPart, startxrefAt]).toEqual([-1, -1, -1]);
});

test('objects and what is in object streams share their room', () => {
	const { compressed, objects } = new Body({ ...READER_LIMITS, keptBytes: 10 });
	objects.add(0, 1, Buffer.from('12345678'), true);
	compressed.add(0, 2, Buffer.from('12'), true);
	expect([objects.overfull, compressed.overfull]).toEqual([false, false]);
	compressed.add(1, 3, Buffer.from('1'), true);
	expect([objects.overfull, compressed.overfull]).toEqual([false, true]);
});

test('objects in object streams are in the order of the file, and of their stream', () => {
	const keys = [
		compressedKey(17, 0),
		compressedKey(17, 1),
		compressedKey(17, 1_000_000),
		compressedKey(18, 0),
	];
	expect(keys).toStrictEqual(keys.toSorted((a, b) => a - b));
	expect(new Set(keys).size).toBe(4);
});

test('what it takes to go through objects is bounded, an entry counting for eight bytes', () => {
	const body = new Body({ ...READER_LIMITS, parsedBytes: 100 });
	body.spend(20);
	body.look(10);
	expect(() => body.spend(1)).toThrow(new Unknown('it asks for the same objects too often'));
	const other = new Body({ ...READER_LIMITS, parsedBytes: 100 });
	expect(() => other.look(13)).toThrow();
});
