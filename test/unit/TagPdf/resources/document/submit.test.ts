import { Readable } from 'node:stream';

import type { Submitter } from '../../../../../nodes/client/submission';
import { getSource } from '../../../../../nodes/TagPdf/parameters/source';
import { submit, submitDocument } from '../../../../../nodes/TagPdf/resources/document/submit';
import { tag } from '../../../../../nodes/TagPdf/resources/document/tag';
import { errorOf } from '../../../support/errorOf';
import { itemWithPages, onDocument } from '../../../support/documents';
import { FakeExecution } from '../../../support/fakeExecution';
import { FakeService, jobOf } from '../../../support/fakeService';
import { MemoryStore } from '../../../support/memoryStore';
import { itemOf } from '../../../support/itemOf';
import { pagesOf, PdfWriter, tagsOf } from '../../../support/pdfWriter';
import { openDocument, SUBMITTED } from './fixture';

test('submits the upload under its name, with the options of the item', async () => {
	const { service, item } = await openDocument('submit', { ocr: 'on' });
	const { submitted, fileName } = await submitDocument(item);
	expect(submitted?.job.id).toBe('job_1');
	expect(fileName).toBe('report.pdf');
	expect(service.submissions.map(({ body }) => body)).toEqual([
		{ key: 'upload_1', filename: 'report.pdf', options: { ocr: true, embed_fonts: false } },
	]);
});

test('sends the key of the item', async () => {
	const { service, item } = await openDocument('submit', {
		options: { avoidPayingTwice: { payOnce: { per: 'ownKey', key: 'invoice-7' } } },
	});
	await submitDocument(item);
	expect(service.submissions[0]?.key).toBe('invoice-7');
});

test('returns the job that the item already has', async () => {
	const { service, item } = await openDocument('submit');
	const first = await submitDocument(item);
	const second = await submitDocument(item);
	expect(second.submitted).toEqual(first.submitted);
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1']);
});

