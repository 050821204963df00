import { Readable } from 'node:stream';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { TagPdfError } from '../../../../nodes/client/errors';
import { getSource } from '../../../../nodes/TagPdf/parameters/source';
import { prepareReport, WorseResult } from '../../../../nodes/TagPdf/report/report';
import { onDocument } from '../../support/documents';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';
import { failureOf } from '../../support/failureOf';
import { itemOf } from '../../support/itemOf';
import { pagesOf, PdfWriter } from '../../support/pdfWriter';

const TAGS = '/MarkInfo<</Marked true>>/StructTreeRoot<</K<</S/P>>>>';
const document = pagesOf(new PdfWriter(), 3, '/Lang(en)').end().bytes();
const good = pagesOf(new PdfWriter(), 3, `/Lang(en)${TAGS}`).end().bytes();
const worse = pagesOf(new PdfWriter(), 2, '/Lang(en)').end().bytes();

const stored = (id: string): IBinaryData => ({
	id,
	data: '',
	mimeType: 'application/pdf',
	fileName: `${id}.pdf`,
});

/** Output of the operation without a report. */
const output = (id: string): INodeExecutionData => ({
	json: { id: 'job_1', created_at: '2026-01-02T03:04:05Z' },
	binary: { out: stored(id) },
	pairedItem: 0,
});

interface Given {
	options?: object;
	/** Whether the document is available. */
	withSource?: boolean;
	setup?: FakeSetup;
	parameters?: object;
}

/** An item whose document is in the store, next to tagged PDFs of different quality. */
async function report({
	options = { compareWithOriginal: 'warn' },
	withSource = true,
	setup,
	parameters,
}: Given) {
	const fake = new FakeExecution({
		items: [{ json: {}, binary: { data: stored('document') } }],
		stored: { document, good, worse, empty: Buffer.from('no PDF') },
		parameters: [{ ...onDocument('tag', options), ...parameters }],
		...setup,
	});
	const item = await itemOf(fake);
	const withReport = await prepareReport(item, 'out', withSource ? getSource(item) : undefined);
	return { fake, withReport };
}

const reportIn = ({ json }: INodeExecutionData) => json.report as IDataObject;

test('without the option the output stays unchanged and nothing is read', async () => {
	const { fake, withReport } = await report({ options: { compareWithOriginal: 'off' } });
	const given = output('worse');
	expect(await withReport(given)).toBe(given);
	expect(fake.read).toBe(0);
});

test('reads the document once, before anything is paid for', async () => {
	const { fake, withReport } = await report({});
	expect(fake.read).toBeGreaterThanOrEqual(document.length);
	const before = fake.read;
	await withReport(output('good'));
	expect(fake.read - before).toBeLessThan(3 * good.length);
});

test('reports both files, checks for a person, and the time', async () => {
	const { withReport } = await report({});
	const began = Date.now();
	const reported = await withReport(output('good'));
	expect(reported).toMatchObject({ ...output('good'), json: output('good').json });
	expect(reportIn(reported)).toEqual({
		submitted_at: '2026-01-02T03:04:05Z',
		reported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		before: expect.objectContaining({ pages: 3, tagged: false }),
		after: expect.objectContaining({ pages: 3, tagged: true }),
		regressions: [],
		findings: {
			resolved: [
				expect.objectContaining({ clause: '6.2', checkpoint: '' }),
				expect.objectContaining({ clause: '7.1', checkpoint: '' }),
			],
			remaining: [
				expect.objectContaining({ checkpoint: '06-002' }),
				expect.objectContaining({ checkpoint: '06-001' }),
				expect.objectContaining({ checkpoint: '06-003' }),
				expect.objectContaining({ checkpoint: '07-001' }),
			],
			new: [],
			notCompared: [],
		},
		notCompared: [],
		needsHuman: [
			expect.stringMatching(/^Reading order: /),
			expect.stringMatching(/^Alternative texts: /),
			expect.stringMatching(/^Tables: /),
		],
	});
	expect(Date.parse(reportIn(reported).reported_at as string)).toBeGreaterThanOrEqual(began);
});

test('accepts a job without a creation time', async () => {
	const { withReport } = await report({});
	const reported = await withReport({ ...output('good'), json: {} });
	expect(reportIn(reported).submitted_at).toBeNull();
});

test('Warn returns a worse result', async () => {
	const reported = await (await report({})).withReport(output('worse'));
	expect(reportIn(reported).regressions).toEqual([
		{ field: 'pages', before: 3, after: 2 },
		{ field: 'tagged', before: false, after: false },
	]);
	expect(reported.binary).toEqual(output('worse').binary);
});

const FAIL = { compareWithOriginal: 'fail' };

test('Fail keeps the output in the failed item', async () => {
	const { withReport } = await report({ options: FAIL });
	const error = await failureOf(withReport(output('worse')));
	expect(error).toMatchObject({
		code: 'RESULT_WORSE',
		facts: { jobId: 'job_1', lost: ['pages', 'tagged'] },
	});
	const failed = (error as WorseResult).output;
	expect(reportIn(failed).regressions).toHaveLength(2);
	expect(failed.binary).toEqual(output('worse').binary);
});

