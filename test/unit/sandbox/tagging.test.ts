import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { open } from './openSandbox';
import { makePdf } from './pdf';

test('OpenDataLoader PDF writes a structure tree, and the result says what it is not', async () => {
	const { sandbox, client } = await open({ tagger: 'opendataloader' });
	const { pdf } = await client.tag(await makePdf(2), {}, (id) => sandbox.jobFinished(id));
	const result = await PDFDocument.load(pdf, { updateMetadata: false });
	expect(result.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
	expect(result.catalog.lookup(PDFName.of('MarkInfo'))?.toString()).toContain('/Marked true');
	expect(Buffer.from(pdf).includes('H1')).toBe(true);
	expect(result.getProducer()).toContain('not certified PDF/UA');
});
