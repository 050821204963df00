import { READER_LIMITS } from '../../../../pdf/readerLimits';
import { Reference } from '../../../../pdf/syntax/objects';
import { openObjects } from './openObjects';

describe('objects', () => {
	test('that are large are parsed only so often, and small ones as often as one likes', () => {
		/** How many of a hundred equal objects are parsed; -1 if all are. Each reference in them takes 56 bytes. */
		const countParsed = (references: number) => {
			const text = `[${'1 0 R '.repeat(references)}]`;
			const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
			const texts = Object.fromEntries(numbers.map((number) => [number, text]));
			const { objects } = openObjects(texts, { largeObjectBytes: 6 * 2 ** 20 });
			const isParsed = (number: number) => {
				try {
					return Array.isArray(objects.get(number));
				} catch (error) {
					return String(error) !== 'Unknown: it needs more memory than the reader takes';
				}
			};
			return numbers.findIndex((number) => !isParsed(number));
		};
		expect(countParsed(9_000)).toBe(-1);
		expect(countParsed(20_000)).toBe(5);
	});

	test('that are kept have a limit of their own, so that others get memory, too', () => {
		const list = `[${'1 0 R '.repeat(9_000)}]`;
		const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
		const { objects } = openObjects(Object.fromEntries(numbers.map((number) => [number, list])));
		const { parsed } = objects.memory;
		const hasRoom = (bytes: number) => {
			const isTaken = parsed.tryTake(bytes);
			if (isTaken) parsed.release(bytes);
			return isTaken;
		};
		const first = objects.get(1);
		expect(objects.get(1)).toBe(first);
		// Each reference takes 56 bytes.
		expect(hasRoom(READER_LIMITS.parsedBytes - 56 * 9_000)).toBe(false);
		for (const number of numbers) {
			const list = objects.get(number);
			expect(objects.get(number)).toBe(list);
			expect(hasRoom(READER_LIMITS.parsedBytes - 6 * 2 ** 20)).toBe(true);
			expect(hasRoom(READER_LIMITS.parsedBytes - 56 * 9_000)).toBe(false);
		}
		expect(objects.get(1)).not.toBe(first);
	});

	test('that are larger than all that are kept together are not kept', () => {
		const { objects } = openObjects({ 1: `[${'1 0 R '.repeat(115_000)}]` });
		expect(objects.get(1)).not.toBe(objects.get(1));
		expect(objects.memory.parsed.tryTake(READER_LIMITS.parsedBytes)).toBe(true);
		expect(objects.measure(new Reference(1, 0))).toBeGreaterThan(56 * 115_000);
	});
});
