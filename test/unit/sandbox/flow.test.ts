import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { makePdf, open } from './support';

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
		// The stamp is appended: what was sent is still there, byte for byte.
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

	it('writes a structure tree with OpenDataLoader PDF, and says what it is not', async () => {
		const { sandbox, client } = await open({ tagger: 'opendataloader' });
		const { pdf } = await client.tag(await makePdf(2), {}, (id) => sandbox.jobFinished(id));
		const { catalog, ...result } = await PDFDocument.load(pdf, { updateMetadata: false });
		expect(catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
		expect(catalog.lookup(PDFName.of('MarkInfo'))?.toString()).toContain('/Marked true');
		expect(Buffer.from(pdf).includes('H1')).toBe(true);
		expect(result).toBeDefined();
		const reloaded = await PDFDocument.load(pdf, { updateMetadata: false });
		expect(reloaded.getProducer()).toContain('not certified PDF/UA');
	});

	it.each([
		['not a PDF', async () => Buffer.from('hello')],
		['a PDF cut off at the start', async () => (await makePdf()).subarray(0, 100)],
	])('ends a job for %s as failed, without a result', async (_what, document) => {
		const { sandbox, client } = await open();
		const key = await client.upload(await document());
		const { body, status } = await client.submitJob({ key });
		expect(status).toBe(202);
		await sandbox.jobFinished(body.id);
		expect((await client.getJob(body.id)).body.status).toBe('failed');
		expect((await client.getResult(body.id)).status).toBe(409);
	});

	it('answers 409 for the result of a job that is still processing', async () => {
		const { client } = await open({ processingMs: 3_600_000 });
		const { body } = await client.submitJob({ key: await client.upload(await makePdf()) });
		expect(body.status).toBe('processing');
		expect((await client.getResult(body.id)).status).toBe(409);
	});

	it('processes no more jobs at a time than it was told', async () => {
		const { sandbox, client } = await open({ parallelJobs: 1, processingMs: 30 });
		const pdf = await makePdf();
		const keys = await Promise.all([client.upload(pdf), client.upload(pdf)]);
		const finished: number[] = [];
		sandbox.onJobFinished(() => finished.push(performance.now()));
		const jobs = await Promise.all(keys.map((key) => client.submitJob({ key })));
		await Promise.all(jobs.map(({ body }) => sandbox.jobFinished(body.id)));
		const [first = 0, second = 0] = finished;
		expect(second - first).toBeGreaterThanOrEqual(25);
	});
});
