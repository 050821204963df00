import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { openDataLoader } from '../../../sandbox/tagging/opendataloader';
import { open } from './openSandbox';
import { makePdf } from './pdf';

test('OpenDataLoader PDF writes a structure tree without a claim of PDF/UA', async () => {
	const { sandbox, client } = await open({ tagger: 'opendataloader' });
	const { pdf } = await client.tag(await makePdf(2), {}, (id) => sandbox.jobFinished(id));
	const result = await PDFDocument.load(pdf, { updateMetadata: false });
	expect(result.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
	expect(result.catalog.lookup(PDFName.of('MarkInfo'))?.toString()).toContain('/Marked true');
	expect(Buffer.from(pdf).includes('H1')).toBe(true);
	expect(result.getProducer()).toContain('not certified PDF/UA');
});

test('does not read documents that it only copies', async () => {
	const { sandbox, account, client } = await open({ tagger: 'copy', credits: 5 });
	const unreadable = Buffer.from('%PDF-1.7 and nothing that a reader could follow');
	const { pdf } = await client.tag(unreadable, {}, (id) => sandbox.jobFinished(id));
	expect(Buffer.from(pdf)).toEqual(unreadable);
	expect(account.credits).toBe(4);
});

test('reports a short reason and the command if OpenDataLoader PDF refuses a document', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'tagging-'));
	const source = join(folder, 'upload_1.pdf');
	await writeFile(source, '%PDF-1.7\nnothing more');
	const { signal } = new AbortController();
	const tagging = openDataLoader(17).tag(source, join(folder, 'tagged.pdf'), signal);
	await expect(tagging).rejects.toMatchObject({
		message: 'the document is not a valid PDF file (corrupted or truncated content)',
		cause: { message: expect.stringContaining('opendataloader-pdf-cli.jar') },
	});
	await rm(folder, { recursive: true });
});
