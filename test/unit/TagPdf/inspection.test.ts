import {
	groupByReason,
	inspectDocument,
	INSPECTION_FIELDS,
	pickFields,
	toInspectionJson,
} from '../../../nodes/TagPdf/inspection';
import { getSource } from '../../../nodes/TagPdf/parameters/source';
import { inspectBytes } from '../pdf/inspectBytes';
import { itemWithPages, onDocument } from '../support/documents';
import { errorOf } from '../support/errorOf';
import { FakeExecution } from '../support/fakeExecution';
import { itemOf } from '../support/itemOf';
import { pagesOf, PdfWriter } from '../support/pdfWriter';

const open = async () => {
	const items = [itemWithPages(2)];
	const item = await itemOf(new FakeExecution({ items, parameters: [onDocument('tag')] }));
	return { item, document: (await getSource(item).find()).document };
};

test('reads the whole document', async () => {
	const { item, document } = await open();
	expect(await inspectDocument(item, document)).toMatchObject({ pages: 2, size: document.size });
});

test('stops when the item is stopped', async () => {
	const { item, document } = await open();
	const stopped = { ...item, signal: AbortSignal.abort() };
	expect(await errorOf(async () => await inspectDocument(stopped, document))).toMatchObject({
		code: 'STOPPED',
	});
});

test('groups unknown fields by their reason', () => {
	expect(groupByReason({})).toEqual([]);
	expect(groupByReason({ a: 'One', b: 'Other', c: 'One' })).toEqual([
		{ reason: 'One', fields: ['a', 'c'] },
		{ reason: 'Other', fields: ['b'] },
	]);
});

test('lists every field of an inspection, the most useful first', async () => {
	const inspection = await inspectBytes(pagesOf(new PdfWriter(), 2).end().bytes());
	expect([...INSPECTION_FIELDS].sort()).toEqual(Object.keys(inspection).sort());
	expect(Object.keys(toInspectionJson(inspection))).toEqual(INSPECTION_FIELDS);
});

test('picks existing fields in the order of the list', () => {
	expect(Object.entries(pickFields({ a: 1, b: 2 }, ['b', 'c', 'a']))).toEqual([
		['b', 2],
		['a', 1],
	]);
});