test('Fail accepts a job without an ID', async () => {
	const { withReport } = await report({ options: FAIL });
	const error = await failureOf(withReport({ ...output('worse'), json: {} }));
	expect(error.facts.jobId).toBe('');
});

test('Fail accepts a result that is not worse', async () => {
	const { withReport } = await report({ options: FAIL });
	expect(reportIn(await withReport(output('good'))).regressions).toEqual([]);
});

test('a failed item carries the document from a URL, which the input item lacks', async () => {
	const { withReport } = await report({
		options: FAIL,
		parameters: { source: 'url', url: 'https://example.com/a.pdf' },
		setup: { answer: () => ({ statusCode: 200, body: Readable.from([document]) }) },
	});
	const error = await failureOf(withReport(output('worse')));
	expect((error as WorseResult).output.binary).toEqual({
		out: stored('worse'),
		out_source: {
			data: document.toString('base64'),
			fileName: 'a.pdf',
			mimeType: 'application/pdf',
		},
	});
});

test('without the document the report only checks what every tagged PDF must have', async () => {
	for (const parameters of [{}, { source: 'url' }]) {
		const { fake, withReport } = await report({ options: FAIL, withSource: false, parameters });
		expect(fake.read).toBe(0);
		const error = await failureOf(withReport(output('worse')));
		const { binary, json } = (error as WorseResult).output;
		expect(json.report).toMatchObject({
			before: null,
			after: { pages: 2 },
			findings: { resolved: [], new: [], remaining: expect.any(Array) },
			regressions: [{ field: 'tagged', before: null, after: false }],
		});
		expect(binary).toEqual(output('worse').binary);
	}
});

test.each([
	['that the store no longer has', output('gone')],
	['that is in no field', { json: { id: 'job_1' } }],
])('returns a tagged PDF %s to the user', async (_what, given) => {
	const { withReport } = await report({ options: FAIL });
	expect(reportIn(await withReport(given))).toMatchObject({
		before: { pages: 3 },
		after: null,
		regressions: [],
		findings: null,
		notCompared: [
			{
				reason: 'the tagged PDF could not be read back from the binary store of n8n',
				fields: ['all'],
			},
		],
		needsHuman: [expect.any(String), expect.any(String), expect.any(String)],
	});
});

test('Stop does not count as an unreadable file', async () => {
	const stop = new AbortController();
	const { withReport } = await report({ setup: { signal: stop.signal } });
	stop.abort();
	expect((await failureOf(withReport(output('good')))).code).toBe('STOPPED');
});

test.each<[string, Given, string]>([
	[
		'whose URL has expired',
		{
			parameters: { source: 'url', url: 'https://example.com/a.pdf' },
			setup: { answer: () => ({ statusCode: 403, body: Readable.from([]) }) },
		},
		'"a.pdf" could not be fetched: status 403 while fetching the document from its URL at example.com',
	],
	[
		'that the store no longer has',
		{ setup: { items: [{ json: {}, binary: { data: stored('gone') } }] } },
		'"gone.pdf" could not be read: it cannot be read (The binary store has no gone)',
	],
])('checks the result alone if the document is %s', async (_what, given, why) => {
	const { withReport } = await report({ ...given, options: FAIL });
	expect(reportIn(await withReport(output('good')))).toMatchObject({
		before: null,
		after: { pages: 3 },
		regressions: [],
		notCompared: [{ reason: why, fields: ['all'] }],
	});
	const error = (await failureOf(withReport(output('worse')))) as WorseResult;
	expect(error.facts).toMatchObject({ lost: ['tagged'] });
	expect(error.output.binary).toEqual(output('worse').binary);
});

test('Stop does not count as a missing document', async () => {
	const stop = new AbortController();
	stop.abort();
	const items = [{ json: {}, binary: { data: stored('gone') } }];
	const { code } = await failureOf(report({ setup: { items, signal: stop.signal } }));
	expect(code).toBe('STOPPED');
});

test('does not compare a document that is no PDF', async () => {
	const items = [{ json: {}, binary: { data: stored('empty') } }];
	const { withReport } = await report({ setup: { items } });
	const { before, notCompared, regressions } = reportIn(await withReport(output('good')));
	expect(before).toMatchObject({ pages: null });
	expect(regressions).toEqual([]);
	expect(notCompared).toContainEqual({
		reason: 'it cannot be read as a PDF',
		fields: ['pages'],
	});
});

test('a worse result says that the job is paid for, and carries the output of the item', () => {
	const given = { json: { id: 'job_1' } };
	const error = new WorseResult('job_1', ['pages', 'links'], given);
	expect(error).toBeInstanceOf(TagPdfError);
	expect(error.code).toBe('RESULT_WORSE');
	expect(error.facts).toEqual({
		jobId: 'job_1',
		jobExists: true,
		jobStatus: 'completed',
		lost: ['pages', 'links'],
	});
	expect(error.output).toBe(given);
});
