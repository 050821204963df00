import { PDFDocument } from '@cantoo/pdf-lib';
import { open } from './openSandbox';
import { makePdf } from './pdf';

describe('the whole flow, by the reference client', () => {
	it('tags a document, charges its pages, and gives back a PDF', async () => {
		const { sandbox, client, account } = await open({ credits: 10 });
		const pdf = await makePdf(3);
		const tagged = await client.tag(pdf, { filename: 'a.pdf', options: { ocr: true } }, (id) =>
			sandbox.jobFinished(id),
		);
		expect(tagged.job).toMatchObject({
			status: 'completed',
			filename: 'a.pdf',
			credits_used: 3,
			options: { ocr: true, embed_fonts: false },
		});
		expect(account.credits).toBe(7);
		expect((await client.getAccount()).body.credits_available).toBe(7);
		const result = await PDFDocument.load(tagged.pdf, { updateMetadata: false });
		expect(result.getPageCount()).toBe(3);
		expect(result.getProducer()).toContain('stamped, not tagged');
		// The stamp is appended, so the original bytes are unchanged.
		expect(tagged.pdf.subarray(0, pdf.length).equals(pdf)).toBe(true);
	});

	it('records the upload as it arrived: fields first, file last, length, no Authorization', async () => {
		const { sandbox, client } = await open();
		await client.upload(await makePdf(), 'a.pdf');
		const [stored] = sandbox.requestsOf('store');
		expect(stored?.parts.at(-1)).toMatchObject({ name: 'file', filename: 'document.pdf' });
		expect(stored?.parts.slice(0, -1).map(({ name }) => name)).toContain('policy');
		expect(stored?.headers['transfer-encoding']).toBeUndefined();
		expect(stored?.contentLength).toBeGreaterThan(0);
		expect(stored?.hasAuthorization).toBe(false);
		expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.accounts[0].apiKey);
	});
});