test('reads the parameters before it sends anything', async () => {
	const { service, item } = await openDocument('submit', {
		options: { avoidPayingTwice: { payOnce: { per: 'ownKey', key: '' } } },
	});
	expect(await errorOf(() => submitDocument(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});

test('finds the existing job of an item by slot and source', async () => {
	const { fake, item } = await openDocument('submit');
	const asked: unknown[] = [];
	const getJob = (document: object) => {
		asked.push(document);
		return Promise.resolve({ document: 'd', attempt: 1, job: jobOf('job_1'), isResumed: false });
	};
	const submitter = { getJob } as unknown as Submitter;
	await submitDocument({ ...item, submitter }, 7_000);
	const { identity } = getSource(item);
	expect(asked).toEqual([
		expect.objectContaining({ slot: '0', identity: [identity], retryUntil: 7_000 }),
	]);
	expect(fake.log.lines).toEqual([['debug', 'Tag PDF: job job_1 (completed)']]);
});

const TAGS = tagsOf(2);

/** An item whose document is in the binary store. */
async function stored(
	options: object,
	{ catalog = '', ocr = 'off', store = new MemoryStore() } = {},
) {
	const content = pagesOf(new PdfWriter(), 2, catalog).end().bytes();
	const service = new FakeService();
	const fake = new FakeExecution({
		answer: service.answer,
		items: [{ json: {}, binary: { data: { id: 'f', data: '', mimeType: 'application/pdf' } } }],
		stored: { f: content },
		store,
		parameters: [{ ...onDocument('submit', options), ocr }],
	});
	const opened = jest.spyOn(fake.context.helpers, 'getBinaryStream');
	return { service, opened, item: await itemOf(fake) };
}

describe('a document is opened', () => {
	const LOOK_AND_UPLOAD = 2;

	it.each([
		['its first bytes and the upload', {}, 'off', LOOK_AND_UPLOAD],
		['the same with OCR', { alreadyTagged: 'tag', embedFonts: true }, 'on', LOOK_AND_UPLOAD],
		['Already Tagged', { alreadyTagged: 'skip' }, 'off', LOOK_AND_UPLOAD + 1],
		['OCR When Scanned', {}, 'whenScanned', LOOK_AND_UPLOAD + 1],
		['a limit', { maximumCredits: 2 }, 'off', LOOK_AND_UPLOAD + 1],
		['all of them', { alreadyTagged: 'fail', minimumCredits: 1 }, 'whenScanned', 3],
	])('for %s', async (_what, options, ocr, times) => {
		const { item, opened, service } = await stored(options, { ocr });
		await submitDocument(item);
		expect(opened).toHaveBeenCalledTimes(times);
		expect(service.submissions).toHaveLength(1);
	});

	it('not at all if its job is known', async () => {
		const { item, opened } = await stored({ alreadyTagged: 'skip', maximumCredits: 2 });
		await submitDocument(item);
		opened.mockClear();
		await submitDocument(item);
		expect(opened).not.toHaveBeenCalled();
	});
});

describe('a document that is tagged', () => {
	it('is not uploaded with Skip, and counts as saved', async () => {
		const { item, opened, service } = await stored({ alreadyTagged: 'skip' }, { catalog: TAGS });
		const outcome = await submitDocument(item);
		expect(outcome).toMatchObject({ skipped: { pages: 2, file: { id: 'f' } } });
		expect(outcome.submitted).toBeUndefined();
		expect(item.state.skippedPages).toBe(2);
		expect(service.asked).toEqual([]);
		// A look at its start, the inspection, and its digest for the journal.
		expect(opened).toHaveBeenCalledTimes(3);
	});

	it('fails with Fail, free of charge', async () => {
		const { item, service } = await stored({ alreadyTagged: 'fail' }, { catalog: TAGS });
		expect(await errorOf(() => submitDocument(item))).toMatchObject({
			code: 'ALREADY_TAGGED',
			message: 'The document is tagged already',
			description: expect.stringMatching(/^Nothing was charged\. /),
		});
		expect(item.state).not.toHaveProperty('skippedPages');
		expect(service.asked).toEqual([]);
	});

	it.each(['skip', 'fail'])(
		'is delivered with %s if an earlier run has submitted it',
		async (whenTagged) => {
			const store = new MemoryStore();
			const before = await stored({}, { catalog: TAGS, store });
			await submitDocument(before.item);
			const later = await stored({ alreadyTagged: whenTagged }, { catalog: TAGS, store });
			const { submitted } = await submitDocument(later.item);
			expect(submitted).toMatchObject({ isResumed: true });
			expect(later.service.submissions.map(({ key }) => key)).toEqual(
				before.service.submissions.map(({ key }) => key),
			);
		},
	);

	it('is delivered if it was submitted before the user chose Skip', async () => {
		const { item, service } = await stored({}, { catalog: TAGS });
		await submitDocument(item);
		const { context } = new FakeExecution({
			parameters: [onDocument('submit', { alreadyTagged: 'skip' })],
		});
		const getNodeParameter = context.getNodeParameter.bind(context);
		const outcome = await submitDocument({
			...item,
			context: { ...item.context, getNodeParameter },
		});
		expect(outcome.submitted?.job.id).toBe('job_1');
		expect(service.submissions).toHaveLength(1);
	});
});

test('OCR When Scanned is decided before the document is submitted', async () => {
	const service = new FakeService();
	const fake = new FakeExecution({
		answer: service.answer,
		items: [itemWithPages(2)],
		parameters: [{ ...onDocument('submit'), ocr: 'whenScanned' }],
	});
	const { submitted } = await submitDocument(await itemOf(fake));
	expect(submitted?.pages).toBe(2);
	expect(service.submissions[0]?.body).toMatchObject({ options: { ocr: false } });
});

test('uploads, submits and returns the job without waiting', async () => {
	const { service, fake, item } = await openDocument('submit');
	service.status = 'processing';
	expect(await submit.execute(item)).toEqual([{ json: jobOf('job_1', { status: 'processing' }) }]);
	expect(service.asked).toEqual(SUBMITTED);
	expect(fake.log.lines).toContainEqual(['debug', 'Tag PDF: job job_1 (processing)']);
});

test('keeps the chosen input data', async () => {
	const { item } = await openDocument('submit', { options: { keepSource: 'both' } });
	const [output] = await submit.execute(item);
	expect(output?.json).toEqual({ job: jobOf('job_1') });
	expect(Object.keys(output?.binary ?? {})).toEqual(['data']);
});

test('refuses an unknown choice of input data before anything is paid for', async () => {
	const { service, item } = await openDocument('submit', { options: { keepSource: 'all' } });
	expect(await errorOf(() => submit.execute(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});

describe('a skipped document', () => {
	const SKIP = { alreadyTagged: 'skip' };
	const skipped = { reason: 'It is tagged, and its pages show text', pages: 2 };
	const source = itemWithPages(2, TAGS);
	const file = source.binary?.data;

	test('Tag passes the file on in the output field, without any request', async () => {
		const parameters = [{ ...onDocument('tag', SKIP), outputBinaryField: 'tagged' }];
		const fake = new FakeExecution({ items: [source], parameters });
		expect(await tag.execute(await itemOf(fake))).toEqual([
			{
				json: { filename: '2 pages.pdf', credits_used: 0, skipped },
				binary: { data: file, tagged: file },
			},
		]);
		expect(fake.requests).toEqual([]);
	});

	test('Submit passes the file on in its own field', async () => {
		const fake = new FakeExecution({ items: [source], parameters: [onDocument('submit', SKIP)] });
		expect(await submit.execute(await itemOf(fake))).toEqual([
			{ json: { filename: '2 pages.pdf', credits_used: 0, skipped }, binary: { data: file } },
		]);
	});

	test('Keep Input Data works as for a tagged document', async () => {
		const items = [{ ...source, json: { subject: 'Report' } }];
		const parameters = [onDocument('tag', { ...SKIP, keepSource: 'both' })];
		const [output] = await tag.execute(await itemOf(new FakeExecution({ items, parameters })));
		expect(output?.json).toEqual({
			subject: 'Report',
			job: { filename: '2 pages.pdf', credits_used: 0, skipped },
		});
		expect(output?.binary).toEqual({ data: file, data_source: file });
	});

	test('passes on a file from a URL, too', async () => {
		const content = pagesOf(new PdfWriter(), 2, TAGS).end().bytes();
		const parameters = [
			{ ...onDocument('submit', SKIP), source: 'url', url: 'https://example.com/a.pdf' },
		];
		const answer = () => ({ statusCode: 200, body: Readable.from([content]) });
		const fake = new FakeExecution({ parameters, answer });
		const [output] = await submit.execute(await itemOf(fake));
		expect(output).toMatchObject({
			json: { filename: 'a.pdf', skipped },
			binary: { data: { fileName: 'a.pdf' } },
		});
	});

	test('does not tell an AI agent about a tagged PDF', async () => {
		const node = { type: 'n8n-nodes-tag-pdf.tagPdfTool' };
		const parameters = [onDocument('tag', SKIP)];
		const [output] = await tag.execute(
			await itemOf(new FakeExecution({ node, items: [source], parameters })),
		);
		expect(output?.json).toEqual({ filename: '2 pages.pdf', credits_used: 0, skipped });
	});
});
