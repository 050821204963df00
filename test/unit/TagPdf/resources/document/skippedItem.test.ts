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
