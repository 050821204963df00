import { Readable } from 'node:stream';
import { NodeOperationError } from 'n8n-workflow';

import { makeLockedDocument } from '../../../../host/harness/documents';
import { present } from '../../../../present';
import { itemWithPages, itemWithPdf } from '../../../support/documents';
import { FakeExecution, NOTHING } from '../../../support/fakeExecution';
import { FakeService, jobOf } from '../../../support/fakeService';
import { pagesOf, PdfWriter, tagsOf } from '../../../support/pdfWriter';
import {
	BOTH,
	filesOf,
	FIRST,
	MINE,
	RESULT,
	runDocument as run,
	TAGGED,
} from '../../../support/runDocument';

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

test('a PDF from an expression has no field to name', async () => {
	const file = itemWithPdf('given').binary?.data;
	const { output } = await run('submit', { binaryPropertyName: file }, { items: [{ json: {} }] });
	expect(output.json).toEqual({ ...jobOf('job_1'), ...FIRST });
});

describe('refused before anything is read or paid for', () => {
	/** An expression that fails, as n8n has it. */
	const failing = (message: string) => new NodeOperationError(new FakeExecution().node, message);
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

	test.each<[string, Record<string, unknown>]>([
		["'Put Output File in Field' is empty", { binaryPropertyOutput: ' ' }],
		["'Wait Timeout' is invalid", { options: { waitTimeout: 0 } }],
		['No such field', { options: { taggedFileName: failing('No such field') } }],
	])('Tag: %s', async (message, parameters) => {
		const { error, fake } = await run('tag', parameters);
		expect(error).toMatchObject({ message: `"report.pdf": ${message}` });
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
