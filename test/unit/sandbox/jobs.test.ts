import { writeFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { processingMs } from '../../../sandbox/jobs/processingTime';
import { openDataLoader } from '../../../sandbox/tagging/opendataloader';
import { makePdfLibDocument } from '../pdf/fixtures';
import { inspectBytes } from '../pdf/inspectBytes';
import { makeClock, makePdf, open } from './openSandbox';

describe('a job', () => {
	it('charges the pages of a document, and gives back a PDF, a worse one on order', async () => {
		const { account, client, sandbox, tag } = await open({ credits: 10 });
		const pdf = await makePdf(3);
		sandbox.faults.order({ step: 'submitJob', fault: { worseResult: true } });
		expect(await inspectBytes(await tag(pdf))).toMatchObject({ pages: 2 });
		const tagged = await tag(pdf);
		expect([sandbox.jobs[1]?.creditsUsed, account.credits]).toEqual([3, 4]);
		expect((await client.getAccount()).body.credits_available).toBe(4);
		const result = await PDFDocument.load(tagged, { updateMetadata: false });
		expect([result.getProducer(), result.getPageCount()]).toEqual([
			expect.stringContaining('stamped, not tagged'),
			3,
		]);
		// The stamp is appended, so the original bytes are unchanged.
		expect(tagged.subarray(0, pdf.length).equals(pdf)).toBe(true);
		expect(JSON.stringify(sandbox.requests)).not.toContain(account.apiKey);

		// An encrypted document that opens for everybody.
		const security = { userPassword: '', ownerPassword: 'owner' };
		const opened = await tag(Buffer.from(await makePdfLibDocument(false, security)));
		expect(await inspectBytes(opened)).toMatchObject({ encryption: 'none', pages: 2 });
		expect(account.credits).toBe(2);
	});

	const locked = async () => await makePdfLibDocument(true, { userPassword: 'secret' });
	const broken = () => Buffer.from('Hello');
	it.each([
		['needs a password', locked, {}, 0],
		['cannot be read as a PDF', broken, { unreadableCredits: 1 }, 1],
		['cannot be read as a PDF', broken, { unreadableCredits: 1, refundFailedJobs: true }, 0],
	])('of a document that %s fails and has no result', async (why, make, options, spent) => {
		const { account, client, finish, sandbox } = await open({ credits: 3, ...options });
		const { failure, id } = await finish(await make());
		expect(failure).toBe(`the document ${why}`);
		expect((await client.getJob(id)).body).toMatchObject({ status: 'failed', credits_used: spent });
		expect((await client.getResult(id)).status).toBe(409);
		expect([sandbox.ledger.spent, account.credits]).toEqual([spent, 3 - spent]);
		expect(sandbox.ledger.refunds).toHaveLength('refundFailedJobs' in options ? 1 : 0);
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
});

test('OpenDataLoader PDF writes tags without a claim of PDF/UA, or says why it cannot', async () => {
	const { finish, tag } = await open({ tagger: 'opendataloader' });
	const result = await PDFDocument.load(await tag(await makePdf(2)), { updateMetadata: false });
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
	const { account, tag } = await open({ tagger: 'copy', credits: 5 });
	const unreadable = Buffer.from('%PDF-1.7 and nothing that a reader could follow');
	expect(await tag(unreadable)).toEqual(unreadable);
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

test.each([
	['first-job', 202, { status: 'failed', credits_used: 0 }],
	['replay', 202, { status: 'processing', credits_used: 2 }],
	['conflict', 409, { status: 'failed', credits_used: 0 }],
] as const)(
	'a repeated key, %s: another body gets %d, the same body the first job: %j',
	async (idempotency, status, shown) => {
		const { client, other, sandbox } = await open({ idempotency, refundFailedJobs: true });
		sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		const key = await client.upload(await makePdf(2));
		const first = await client.submitJob({ key, filename: 'a.pdf' }, 'k');
		const { id, request_id: request } = first.body;
		await sandbox.jobFinished(id);
		const repeat = await client.submitJob({ filename: 'a.pdf', key }, 'k');
		expect(repeat).toMatchObject({ status: 202, body: { id, ...shown } });
		expect(repeat.body.request_id).not.toBe(request);
		const changed = await client.submitJob({ key, options: { ocr: true } }, 'k');
		expect([changed.status, changed.body.id]).toEqual([status, status === 202 ? id : undefined]);
		expect((await client.getJob(id)).body.status).toBe('failed');
		expect(sandbox.ledger.charges).toMatchObject([{ jobId: id }]);
		await client.submitJob({ key });
		await other.submitJob({ key: await other.upload(await makePdf()) }, 'k');
		expect(new Set(sandbox.jobs.map((job) => job.id)).size).toBe(3);
	},
);

test.each([
	[true, 402],
	[false, 202],
])('a refusal under a key, stored: %s, is repeated after a top-up: %d', async (stored, status) => {
	const { account, client, sandbox } = await open({ credits: 1, storeRefusals: stored });
	const key = await client.upload(await makePdf(2));
	const refused = await client.submitJob({ key }, 'k');
	expect(refused.status).toBe(402);
	account.credits = 10;
	const repeat = await client.submitJob({ key }, 'k');
	expect(repeat.status).toBe(status);
	expect((await client.submitJob({ key }, 'another')).status).toBe(202);
	sandbox.forgetKey('k');
	expect((await client.submitJob({ key }, 'k')).status).toBe(202);
});

describe('a key', () => {
	it('is forgotten after its time, each one by itself', async () => {
		const clock = makeClock();
		const { sandbox, submit } = await open({ keyExpirySeconds: 60, now: clock.now });
		const first = await submit(undefined, 'first');
		clock.pass(40);
		const second = await submit(undefined, 'second');
		expect(await submit(undefined, 'first')).toBe(first);
		clock.pass(40);
		expect(await submit(undefined, 'second')).toBe(second);
		expect(await submit(undefined, 'first')).not.toBe(first);
		expect(sandbox.ledger.charges).toHaveLength(3);
	});

	it('is forgotten on request', async () => {
		const { sandbox, submit } = await open();
		const first = await submit(undefined, 'a key');
		const kept = await submit(undefined, 'kept');
		const answer = await fetch(`${sandbox.url}/sandbox/keys/a%20key`, { method: 'DELETE' });
		expect(answer.status).toBe(204);
		expect(await submit(undefined, 'a key')).not.toBe(first);
		expect(await submit(undefined, 'kept')).toBe(kept);
	});
});

test('a job, and its result, are not found for a while', async () => {
	const clock = makeClock();
	const delays = { jobDelayMs: 30_000, resultDelayMs: 60_000 };
	const { client, finish } = await open({ ...delays, now: clock.now });
	const { id } = await finish();
	const ask = async () => [(await client.getJob(id)).status, (await client.getResult(id)).status];
	expect(await ask()).toEqual([404, 404]);
	clock.pass(30);
	expect(await ask()).toEqual([200, 404]);
	clock.pass(30);
	expect(await ask()).toEqual([200, 200]);
});

describe('credits', () => {
	it('a refused submission creates no job and charges nothing, and its key is accepted again', async () => {
		const { account, client, sandbox } = await open({ credits: 2, maxPages: 3 });
		const tooLong = await client.upload(await makePdf(4));
		expect((await client.submitJob({ key: tooLong }, 'k')).status).toBe(400);
		const key = await client.upload(await makePdf(3));
		expect((await client.submitJob({ key }, 'k')).status).toBe(402);
		expect([account.credits, sandbox.jobs.length, sandbox.ledger.spent]).toEqual([2, 0, 0]);
		account.credits = 3;
		const { body, status } = await client.submitJob({ key }, 'k');
		expect([status, account.credits]).toEqual([202, 0]);
		const { accountId } = account;
		const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
		expect(sandbox.ledger.charges).toMatchObject([
			{ accountId, jobId: body.id, pages: 3, credits: 3, idempotencyKey: 'k', sha256 },
		]);
	});

	it('never spends the same credit twice when submissions race', async () => {
		const { account, client, sandbox } = await open({ credits: 5, creationMs: 5 });
		const key = await client.upload(await makePdf(2));
		const answers = await Promise.all(Array.from({ length: 6 }, () => client.submitJob({ key })));
		expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 402, 402, 402, 402]);
		expect([account.credits, sandbox.ledger.spent]).toEqual([1, 4]);
	});
});
