import { Readable } from 'node:stream';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { documentOperations } from '../../../../../nodes/TagPdf/document/operations';
import { findSources } from '../../../../../nodes/TagPdf/source';
import { makeLockedDocument } from '../../../../host/harness/documents';
import { present } from '../../../../present';
import { itemWithPages, itemWithPdf, onDocument } from '../../../support/documents';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution, NOTHING, type FakeSetup } from '../../../support/fakeExecution';
import { FakeService, jobOf } from '../../../support/fakeService';
import { itemOf } from '../../../support/itemOf';
import { openNode } from '../../../support/openNode';
import { pagesOf, PdfWriter, tagsOf } from '../../../support/pdfWriter';
import {
	answered,
	job,
	result,
	ScriptedRuntime,
	streamed,
	upload,
} from '../../../support/scriptedRuntime';

type Operation = 'submit' | 'tag';
type Setup = FakeSetup & { service?: FakeService };
const BOTH: Operation[] = ['submit', 'tag'];
const SUBMITTED = ['POST /v1/uploads', 'POST storage', 'POST /v1/jobs'];
const RESULT = ['GET /v1/jobs/job_1/result', 'GET storage'];
const TAGGED = { tagged_filename: 'report-tagged.pdf' };
const FIRST = { paid_before: null, job_number: 1 };
const MINE = { ...FIRST, source_field: 'data' };

/** Runs an operation for report.pdf. */
async function run(
	operation: Operation,
	{ options, ...parameters }: Record<string, unknown> & { options?: object } = {},
	setup: Setup = {},
) {
	const bench = openNode({
		continueOnFail: true,
		items: [itemWithPdf('report')],
		...setup,
		parameters: [{ ...onDocument(operation, options), ...parameters }],
	});
	const [items = []] = await bench.execute();
	const output: INodeExecutionData = items[0] ?? { json: {} };
	return { ...bench, output, error: output.json.error as IDataObject | undefined };
}
const filesOf = ({ binary = {} }: INodeExecutionData) =>
	Object.entries(binary).map(([field, { fileName }]) => [field, fileName]);

test('Submit uploads, submits and returns the job without waiting', async () => {
	const service = new FakeService();
	service.status = 'processing';
	const { output } = await run('submit', {}, { service });
	expect(output).toEqual({
		json: { ...jobOf('job_1', { status: 'processing' }), ...MINE },
		pairedItem: { item: 0 },
	});
	// Without a date nobody knows whether the service has repeated an old answer.
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1']);
});

test('Submit returns an earlier job as it is now, and asks for no state of a new one', async () => {
	const service = new FakeService();
	service.date = '2026-03-01T08:00:00Z';
	service.status = 'processing';
	await run('submit', {}, { service });
	expect(service.asked).toEqual(SUBMITTED);
	service.date = '2026-03-02T08:00:00Z';
	const first = service.jobs.get('job_1');
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_1'
			? { statusCode: 200, body: JSON.stringify({ ...first, status: 'completed' }) }
			: undefined;
	const { output } = await run('submit', {}, { service, executionId: 'execution_2' });
	expect(output.json).toMatchObject({ id: 'job_1', status: 'completed', paid_before: true });
	service.instead = (asked) => (asked === 'GET /v1/jobs/job_1' ? { statusCode: 401 } : undefined);
	const again = await run('submit', {}, { service, executionId: 'execution_3' });
	expect(again.output.json).toMatchObject({ id: 'job_1', status: 'processing' });
});

test('Tag also waits, and returns the tagged PDF, named after the document and not after the job', async () => {
	const service = new FakeService();
	service.status = 'processing';
	const done = jobOf('job_1', { filename: 'other.pdf' });
	service.instead = (asked) => {
		if (asked === 'GET /v1/jobs/job_1') service.jobs.set('job_1', done);
		return undefined;
	};
	const { fake, output } = await run('tag', { binaryPropertyOutput: ' pdf ' }, { service });
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1', ...RESULT]);
	expect(output.json).toEqual({ ...done, ...TAGGED, ...MINE });
	expect(filesOf(output)).toEqual([['pdf', 'report-tagged.pdf']]);
	expect(fake.saved.map(({ content }) => content.toString())).toEqual(['%PDF-1.7 tagged\n%%EOF']);
});

