import { setImmediate } from 'node:timers/promises';

import { beginReading, inspect, type PdfSource } from '../../../pdf/inspect';
import { readers } from '../../../pdf/readers';
import { Turns } from '../../../pdf/turns';
import { pagesOf, PdfWriter } from '../support/pdfWriter';

const bytes = pagesOf(new PdfWriter(), 2).end().bytes();

async function* chunksOf(chunk: Buffer): AsyncGenerator<Buffer, void> {
	yield await Promise.resolve(chunk);
}

test('two documents are read at once, in order of arrival, and a failed one lets the next begin', async () => {
	const opened: number[] = [];
	const ended: number[] = [];
	let most = 0;
	const sourceOf = (index: number): PdfSource => ({
		async open() {
			opened.push(index);
			most = Math.max(most, opened.length - ended.length);
			// Others would begin now.
			for (let turn = 0; turn < 5; turn += 1) await setImmediate();
			if (index === 1) throw new Error('The disk is gone');
			return chunksOf(bytes);
		},
		pause: async () => await setImmediate(),
	});
	const inspections = Array.from({ length: 7 }, async (_, index) => {
		const ending = inspect(sourceOf(index)).finally(() => ended.push(index));
		return await ending.catch((error: unknown) => String(error));
	});
	const results = await Promise.all(inspections);
	expect([most, readers.count]).toEqual([2, 0]);
	expect(opened).toEqual([0, 1, 2, 3, 4, 5, 6]);
	expect(results[1]).toContain('disk is gone');
	expect(results.filter((result) => typeof result !== 'string')).toHaveLength(6);
});

test('ending twice ends once', async () => {
	const [first, second] = [await beginReading(), await beginReading()];
	const third = beginReading();
	first();
	first();
	const endThird = await third;
	expect(readers.count).toBe(2);
	second();
	endThird();
	expect(readers.count).toBe(0);
});

describe('turns', () => {
	/** Pauses of work that takes `ms` in all, on a clock that each look moves by a millisecond. */
	async function countPauses(ms: number, count: number): Promise<number> {
		let [now, pauses] = [0, 0];
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
		const pause = () => {
			pauses += 1;
			return Promise.resolve();
		};
		const turns = new Turns(25, pause, { count });
		while (now < ms) await turns.yieldIfDue();
		clock.mockRestore();
		return pauses;
	}

	test('documents that are read at once share the turn of the process', async () => {
		expect(await countPauses(1000, 1)).toBeLessThan(45);
		expect(await countPauses(1000, 2)).toBeGreaterThan(65);
	});

	test('do not depend on the time of day, which may be set back', async () => {
		const day = jest.spyOn(Date, 'now').mockReturnValue(0);
		expect(await countPauses(1000, 1)).toBeGreaterThan(30);
		day.mockRestore();
	});
});
