import { inspect } from '../../../pdf/inspect';
import { READER_LIMITS } from '../../../pdf/readerLimits';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { ID, OPEN } from './dictionaries';

/** How often a file is read, how often other work gets a turn, and the answers. */
async function countReads(file: PdfWriter, turnMs = Infinity) {
	let [opened, paused] = [0, 0];
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

const two = (writer = new PdfWriter()) => pagesOf(writer, 2).end();
const data = 'x'.repeat(50);
/** A stream whose length, in a separate object, differs from the length of the data by `by`. */
const wrong = (by: number) =>
	two(new PdfWriter().stream(10, '/Length 11 0 R', data).object(11, String(data.length + by)));
/** Wrong lengths, each of which hides the next. */
const hidden = (count: number) => {
	const writer = new PdfWriter();
	for (let index = 0; index < count; index += 1) writer.stream(10 + index, '/Length 100000', 'x');
	return two(writer);
};
/** Data that contain a page tree. */
const inner = 'x\nendstream endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj';
/** A length that stood there first, and leads to the word `endstream` in the data, and the one that counts. */
const outdated = () => {
	const writer = pagesOf(new PdfWriter(), 2).object(11, '1').stream(10, '/Length 11 0 R', inner);
	return writer.object(11, String(inner.length)).raw('trailer<</Root 1 0 R>>');
};
/** A length that stands before the stream, with something before it and after it. */
const early = (before = ' ', after = ' ') =>
	pagesOf(new PdfWriter(), 2)
		.raw(`11 0 obj${before}${inner.length}${after}endobj\n`)
		.stream(10, '/Length 11 0 R', inner)
		.raw('trailer<</Root 1 0 R>>');
const missing = () => new PdfWriter().stream(10, '/Length 99 0 R', 'x');

test.each<[string, PdfWriter, number, number | null]>([
	['a file without separate lengths', two(), 1, 2],
	['a length that is right', wrong(0), 1, 2],
	['a length that counts the end of line', wrong(1), 1, 2],
	['a length that is too short by a byte', wrong(-1), 1, 2],
	['a length that is too short', wrong(-2), 3, 2],
	['a length that is too long', wrong(2), 3, 2],
	['a length that comes first', early(), 1, 2],
	['a length between blanks', early('\r\n  ', '\r\n '), 1, 2],
	['a length without a blank', early(''), 1, 2],
	['a length that comes first and is outdated', outdated(), 2, 2],
	['a length that is missing', two(missing()), 1, 2],
	[
		'a missing length before a wrong one',
		two(missing().stream(12, '/Length 11 0 R', 'x').object(11, '50')),
		3,
		2,
	],
	['a wrong length', hidden(1), 2, 2],
	['two wrong lengths', hidden(2), 3, 2],
	['three wrong lengths', hidden(3), 4, 2],
	['more wrong lengths than passes', hidden(4), 4, null],
])('%s', async (_, file, opened, pages) => {
	expect(await countReads(file)).toMatchObject({ opened, pages });
});

test('the pass that decrypts knows the lengths that the earlier ones have found', async () => {
	const encrypt = `/ID[<${ID.toString('hex')}>]/Encrypt<<${OPEN['R 2, 40 bits'].text}>>`;
	const trailer = `trailer<</Root 1 0 R${encrypt}>>`;
	const later = pagesOf(new PdfWriter(), 2)
		.stream(10, '/Length 11 0 R', inner)
		.object(11, String(inner.length))
		.raw(trailer);
	expect(await countReads(later)).toMatchObject({ opened: 3, pages: 2, encryption: 'openable' });
	const wrong = new PdfWriter().stream(10, '/Length 100000', 'x');
	const hidden = pagesOf(wrong, 2).raw(trailer);
	expect(await countReads(hidden)).toMatchObject({ opened: 3, pages: 2, encryption: 'openable' });
});

test('the data of a stream begin after CR LF', async () => {
	const objects = '2 0 <</Type/Pages/Count 1/Kids[3 0 R]>>';
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	writer.raw(`5 0 obj<</Type/ObjStm/N 1/First 4/Length ${objects.length}>>stream\r\n`);
	writer.raw(`${objects}endstream endobj\n`).object(3, '<</Type/Page/Parent 2 0 R>>');
	writer.raw('trailer<</Root 1 0 R>>');
	expect(await countReads(writer)).toMatchObject({ opened: 1, pages: 1 });
});

test('yields to other work', async () => {
	expect((await countReads(two(), 0)).paused).toBeGreaterThan(2);
	expect((await countReads(two())).paused).toBe(0);
});
