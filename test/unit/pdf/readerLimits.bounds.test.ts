import { deflateSync } from 'node:zlib';

import { WorkBudget } from '../../../pdf/budget';
import { Body } from '../../../pdf/file/body';
import { followSections } from '../../../pdf/file/crossReference';
import { Objects } from '../../../pdf/file/objects';
import { READER_LIMITS } from '../../../pdf/readerLimits';
import { Reference } from '../../../pdf/syntax/objects';
import { Turns } from '../../../pdf/turns';
import { PdfWriter } from '../support/pdfWriter';
import { makeDictionary } from './dictionaries';
import { inspectBytes } from './inspectBytes';

// The sizes below are those that the comments of the limits and the reader's README name.

const open = () => new Body(READER_LIMITS, new WorkBudget(READER_LIMITS));
const NOTHING = Buffer.alloc(0);
const FLATE = '/Filter/FlateDecode';

test('as many objects, contents and cross-reference entries as the reader keeps fit together', async () => {
	const { compressed, contents, objects, xrefEntries } = open();
	for (let row = 0; row < 900_000; row += 1) {
		objects.add(row, row, NOTHING);
		compressed.add(row, row, NOTHING);
	}
	for (let row = 0; row < 400_000; row += 1) contents.add(row, row, NOTHING);
	for (let row = 0; row < 2_000_000; row += 1) xrefEntries.add(row, row);
	const tables = [objects, compressed, contents];
	expect(tables.map(({ hasDropped }) => hasDropped)).toEqual([false, false, false]);
	expect(xrefEntries).toHaveLength(2_000_000);
	const section = { trailer: makeDictionary(''), start: 0, end: xrefEntries.length };
	const turns = new Turns(25, () => Promise.resolve());
	const followed = await followSections(0, xrefEntries, () => section, turns);
	expect(followed?.places.get(1_999_999)).toBe(1_999_999);
});

test('the pages, the structure elements and the fields may be lists of 100,000 each', () => {
	const body = open();
	const objects = new Objects(body, (row) => ({ table: body.objects, row }));
	const list = Buffer.from(`[${'123456 0 R '.repeat(100_000)}]`);
	for (let row = 0; row < 3; row += 1) {
		body.objects.add(row, row, list);
		expect(objects.getArray(new Reference(row, 0))).toHaveLength(100_000);
	}
});

test('an object stream may have 300,000 objects and 13 MB', async () => {
	const filling = `<</Filling(${'x'.repeat(17)})>>`;
	const texts = Array.from({ length: 299_998 }, () => filling);
	texts.push('<</Type/Pages/Count 1/Kids[300099 0 R]>>', '<</Type/Page/Parent 300098 0 R>>');
	let start = 0;
	const heading = texts.map((text, index) => {
		const entry = `${100 + index} ${start} `;
		start += text.length;
		return entry;
	});
	const data = Buffer.from([...heading, ...texts].join(''));
	expect(data.length).toBeGreaterThan(13 * 1024 ** 2);
	const first = heading.join('').length;
	const writer = new PdfWriter()
		.object(1, '<</Type/Catalog/Pages 300098 0 R>>')
		.stream(3, `/Type/ObjStm/N 300000/First ${first}${FLATE}`, deflateSync(data, { level: 1 }))
		.raw('trailer<</Root 1 0 R>>');
	expect(await inspectBytes(writer.bytes())).toMatchObject({ pages: 1 });
});
