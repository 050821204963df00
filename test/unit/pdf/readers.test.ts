import { setImmediate } from 'node:timers/promises';

import { beginReading, inspect, type PdfSource } from '../../../pdf/inspect';
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
	expect(most).toBe(2);
	expect(opened).toEqual([0, 1, 2, 3, 4, 5, 6]);
	expect(results[1]).toContain('disk is gone');
	expect(results.filter((result) => typeof result !== 'string')).toHaveLength(6);
});

test('ending twice ends once', async () => {
	const [first, second] = [await beginReading(), await beginReading()];
	const began: number[] = [];
	const others = [3, 4, 5].map(async (index) => {
		const end = await beginReading();
		began.push(index);
		return end;
	});
	first();
	first();
	await setImmediate();
	expect(began).toEqual([3]);
	second();
	for (const other of others) (await other)();
	expect(began).toEqual([3, 4, 5]);
});
