import {
	groupByReason,
	INSPECTION_FIELDS,
	toInspectionJson,
	pickFields,
} from '../../../../nodes/TagPdf/inspection/inspectionJson';
import { inspectBytes } from '../../pdf/inspectBytes';
import { pagesOf, PdfWriter } from '../../support/pdfWriter';

const document = pagesOf(new PdfWriter(), 2).end().bytes();

test('groups unknown fields by their reason', () => {
	expect(groupByReason({})).toEqual([]);
	expect(groupByReason({ a: 'One', b: 'Other', c: 'One' })).toEqual([
		{ reason: 'One', fields: ['a', 'c'] },
		{ reason: 'Other', fields: ['b'] },
	]);
});

test('lists every field of an inspection, the most useful first', async () => {
	const inspection = await inspectBytes(document);
	expect([...INSPECTION_FIELDS].sort()).toEqual(Object.keys(inspection).sort());
	expect(Object.keys(toInspectionJson(inspection))).toEqual(INSPECTION_FIELDS);
});

test('picks existing fields in the order of the list', () => {
	expect(Object.entries(pickFields({ a: 1, b: 2 }, ['b', 'c', 'a']))).toEqual([
		['b', 2],
		['a', 1],
	]);
});
