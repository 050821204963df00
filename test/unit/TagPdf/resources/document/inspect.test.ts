import { Readable } from 'node:stream';

import { INSPECTION_FIELDS } from '../../../../../nodes/TagPdf/inspection';
import {
	createInspectOutput,
	inspect,
} from '../../../../../nodes/TagPdf/resources/document/inspect';
import { Run } from '../../../../../nodes/TagPdf/run';
import { inspectBytes } from '../../../pdf/inspectBytes';
import { FakeExecution } from '../../../support/fakeExecution';
import { ONE_TRY } from '../../../support/itemOf';
import { pagesOf, PdfWriter } from '../../../support/pdfWriter';

const content = pagesOf(new PdfWriter(), 2).end().bytes();

const onInspect = (parameters: object) => ({
	resource: 'document',
	operation: 'inspect',
	source: 'binary',
	binaryPropertyName: 'data',
	options: {},
	...parameters,
});

async function inspected(fake: FakeExecution) {
	return await inspect.execute(await new Run(fake.context, ONE_TRY).createItem(0, inspect.isLocal));
}

test('reads the file of the item and passes on all its files', async () => {
	const mimeType = 'application/pdf';
	const binary = {
		data: { data: content.toString('base64'), mimeType, fileName: 'mine.pdf' },
		other: { data: '', mimeType },
	};
	const fake = new FakeExecution({ items: [{ json: {}, binary }], parameters: [onInspect({})] });
	const [output] = await inspected(fake);
	expect(output?.json).toMatchObject({ filename: 'mine.pdf', pages: 2 });
	expect(output?.json).not.toHaveProperty('size');
	expect(output?.binary).toEqual(binary);
	expect([fake.credentialReads, fake.requests]).toEqual([[], []]);
});

test('returns everything without Simplify, and the selected fields for a tool', async () => {
	const binary = { data: { data: content.toString('base64'), mimeType: 'application/pdf' } };
	const of = async (parameters: object, type = 'tagPdf') => {
		const items = [{ json: {}, binary }];
		const given = { items, node: { type }, parameters: [onInspect(parameters)] };
		const [output] = await inspected(new FakeExecution(given));
		return output?.json;
	};
	expect(await of({ simplify: false })).toMatchObject({ size: content.length, unknown: [] });
	const selected = { output: 'selectedFields', outputFields: ['pages'] };
	expect(await of(selected, 'tagPdfTool')).toEqual({ filename: 'document.pdf', pages: 2 });
});

test('reads a file of the binary store once', async () => {
	const binary = { data: { id: 'file_1', data: '', mimeType: 'application/pdf' } };
	const fake = new FakeExecution({
		items: [{ json: {}, binary }],
		stored: { file_1: content },
		parameters: [onInspect({})],
	});
	const [output] = await inspected(fake);
	expect(output?.json.pages).toBe(2);
	expect(fake.credentialReads).toEqual([]);
});

test('fetches a file and passes it on beside those of the item', async () => {
	const fake = new FakeExecution({
		items: [{ json: {}, binary: { other: { data: '', mimeType: 'text/plain' } } }],
		parameters: [onInspect({ source: 'url', url: 'https://example.com/a%20b.pdf' })],
		answer: () => ({ statusCode: 200, body: Readable.from([content]) }),
	});
	const [output] = await inspected(fake);
	expect(output?.json).toMatchObject({ filename: 'a b.pdf', pages: 2 });
	expect(Object.keys(output?.binary ?? {})).toEqual(['other', 'data']);
	expect(fake.saved.map((saved) => saved.content)).toEqual([content]);
});

test('an item keeps its files under their names and gets no others', async () => {
	const report = { data: content.toString('base64'), mimeType: 'application/pdf' };
	const fake = new FakeExecution({
		items: [{ json: {}, binary: { report } }],
		parameters: [onInspect({ binaryPropertyName: 'report' })],
	});
	const [output] = await inspected(fake);
	expect(output?.binary).toEqual({ report });
});

test('yields to n8n while it reads a large file', async () => {
	let now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 100));
	const fake = new FakeExecution({
		items: [
			{
				json: {},
				binary: { data: { data: content.toString('base64'), mimeType: 'application/pdf' } },
			},
		],
		parameters: [onInspect({})],
	});
	const item = await new Run(fake.context, ONE_TRY).createItem(0, inspect.isLocal);
	const sleep = jest.fn(async () => await Promise.resolve());
	await inspect.execute({ ...item, runtime: { ...item.runtime, sleep } });
	clock.mockRestore();
	expect(sleep).toHaveBeenCalledWith(1);
});

describe('the output', () => {
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
});
