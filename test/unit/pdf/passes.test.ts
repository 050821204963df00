import { inspect } from '../../../pdf/inspect';
import { READER_LIMITS } from '../../../pdf/readerLimits';
import { pagesOf, PdfWriter } from '../support/pdfWriter';

/** How often a file is read, how often other work gets a turn, and the answers. */
async function countReads(file: PdfWriter, turnMs = Infinity) {
	let opened = 0;
	let paused = 0;
	const source = {
		async *chunks() {
			yield await Promise.resolve(file.bytes());
		},
		open() {
			opened += 1;
			return Promise.resolve(this.chunks());
		},
		pause() {
			paused += 1;
			return Promise.resolve();
		},
	};
	const inspection = await inspect(source, { ...READER_LIMITS, turnMs });
	return { opened, paused, ...inspection };
}

/** A stream whose length, in a separate object, differs from the length of the data by `by`. */
function writeWrongLength(by: number, data = 'x'.repeat(50)): PdfWriter {
	const writer = new PdfWriter().stream(10, '/Length 11 0 R', data);
	return pagesOf(writer.object(11, String(data.length + by)), 2).end();
}

test('reads a file once, even if lengths are separate objects', async () => {
	expect((await countReads(pagesOf(new PdfWriter(), 2).end())).opened).toBe(1);
	expect((await countReads(writeWrongLength(0))).opened).toBe(1);
});

test.each([
	[-2, 3],
	[-1, 1],
	[0, 1],
	[1, 1],
	[2, 3],
])('reads a length that is off by %d in %d passes', async (by, opened) => {
	expect(await countReads(writeWrongLength(by))).toMatchObject({ opened, pages: 2 });
});

test('a missing length is no length, and the next stream is still read', async () => {
	const writer = new PdfWriter().stream(10, '/Length 99 0 R', 'x');
	expect((await countReads(pagesOf(writer, 2).end())).opened).toBe(1);
	const both = new PdfWriter().stream(10, '/Length 99 0 R', 'x').stream(12, '/Length 11 0 R', 'x');
	both.object(11, '50');
	expect((await countReads(pagesOf(both, 2).end())).opened).toBeGreaterThan(1);
});

/** Wrong lengths, each of which hides the next. */
function writeHiddenLengths(count: number): PdfWriter {
	const writer = new PdfWriter();
	for (let index = 0; index < count; index += 1) writer.stream(10 + index, '/Length 100000', 'x');
	return pagesOf(writer, 2).end();
}

test.each([
	[1, 2, 2],
	[2, 3, 2],
	[3, 4, 2],
])('%d wrong lengths: read %d times, %d pages', async (count, opened, pages) => {
	expect(await countReads(writeHiddenLengths(count))).toMatchObject({
		opened,
		pages,
	});
});

test('reads a file at most four times, and then gives up on hidden objects', async () => {
	expect(await countReads(writeHiddenLengths(4))).toMatchObject({ opened: 4, pages: null });
});

test('yields to other work', async () => {
	expect((await countReads(pagesOf(new PdfWriter(), 2).end(), 0)).paused).toBeGreaterThan(2);
	expect((await countReads(pagesOf(new PdfWriter(), 2).end())).paused).toBe(0);
});
