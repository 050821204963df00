import { writeFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { processingMs } from '../../../sandbox/jobs/processingTime';
import { openDataLoader } from '../../../sandbox/tagging/opendataloader';
import { makePdfLibDocument } from '../pdf/fixtures';
import { inspectBytes } from '../pdf/inspectBytes';
import { makePdf, open } from './openSandbox';

describe('a job', () => {
	it('charges the pages of a document, and gives back a PDF', async () => {
		const { sandbox, client, account } = await open({ credits: 10 });
		const pdf = await makePdf(3);
		const submission = { filename: 'a.pdf', options: { ocr: true } };
		const tagged = await client.tag(pdf, submission, (id) => sandbox.jobFinished(id));
		expect(tagged.job).toMatchObject({
			status: 'completed',
			filename: 'a.pdf',
			credits_used: 3,
			options: { ocr: true, embed_fonts: false },
		});
		expect(account.credits).toBe(7);
		expect((await client.getAccount()).body.credits_available).toBe(7);
		const result = await PDFDocument.load(tagged.pdf, { updateMetadata: false });
		expect(result.getProducer()).toContain('stamped, not tagged');
		// The stamp is appended, so the original bytes are unchanged.
		expect(tagged.pdf.subarray(0, pdf.length).equals(pdf)).toBe(true);
		expect(JSON.stringify(sandbox.requests)).not.toContain(account.apiKey);
	});

	it('tags an encrypted document that opens for everybody', async () => {
		const { client, sandbox } = await open();
		const security = { userPassword: '', ownerPassword: 'owner' };
		const document = Buffer.from(await makePdfLibDocument(false, security));
		const tagged = await client.tag(document, {}, (id) => sandbox.jobFinished(id));
		expect(tagged.job.credits_used).toBe(2);
		expect(await inspectBytes(tagged.pdf)).toMatchObject({ encrypted: 'none', pages: 2 });
	});

	it.each([
		['needs a password', async () => await makePdfLibDocument(true, { userPassword: 'secret' })],
		['cannot be read as a PDF', () => Buffer.from('Hello')],
	])('of a document that %s fails, says why, and has no result', async (why, make) => {
		const { client, finish, sandbox } = await open();
		const { failure, id } = await finish(await make());
		expect(failure).toBe(`the document ${why}`);
		expect((await client.getJob(id)).body.status).toBe('failed');
		expect((await client.getResult(id)).status).toBe(409);
		expect(sandbox.ledger.spent).toBe(0);
	});

	it('has no result while it is processing: 409', async () => {
		const { client, submit } = await open({ processingMs: 3_600_000 });
		const id = await submit();
		expect((await client.getJob(id)).body.status).toBe('processing');
		expect((await client.getResult(id)).status).toBe(409);
	});

	it.each([1, 3])('is processed with others, %d at a time', async (parallelJobs) => {
		let [running, most] = [0, 0];
		const sleep = async () => {
			running += 1;
			most = Math.max(most, running);
			await new Promise(setImmediate);
			running -= 1;
		};
		const { client, sandbox } = await open({ parallelJobs, sleep });
		const key = await client.upload(await makePdf());
		const jobs = await Promise.all(Array.from({ length: 9 }, () => client.submitJob({ key })));
		await Promise.all(jobs.map(({ body }) => sandbox.jobFinished(body.id)));
		expect(most).toBeLessThanOrEqual(parallelJobs);
	});

	it('gives a worse result on order, and only then', async () => {
		const { client, sandbox } = await open();
		const tag = async () => await client.tag(await makePdf(3), {}, (id) => sandbox.jobFinished(id));
		sandbox.faults.order({ step: 'submitJob', fault: { worseResult: true } });
		expect(await inspectBytes((await tag()).pdf)).toMatchObject({ pages: 2 });
		expect(await inspectBytes((await tag()).pdf)).toMatchObject({ pages: 3 });
	});
});

test('OpenDataLoader PDF writes tags without a claim of PDF/UA, or says why it cannot', async () => {
	const { sandbox, client, finish } = await open({ tagger: 'opendataloader' });
	const { pdf } = await client.tag(await makePdf(2), {}, (id) => sandbox.jobFinished(id));
	const result = await PDFDocument.load(pdf, { updateMetadata: false });
	expect(result.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
	expect(result.catalog.lookup(PDFName.of('MarkInfo'))?.toString()).toContain('/Marked true');
	expect(result.getProducer()).toContain('not certified PDF/UA');
	const { source } = await finish();
	await writeFile(source, '%PDF-1.7\nnothing more');
	const { signal } = new AbortController();
	await expect(openDataLoader(17).tag(source, `${source}-tagged`, signal)).rejects.toMatchObject({
		message: 'the document is not a valid PDF file (corrupted or truncated content)',
		cause: { message: expect.stringContaining('opendataloader-pdf-cli.jar') },
	});
});

test('the copying tagger reads no document', async () => {
	const { sandbox, account, client } = await open({ tagger: 'copy', credits: 5 });
	const unreadable = Buffer.from('%PDF-1.7 and nothing that a reader could follow');
	const { pdf } = await client.tag(unreadable, {}, (id) => sandbox.jobFinished(id));
	expect(Buffer.from(pdf)).toEqual(unreadable);
	expect(account.credits).toBe(4);
});

test('the time of processing follows the seed, is mostly short and now and then very long', () => {
	const times = (least: number, most: number, seed = 'seed') =>
		Array.from({ length: 1_000 }, (_, n) =>
			processingMs(n + 1, { processingMs: least, processingMaxMs: most, seed }),
		);
	for (const most of [0, 500]) expect(new Set(times(500, most))).toEqual(new Set([500]));
	const all = times(500, 120_000).toSorted((a, b) => a - b);
	expect(all[0]).toBeGreaterThanOrEqual(500);
	expect(all[500]).toBeLessThan(1_200);
	expect(all[990]).toBeGreaterThan(20_000);
	expect(all[999]).toBeLessThanOrEqual(120_000);
	expect(times(500, 120_000)).not.toEqual(times(500, 120_000, 'other'));
});

describe('Idempotency-Key', () => {
	it.each([
		['first-job', 202],
		['replay', 202],
		['conflict', 409],
	] as const)(
		'%s: a repeat is the first job; another body gets %d',
		async (idempotency, status) => {
			const { client, other, sandbox } = await open({ idempotency });
			const key = await client.upload(await makePdf(2));
			const first = await client.submitJob({ key, filename: 'a.pdf' }, 'k');
			const repeat = await client.submitJob({ filename: 'a.pdf', key }, 'k');
			expect([repeat.status, repeat.body.id]).toEqual([202, first.body.id]);
			expect(repeat.body.request_id).not.toBe(first.body.request_id);
			const changed = await client.submitJob({ key, options: { ocr: true } }, 'k');
			expect([changed.status, changed.body.id]).toEqual([
				status,
				status === 202 ? first.body.id : undefined,
			]);
			expect([sandbox.jobs.length, sandbox.ledger.spent]).toEqual([1, 2]);
			await client.submitJob({ key });
			await other.submitJob({ key: await other.upload(await makePdf()) }, 'k');
			expect(new Set(sandbox.jobs.map(({ id }) => id)).size).toBe(3);
		},
	);

	it.each([
		['first-job', 'failed', 0],
		['replay', 'processing', 1],
	] as const)(
		'%s: a late repeat of a failed job says %s and %d credits',
		async (idempotency, status, credits) => {
			const { client, sandbox } = await open({ idempotency, refundFailedJobs: true });
			sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
			const key = await client.upload(await makePdf());
			const { body } = await client.submitJob({ key }, 'k');
			await sandbox.jobFinished(body.id);
			const repeat = await client.submitJob({ key }, 'k');
			expect(repeat.body).toMatchObject({ id: body.id, status, credits_used: credits });
			expect((await client.getJob(body.id)).body.status).toBe('failed');
		},
	);
});

describe('credits', () => {
	it('answers 402 without credits, creates no job, and accepts the key again', async () => {
		const { account, client, sandbox } = await open({ credits: 2 });
		const key = await client.upload(await makePdf(3));
		expect((await client.submitJob({ key }, 'k')).status).toBe(402);
		expect([account.credits, sandbox.jobs.length, sandbox.ledger.spent]).toEqual([2, 0, 0]);
		account.credits = 3;
		const { body, status } = await client.submitJob({ key }, 'k');
		expect([status, account.credits]).toEqual([202, 0]);
		expect(sandbox.ledger.charges).toMatchObject([
			{
				accountId: account.accountId,
				jobId: body.id,
				pages: 3,
				credits: 3,
				idempotencyKey: 'k',
				sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
			},
		]);
	});

	it('never spends the same credit twice when submissions race', async () => {
		const { account, client, sandbox } = await open({ credits: 5, creationMs: 5 });
		const key = await client.upload(await makePdf(2));
		const answers = await Promise.all(Array.from({ length: 6 }, () => client.submitJob({ key })));
		expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 402, 402, 402, 402]);
		expect([account.credits, sandbox.ledger.spent]).toEqual([1, 4]);
	});

	it.each([
		[1, false, 1],
		[1, true, 0],
	])(
		'charges %d for an unreadable document; refund: %s',
		async (unreadableCredits, refundFailedJobs, spent) => {
			const { client, finish, sandbox } = await open({ unreadableCredits, refundFailedJobs });
			const { id } = await finish(Buffer.from('no PDF'));
			expect(sandbox.ledger.spent).toBe(spent);
			expect((await client.getJob(id)).body.credits_used).toBe(spent);
		},
	);

	it('refuses more pages than allowed with 400 and charges nothing', async () => {
		const { client, sandbox } = await open({ maxPages: 2 });
		const { status } = await client.submitJob({ key: await client.upload(await makePdf(3)) });
		expect([status, sandbox.ledger.spent]).toEqual([400, 0]);
	});
});
