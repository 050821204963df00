import { Readable } from 'node:stream';

import { submit } from '../../../../../nodes/TagPdf/resources/document/submit';
import { tag } from '../../../../../nodes/TagPdf/resources/document/tag';
import { itemWithPages, onDocument } from '../../../support/documents';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';
import { pagesOf, PdfWriter, tagsOf } from '../../../support/pdfWriter';

const TAGS = tagsOf(2);
const SKIP = { alreadyTagged: 'skip' };
const skipped = { reason: 'It is tagged, and its pages show text', pages: 2 };
const source = itemWithPages(2, TAGS);
const file = source.binary?.data;

test('the file goes on where the tagged one would be, and nothing is asked of the service', async () => {
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

test('with Submit it goes on where it was', async () => {
	const fake = new FakeExecution({ items: [source], parameters: [onDocument('submit', SKIP)] });
	expect(await submit.execute(await itemOf(fake))).toEqual([
		{ json: { filename: '2 pages.pdf', credits_used: 0, skipped }, binary: { data: file } },
	]);
});

test('Keep Input Data keeps what it says, as of a tagged document', async () => {
	const items = [{ ...source, json: { subject: 'Report' } }];
	const parameters = [onDocument('tag', { ...SKIP, keepSource: 'both' })];
	const [output] = await tag.execute(await itemOf(new FakeExecution({ items, parameters })));
	expect(output?.json).toEqual({
		subject: 'Report',
		job: { filename: '2 pages.pdf', credits_used: 0, skipped },
	});
	expect(output?.binary).toEqual({ data: file, data_source: file });
});

test('a file from a URL is given as well', async () => {
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

test('an AI agent is not told of a tagged PDF that there is not', async () => {
	const node = { type: 'n8n-nodes-tag-pdf.tagPdfTool' };
	const parameters = [onDocument('tag', SKIP)];
	const [output] = await tag.execute(
		await itemOf(new FakeExecution({ node, items: [source], parameters })),
	);
	expect(output?.json).toEqual({ filename: '2 pages.pdf', credits_used: 0, skipped });
});
