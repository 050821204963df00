import { INSPECTION_FIELDS } from '../../../../../nodes/TagPdf/inspection/inspectionJson';
import { createInspectOutput } from '../../../../../nodes/TagPdf/resources/document/inspectOutput';
import { pagesOf, PdfWriter } from '../../../support/pdfWriter';
import { inspectBytes } from '../../../pdf/inspectBytes';

const document = pagesOf(new PdfWriter(), 2).end().bytes();
const closed = pagesOf(new PdfWriter(), 1)
	.end('/Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2/P -4/O()/U(x)>>')
	.bytes();

test('simplified: ten fields at most, the most useful first', async () => {
	const output = createInspectOutput('a.pdf', await inspectBytes(document), 'simplified');
	expect(Object.entries(output)).toEqual([
		['filename', 'a.pdf'],
		['recommendation', 'tag'],
		['reasons', ['It is not tagged']],
		['pages', 2],
		['tagged', false],
		['imageOnlyPages', 0],
		['encrypted', false],
		['signed', false],
		['unknown', []],
	]);
});

test('simplified: gives each reason once', async () => {
	const output = createInspectOutput('a.pdf', await inspectBytes(closed), 'simplified');
	expect(output).toMatchObject({ pages: null, encrypted: true });
	expect(output.unknown).toEqual(['it needs a password to open']);
});

test('simplified: omits doubts about other fields', async () => {
	const { unknown, ...sure } = await inspectBytes(document);
	const inspection = { ...sure, unknown: { ...unknown, title: 'A reason' } };
	expect(createInspectOutput('a.pdf', inspection, 'simplified').unknown).toEqual([]);
	expect(createInspectOutput('a.pdf', inspection, 'raw').unknown).toEqual([
		{ reason: 'A reason', fields: ['title'] },
	]);
});

test('raw: keeps everything that the reader found', async () => {
	const inspection = await inspectBytes(closed);
	expect([...INSPECTION_FIELDS].sort()).toEqual(Object.keys(inspection).sort());
	const output = createInspectOutput('a.pdf', inspection, 'raw');
	expect(Object.keys(output)).toEqual(['filename', ...INSPECTION_FIELDS]);
	expect(output).toMatchObject({
		findings: inspection.findings,
		sha256: inspection.sha256,
		unknown: [{ reason: 'it needs a password to open', fields: Object.keys(inspection.unknown) }],
	});
});

test('selected fields come with the file name', async () => {
	const inspection = await inspectBytes(document);
	expect(createInspectOutput('a.pdf', inspection, ['pages', 'size'])).toEqual({
		filename: 'a.pdf',
		pages: 2,
		size: document.length,
	});
	expect(createInspectOutput('a.pdf', inspection, ['nonsense'])).toEqual({ filename: 'a.pdf' });
});
