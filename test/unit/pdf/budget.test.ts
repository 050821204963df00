import { createMemory, Memory, WorkBudget } from '../../../pdf/budget';
import { READER_LIMITS } from '../../../pdf/readerLimits';
import { Unknown } from '../../../pdf/unknown';

describe('memory', () => {
	test('is taken up to the last byte, and nothing is taken beyond it', () => {
		const memory = new Memory(10);
		expect(memory.tryTake(6)).toBe(true);
		expect(memory.tryTake(5)).toBe(false);
		expect(memory.tryTake(4)).toBe(true);
		expect(memory.tryTake(1)).toBe(false);
	});

	test('is taken up to what there is', () => {
		const memory = new Memory(10);
		memory.takeAtMost(4);
		expect(memory.tryTake(7)).toBe(false);
		memory.takeAtMost(7);
		expect(memory.tryTake(1)).toBe(false);
		memory.release(1);
		expect(memory.tryTake(1)).toBe(true);
	});

	test('may be taken again after it was released', () => {
		const memory = new Memory(10);
		memory.take(10);
		expect(() => memory.take(1)).toThrow(new Unknown('it needs more memory than the reader takes'));
		memory.release(3);
		expect(memory.tryTake(3)).toBe(true);
		expect(memory.tryTake(1)).toBe(false);
	});

	test('has three parts, which do not share their room', () => {
		const limits = { ...READER_LIMITS, keptBytes: 1, parsedBytes: 2, tableBytes: 3 };
		const { kept, parsed, tables } = createMemory(limits);
		const rooms = [kept, parsed, tables].map((memory) =>
			[3, 2, 1].find((bytes) => memory.tryTake(bytes)),
		);
		expect(rooms).toEqual([1, 2, 3]);
	});
});

describe('work', () => {
	const open = () =>
		new WorkBudget({
			...READER_LIMITS,
			contentWorkBytes: 10,
			structureWorkBytes: 20,
			objectWorkBytes: 64,
		});

	test('on content does not use up that on the structure', () => {
		const work = open();
		expect([work.spendOnContent(10), work.spendOnContent(1)]).toEqual([true, false]);
		expect([work.spendOnStructure(20), work.spendOnStructure(1)]).toEqual([true, false]);
		expect(() => work.spendOnObjects(64)).not.toThrow();
	});

	test('on objects counts each time, and an entry counts as 32 bytes', () => {
		const work = open();
		work.spendOnObjects(32);
		work.spendOnEntries(1);
		const reason = new Unknown('it refers to the same objects too often');
		expect(() => work.spendOnObjects(1)).toThrow(reason);
		expect(() => open().spendOnEntries(3)).toThrow(reason);
	});
});