const HEADER = '%PDF-1.7\n%%EOF';
test.each([
	['a header within the first 1,024 bytes', `${' '.repeat(1_019)}${HEADER}`, undefined],
	[
		'a header after them',
		`${' '.repeat(1_020)}${HEADER}`,
		'"report.pdf" has other data before its PDF',
	],
	['no content', '', '"report.pdf" is empty'],
])('a file with %s', async (_what, content, message) => {
	const data = {
		...itemWithPdf('report').binary?.data,
		data: Buffer.from(content).toString('base64'),
	};
	const items = [{ json: {}, binary: { data: { ...data, mimeType: 'application/pdf' } } }];
	const { error, service } = await run('submit', {}, { items });
	expect(error?.message).toBe(message);
	expect(error?.code).toBe(message && 'NOT_A_PDF');
	expect(service.asked).toEqual(message === undefined ? SUBMITTED : []);
});

describe('a file that is no PDF of use is refused, free of charge, by what it is', () => {
	const PDF = Buffer.from('%PDF-1.7\n%%EOF');
	const mangled = (text: string) =>
		pagesOf(new PdfWriter().raw(Buffer.from(text)), 1)
			.stream(10, '/Filter/FlateDecode', Buffer.from(`x\ufffd${text}\ufffd`.repeat(9)))
			.end()
			.bytes();
	const faults: Array<[message: string, content: Buffer | string]> = [
		['was read as text and is damaged', mangled('\ufffd\u0422')],
		['was read as text and is damaged', mangled('\u00da\u00c3')],
		['is not encoded as Base64', '%PDF-1.7\n%%EOF'],
		['is a PDF as Base64 text', Buffer.from(` ${PDF.toString('base64')}\n`)],
		['is a web page, not a PDF', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
		[
			'is a signed envelope, not a PDF',
			Buffer.concat([Buffer.from('308006092a864886f70d010702a080', 'hex'), PDF]),
		],
		['is an archive, not a PDF', Buffer.concat([Buffer.from('PK\x03\x04'), PDF])],
		['is not a PDF', Buffer.from('{"error":"Unauthorized"}')],
		['is empty', ''],
	];

	test.each(faults)('%s', async (what, content) => {
		const data = typeof content === 'string' ? content : content.toString('base64');
		const binary = { data: { data, mimeType: 'application/pdf', fileName: 'a.pdf' } };
		const items = [{ json: {}, binary }];
		const { error, fake } = await run('submit', {}, { items });
		expect(error).toMatchObject({ code: 'NOT_A_PDF', message: `"a.pdf" ${what}` });
		expect(error?.description).toMatch(/^No new charge was made\. [A-Z]/);
		expect(fake.requests).toEqual([]);
		const inspected = openNode({
			items,
			parameters: [{ ...onDocument('submit'), operation: 'inspect' }],
		});
		const [[output] = []] = await inspected.execute();
		expect(output?.json).toMatchObject({ recommendation: 'review' });
		expect((output?.json.reasons as string[])[0]).toBe(`It ${what}`);
	});

	test('Inspect gives only this reason against a document that it could read', async () => {
		const content = pagesOf(new PdfWriter(' '.repeat(1_100)), 2)
			.end()
			.bytes();
		const data = { data: content.toString('base64'), mimeType: 'application/pdf' };
		const { execute } = openNode({
			items: [{ json: {}, binary: { data } }],
			parameters: [{ ...onDocument('submit'), operation: 'inspect' }],
		});
		const [[output] = []] = await execute();
		expect(output?.json).toMatchObject({
			pages: 2,
			recommendation: 'review',
			reasons: ['It has other data before its PDF'],
		});
	});
});

test('the submission has the name of the file and the options of the item', async () => {
	const { service } = await run('submit', { ocr: true, options: { embedFonts: true } });
	expect(service.submissions.map(({ body }) => body)).toEqual([
		{
			key: expect.stringMatching(/^upload_/) as string,
			filename: 'report.pdf',
			options: { ocr: true, embed_fonts: true },
		},
	]);
});

test.each(BOTH)('%s keeps the chosen input data', async (operation) => {
	const { output } = await run(operation, { options: { keepInputData: 'both' } });
	expect(output.json).toMatchObject({ job: { id: 'job_1', ...MINE } });
	expect(filesOf(output)).toContainEqual([
		operation === 'tag' ? 'data_source' : 'data',
		'report.pdf',
	]);
});

test('every PDF of an item gives an output with its own field, file and job', async () => {
	const [scan, letter] = ['scan', 'letter'].map((name) => itemWithPdf(name).binary?.data);
	const note = { data: 'eA==', mimeType: 'text/plain', fileName: 'note.txt' };
	const { service, execute } = openNode({
		items: [
			{ json: { mail: 7 }, binary: { scan: present(scan), note, letter: present(letter) } },
			itemWithPdf('other'),
		],
		parameters: [
			{
				...onDocument('tag', { keepInputData: 'both', maxDocumentsAtOnce: 1 }),
				binaryPropertyName: '',
			},
			onDocument('tag'),
		],
	});
	const [items = []] = await execute();
	expect(items.map(({ json, pairedItem }) => [pairedItem, json])).toMatchObject([
		[{ item: 0 }, { mail: 7, job: { id: 'job_1', source_field: 'scan' } }],
		[{ item: 0 }, { mail: 7, job: { id: 'job_2', source_field: 'letter' } }],
		[{ item: 1 }, { id: 'job_3', source_field: 'data' }],
	]);
	expect(items.map(filesOf)).toEqual([
		[
			['data', 'scan-tagged.pdf'],
			['scan', 'scan.pdf'],
			['note', 'note.txt'],
		],
		[
			['data', 'letter-tagged.pdf'],
			['note', 'note.txt'],
			['letter', 'letter.pdf'],
		],
		[['data', 'other-tagged.pdf']],
	]);
	expect(service.submissions).toHaveLength(3);
});

test('a failed document is in the output field, too, as the next node may read one field for all items', async () => {
	const broken = (fileName: string) => ({ data: 'eA==', mimeType: 'application/pdf', fileName });
	const logo = { data: 'eA==', mimeType: 'image/png', fileName: 'logo.png' };
	const { execute } = openNode({
		continueOnFail: true,
		items: [
			{ json: {}, binary: { attachment_0: logo, attachment_1: broken('a.pdf') } },
			{ json: {}, binary: { data: logo, attachment_1: broken('b.pdf'), other: broken('c.pdf') } },
			{ json: {}, binary: { data: broken('d.pdf') } },
		],
		parameters: Array.from({ length: 3 }, () => ({ ...onDocument('tag'), binaryPropertyName: '' })),
	});
	const [items = []] = await execute();
	expect(items.map(({ json }) => json)).toMatchObject(
		['a', 'b', 'c', 'd'].map((name) => ({
			filename: `${name}.pdf`,
			error: { code: 'NOT_A_PDF' },
		})),
	);
	expect(items.map(filesOf).map((files) => Object.fromEntries(files) as unknown)).toEqual([
		{ attachment_0: 'logo.png', attachment_1: 'a.pdf', data: 'a.pdf' },
		{ data_source: 'logo.png', attachment_1: 'b.pdf', data: 'b.pdf' },
		{ data_source: 'logo.png', other: 'c.pdf', data: 'c.pdf' },
		{ data: 'd.pdf' },
	]);
});

test.each([
	['an invalid value for the whole run', { options: { maxDocumentsAtOnce: 0 } }, 'INVALID_INPUT'],
	['an output field whose expression fails', { binaryPropertyOutput: null }, 'INVALID_INPUT'],
])('a failed document: %s', async (what, parameters, code) => {
	const { binary: { data: file } = {} } = itemWithPdf('report');
	const items = [{ json: {}, binary: { scan: present(file) } }];
	const { output } = await run('tag', { binaryPropertyName: 'scan', ...parameters }, { items });
	expect(output.json.error).toMatchObject({ code });
	const hasField = what.startsWith('an invalid value');
	expect(filesOf(output)).toEqual([
		...(hasField ? [['data', 'report.pdf']] : []),
		['scan', 'report.pdf'],
	]);
});

test('a document from a URL that was fetched and then refused is in the output field', async () => {
	const service = new FakeService();
	service.instead = (asked) => {
		if (asked === 'POST /v1/jobs') return { statusCode: 402, body: '{}' };
		if (asked !== 'GET /a.pdf') return undefined;
		return { statusCode: 200, body: Readable.from([Buffer.from('%PDF-1.7\n%%EOF')]) };
	};
	const parameters = { source: 'url', url: 'https://example.com/a.pdf' };
	const { output, error } = await run('tag', parameters, { service, items: [{ json: {} }] });
	expect(error).toMatchObject({ code: 'NOT_ENOUGH_CREDITS' });
	expect(filesOf(output)).toEqual([['data', 'a.pdf']]);
});

test('a PDF from an expression has no field to name', async () => {
	const file = itemWithPdf('given').binary?.data;
	const { output } = await run('submit', { binaryPropertyName: file }, { items: [{ json: {} }] });
	expect(output.json).toEqual({ ...jobOf('job_1'), ...FIRST });
});

test('Tag tells an AI agent how to get the file; Submit has none', async () => {
	const node = { type: 'n8n-nodes-tag-pdf.tagPdfTool' };
	const [tagged, submitted] = await Promise.all([
		run('tag', {}, { node }),
		run('submit', {}, { node }),
	]);
	expect(tagged.output.json).toMatchObject({
		next: expect.stringContaining('Job: Get Download Link') as string,
	});
	expect(submitted.output.json).not.toHaveProperty('next');
});

describe('refused before anything is read or paid for', () => {
	const values = [
		...['on', 'true', 1, null, '', NOTHING].flatMap((value) => [
			['Recognize Text (OCR)', { ocr: value }] as const,
			['Embed Fonts', { options: { embedFonts: value } }] as const,
			['New Job per Execution', { options: { newJobPerExecution: value } }] as const,
		]),
		['Already Tagged', { options: { alreadyTagged: 'no' } }] as const,
		['Keep Input Data', { options: { keepInputData: 'all' } }] as const,
	];
	test.each(BOTH.flatMap((operation) => values.map((each) => [operation, ...each] as const)))(
		'%s: an unknown value of %s: %p',
		async (operation, label, parameters) => {
			const { error, fake } = await run(operation, parameters);
			expect(error).toMatchObject({
				code: 'INVALID_INPUT',
				message: `"report.pdf": '${label}' is invalid`,
				description: expect.stringMatching(
					/^No new charge was made\. Change the value\. /,
				) as string,
			});
			expect(fake.requests).toEqual([]);
		},
	);

	test.each([
		{ binaryPropertyOutput: ' ' },
		{ options: { waitTimeout: 0 } },
		{ options: { taggedFileName: new Error('The expression fails') } },
	])('Tag: %j', async (parameters) => {
		const { error, fake } = await run('tag', parameters);
		expect(error).toBeDefined();
		expect(fake.requests).toEqual([]);
	});
});

describe('Already Tagged', () => {
	const tagged = itemWithPages(2, tagsOf(2));
	const skipped = { reason: 'It is tagged', pages: 2 };
	const report = { filename: '2 pages.pdf', credits_used: 0, skipped, source_field: 'data' };
	const file = present(tagged.binary?.data);

	test.each([
		['tag' as const, { data: file, tagged: file }],
		['submit' as const, { data: file }],
	])('Skip: %s passes the file on without any request', async (operation, binary) => {
		const options = { alreadyTagged: 'skip' };
		const parameters = { binaryPropertyOutput: 'tagged', options };
		const { fake, output } = await run(operation, parameters, { items: [tagged] });
		expect(output).toEqual({ json: report, binary, pairedItem: { item: 0 } });
		expect(fake.requests).toEqual([]);
	});

	test('Skip: Keep Input Data works as for a tagged document, and an agent is told of no PDF', async () => {
		const items = [{ ...tagged, json: { subject: 'Report' } }];
		const options = { alreadyTagged: 'skip', keepInputData: 'both' };
		const node = { type: 'n8n-nodes-tag-pdf.tagPdfTool' };
		const { output } = await run('tag', { options }, { items, node });
		expect(output.json).toEqual({ subject: 'Report', job: report });
		expect(output.binary).toEqual({ data: file, data_source: file });
	});

	test('Skip: a file from a URL is passed on, too, and fetched once', async () => {
		const content = pagesOf(new PdfWriter(), 2, tagsOf(2)).end().bytes();
		const parameters = {
			source: 'url',
			url: 'https://example.com/a.pdf',
			options: { alreadyTagged: 'skip' },
		};
		const { fake, output } = await run('submit', parameters, {
			items: [{ json: {} }],
			answer: () => ({ statusCode: 200, body: Readable.from([content]) }),
		});
		expect(output).toMatchObject({ json: { filename: 'a.pdf', skipped } });
		expect(filesOf(output)).toEqual([['data', 'a.pdf']]);
		expect(fake.requests).toHaveLength(1);
	});

	test.each(BOTH)('Fail: %s ends without any request', async (operation) => {
		const options = { alreadyTagged: 'fail' };
		const { error, fake } = await run(operation, { options }, { items: [tagged] });
		expect(error).toMatchObject({
			code: 'ALREADY_TAGGED',
			message: '"2 pages.pdf" is already tagged',
			description: expect.stringMatching(/^No new charge was made\. /) as string,
		});
		expect(fake.requests).toEqual([]);
	});

	test.each(['skip', 'fail'])(
		'%s: what is not certainly tagged is submitted',
		async (alreadyTagged) => {
			for (const item of [itemWithPages(2), itemWithPdf('unreadable')]) {
				const { service } = await run('submit', { options: { alreadyTagged } }, { items: [item] });
				expect(service.submissions).toHaveLength(1);
			}
		},
	);

	test.each(['skip', 'fail'])(
		'%s: a document that this execution has submitted is returned',
		async (choice) => {
			const service = new FakeService();
			const again = { service, items: [tagged], kept: {} };
			await run('submit', {}, again);
			const { output } = await run('submit', { options: { alreadyTagged: choice } }, again);
			expect(output.json).toMatchObject({ id: 'job_1' });
			expect(service.submissions).toHaveLength(1);
		},
	);
});

describe('the content of a document is read', () => {
	const READ = { firstBytes: 1, upload: 1, inspection: 1 };
	const content = pagesOf(new PdfWriter(), 2).end().bytes();
	const stored = { id: 'f', data: '', mimeType: 'application/pdf' };
	const setup = () => ({ items: [{ json: {}, binary: { data: stored } }], stored: { f: content } });
	const count = async (options: object, more: Setup = {}) => {
		const bench = openNode({ ...setup(), ...more, parameters: [onDocument('submit', options)] });
		const opened = jest.spyOn(bench.fake.context.helpers, 'getBinaryStream');
		await bench.execute();
		return opened.mock.calls.length;
	};

	test.each([
		[{}, READ.firstBytes + READ.upload],
		[{ alreadyTagged: 'tag', embedFonts: true }, READ.firstBytes + READ.upload],
		[{ alreadyTagged: 'skip' }, READ.firstBytes + READ.inspection + READ.upload],
		[{ maxCreditsPerExecution: 2 }, READ.firstBytes + READ.inspection + READ.upload],
		[
			{ alreadyTagged: 'fail', maxCreditsPerExecution: 2 },
			READ.firstBytes + READ.inspection + READ.upload,
		],
	])('with %j %d times', async (options, times) => {
		expect(await count(options)).toBe(times);
	});

	test('not at all once its job is known', async () => {
		const again = { service: new FakeService(), kept: {} };
		const options = { alreadyTagged: 'skip', maxCreditsPerExecution: 2 };
		expect(await count(options, again)).toBe(3);
		expect(await count(options, again)).toBe(0);
	});
});

describe('a document that needs a password', () => {
	const locked = async () => {
		const content = await makeLockedDocument('locked');
		const data = { data: content.toString('base64'), mimeType: 'application/pdf' };
		return [{ json: {}, binary: { data: { ...data, fileName: 'a.pdf' } } }];
	};

	test.each([{ alreadyTagged: 'skip' }, { alreadyTagged: 'fail' }, { maxCreditsPerExecution: 9 }])(
		'is refused if the node reads it anyway: %j',
		async (options) => {
			const { error, fake } = await run('submit', { options }, { items: await locked() });
			expect(error).toMatchObject({
				code: 'PASSWORD_NEEDED',
				message: '"a.pdf" needs a password',
				description: expect.stringMatching(/^No new charge was made\. Remove/) as string,
			});
			expect(fake.requests.filter(({ method }) => method === 'POST')).toEqual([]);
		},
	);

	test('is submitted otherwise: the service may judge it in another way', async () => {
		const { service } = await run('submit', {}, { items: await locked() });
		expect(service.submissions).toHaveLength(1);
	});
});

describe('a credit limit', () => {
	test('refuses a document whose pages cannot be counted', async () => {
		const { error, service } = await run('submit', { options: { maxCreditsPerExecution: 9 } });
		expect(error).toMatchObject({
			code: 'PAGES_UNKNOWN',
			message: 'The cost of "report.pdf" is unknown',
			description: expect.stringMatching(/^No new charge was made\. /) as string,
		});
		expect(service.asked).toEqual(['GET /v1/me']);
	});

	test('counts the pages of a document that is already tagged', async () => {
		const setup = { items: [itemWithPages(3, tagsOf(3))] };
		const { error, service } = await run(
			'submit',
			{ options: { maxCreditsPerExecution: 2 } },
			setup,
		);
		expect(error).toMatchObject({ code: 'OVER_CREDIT_LIMIT' });
		expect(service.submissions).toEqual([]);
	});
});

describe('a second try of an execution', () => {
	test.each(BOTH)('%s returns the job without another submission', async (operation) => {
		const again = { service: new FakeService(), kept: {} };
		const first = await run(operation, {}, again);
		const { asked } = again.service;
		const before = asked.length;
		const second = await run(operation, {}, again);
		expect(second.output).toEqual(first.output);
		expect(asked.slice(before)).toEqual([
			'GET /v1/jobs/job_1',
			...(operation === 'tag' ? RESULT : []),
		]);
	});

	test('keeps the name that the server gave to the document, without asking it again', async () => {
		const service = new FakeService();
		const again = { service, items: [{ json: {} }], kept: {} };
		const parameters = { source: 'url', url: 'https://example.com/download?id=1' };
		let fetched = 0;
		service.instead = (asked) => {
			const job = service.jobs.get('job_1');
			// The service repeats the submitted name.
			if (job) service.jobs.set('job_1', { ...job, filename: 'J\u00e4nner.pdf' });
			if (asked !== 'GET /download') return undefined;
			fetched += 1;
			const headers = { 'content-disposition': "inline; filename*=UTF-8''J%C3%A4nner.pdf" };
			return { statusCode: 200, headers, body: Readable.from([Buffer.from('%PDF-1.7\n%%EOF')]) };
		};
		for (let tries = 0; tries < 2; tries += 1) {
			const { output } = await run('tag', parameters, again);
			expect(output.json).toMatchObject({ tagged_filename: 'J\u00e4nner-tagged.pdf' });
		}
		expect(service.submissions).toMatchObject([{ body: { filename: 'J\u00e4nner.pdf' } }]);
		expect(fetched).toBe(1);
	});

	test('returns the job of a URL that has expired', async () => {
		const service = new FakeService();
		const again = { service, items: [{ json: {} }], kept: {} };
		const parameters = { source: 'url', url: 'https://example.com/report.pdf' };
		let hasExpired = false;
		service.instead = (asked) => {
			if (asked.endsWith('/result') && !hasExpired) return { statusCode: 401, body: '{}' };
			if (asked !== 'GET /report.pdf') return undefined;
			const body = Readable.from([Buffer.from('%PDF-1.7 a\n%%EOF')]);
			return { statusCode: hasExpired ? 403 : 200, body };
		};
		const { error } = await run('tag', parameters, again);
		expect(error).toMatchObject({ code: 'UNAUTHORIZED', job_id: 'job_1', job_number: 1 });
		hasExpired = true;
		const { output } = await run('tag', parameters, again);
		expect(output.json).toEqual({ ...jobOf('job_1'), ...TAGGED, ...FIRST });
		expect(service.submissions).toHaveLength(1);
	});
});

describe('a run on a later day', () => {
	/** A service that has tagged report.pdf the day before. */
	const tagBefore = async (operation: Operation, status: 'completed' | 'failed' = 'completed') => {
		const service = new FakeService();
		service.date = '2026-03-01T08:00:00Z';
		service.status = status;
		const first = await run(operation, {}, { service });
		service.date = '2026-03-02T08:01:00Z';
		service.status = 'completed';
		service.asked.length = 0;
		return { service, first };
	};
	const later = (service: FakeService) => ({ service, executionId: 'execution_2' });
	const twoJobs = { options: { maxJobsPerDocument: 2 } };

	test.each(BOTH)(
		'%s says that the job of an unchanged file was paid for before',
		async (operation) => {
			const { first, service } = await tagBefore(operation);
			expect(first.output.json).toMatchObject({ id: 'job_1', paid_before: false });
			const { output } = await run(operation, {}, later(service));
			expect(output.json).toEqual({ ...first.output.json, paid_before: true });
			expect(new Set(service.submissions.map(({ key }) => key)).size).toBe(1);
		},
	);

	/** A service that has lost the results of these jobs. */
	const loseResults = (service: FakeService, ...ids: string[]) => {
		const gone = { error: { type: 'not_found', message: 'Gone' } };
		service.instead = (asked) =>
			ids.some((id) => asked === `GET /v1/jobs/${id}/result`)
				? { statusCode: 404, body: JSON.stringify(gone) }
				: undefined;
	};

	test('pays for nothing if the result is gone, and says which number would', async () => {
		const { service } = await tagBefore('tag');
		loseResults(service, 'job_1');
		const { error } = await run('tag', {}, later(service));
		expect(error).toMatchObject({ code: 'RESULT_GONE', job_id: 'job_1', job_number: 1 });
		expect(error?.description).toContain("set 'Max Jobs per Document' to 2");
		expect(service.jobs.size).toBe(1);
	});

	test('pays for one more job if the number allows it, and for no third', async () => {
		const { service } = await tagBefore('tag');
		loseResults(service, 'job_1');
		const { output } = await run('tag', twoJobs, later(service));
		expect(output.json).toMatchObject({ id: 'job_2', job_number: 2, paid_before: false });
		loseResults(service, 'job_1', 'job_2');
		const { error } = await run('tag', twoJobs, { service, executionId: 'execution_2', kept: {} });
		expect(error).toMatchObject({ code: 'NOT_FOUND_YET', job_id: 'job_2', job_number: 2 });
		expect(service.jobs.size).toBe(2);
	});

	test('does not name a job that is gone as paid for if the next one is refused', async () => {
		const { service } = await tagBefore('tag');
		const gone = { error: { type: 'not_found', message: 'Gone' } };
		let isGone = false;
		service.instead = (asked) => {
			if (isGone && asked === 'POST /v1/jobs') return { statusCode: 402, body: '{}' };
			if (!asked.endsWith('/result')) return undefined;
			isGone = true;
			return { statusCode: 404, body: JSON.stringify(gone) };
		};
		const { error, fake } = await run('tag', twoJobs, later(service));
		expect(error).toMatchObject({ code: 'NOT_ENOUGH_CREDITS' });
		expect(error).not.toHaveProperty('job_id');
		expect(error?.description).toMatch(/^No new charge was made\. /);
		expect(fake.hints[0]?.message).toBe(
			'0 tagged, 1 failed; paid for before, not charged again: 1 job, 1 credit.',
		);
	});
});

describe('Wait Timeout', () => {
	const HOUR_MS = 3_600_000;

	/** Tags on virtual time; reading the document takes an hour. */
	async function tagSlowly(runtime: ScriptedRuntime) {
		const { context } = new FakeExecution({
			items: [itemWithPdf('report')],
			parameters: [onDocument('tag', { waitTimeout: 120 })],
		});
		const { signal } = new AbortController();
		const reading = { context, runtime, signal, isKnown: () => false };
		const source = present((await findSources(reading, 0))[0]);
		const getFile = async () => {
			await runtime.sleep(HOUR_MS);
			return await source.getFile();
		};
		const fake = { context } as FakeExecution;
		return await documentOperations.tag.execute(
			itemOf(fake, { source: { ...source, getFile } }, runtime),
		);
	}
	const submitting = (status: 'processing' | 'completed') =>
		new ScriptedRuntime()
			.answer('createUpload', upload())
			.answer('store', answered(204))
			.answer('submitJob', job('job_1', status))
			.answer('getJob', job('job_1', status))
			.answer('getResult', result())
			.serve(streamed('%PDF-1.7 tagged\n%%EOF'));

	test('begins with the submission', async () => {
		const runtime = submitting('processing');
		const began = runtime.now();
		expect(await errorOf(() => tagSlowly(runtime))).toMatchObject({ code: 'WAIT_TIMEOUT' });
		expect(runtime.now() - began).toBe(HOUR_MS + 120_000);
	});

	test('is also the time for a late result', async () => {
		const runtime = submitting('completed').answer('getResult', answered(503));
		runtime.after(HOUR_MS + 80_000, () => runtime.answer('getResult', result()));
		const output = await tagSlowly(runtime);
		expect(output).toMatchObject({ json: { id: 'job_1' } });
	});
});
