import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxOptions } from '../../../sandbox';
import { DEFAULT_OPTIONS } from '../../../sandbox/options';
import { makeClock } from './clock';
import { open } from './openSandbox';
import { makePdf } from './pdf';
import { receive } from './receiver';

const HOUR_MS = 3_600_000;

/** A sandbox with a limited memory, and a function that submits an upload to it. */
const setUp = async (kept: Partial<SandboxOptions['kept']>, options = {}) => {
	const opened = await open({ ...options, kept: { ...DEFAULT_OPTIONS.kept, ...kept } });
	const { client, sandbox } = opened;
	const upload = async () => await client.upload(await makePdf());
	const submit = async (key: string, idempotencyKey?: string) =>
		(await client.submitJob({ key }, idempotencyKey)).body.id;
	const finish = async (idempotencyKey?: string) =>
		await sandbox.jobFinished(await submit(await upload(), idempotencyKey));
	return { ...opened, upload, submit, finish };
};

describe('above its limits a sandbox forgets', () => {
	it('the oldest answered request, but none in flight', async () => {
		const { client, sandbox } = await setUp({ requests: 3 });
		await client.getAccount();
		await sandbox.requestAnswered('getAccount');
		sandbox.faults.order({ step: 'getAccount', fault: { stall: 'headers' } });
		client.getAccount().catch(() => undefined);
		await sandbox.requestArrived('getAccount', 2);
		for (let n = 3; n <= 5; n += 1) {
			await client.getAccount();
			await sandbox.requestAnswered('getAccount', n);
		}
		expect(sandbox.requests.map(({ n }) => n)).toEqual([2, 4, 5]);
	});

	it('the oldest finished job with its result and its Idempotency-Key', async () => {
		const { client, finish, sandbox, submit, upload } = await setUp({ jobs: 2 });
		const first = await finish('k');
		const { result_url: url } = (await client.getResult(first.id)).body;
		await finish();
		expect((await fetch(url)).status).toBe(200);
		const last = await finish();
		expect(sandbox.jobs).toHaveLength(2);
		expect((await client.getJob(first.id)).status).toBe(404);
		expect((await fetch(url)).status).toBe(404);
		expect(existsSync(first.result?.path ?? '')).toBe(false);
		expect(existsSync(last.result?.path ?? '')).toBe(true);
		expect(await submit(await upload(), 'k')).not.toBe(first.id);
		expect(sandbox.ledger.spent).toBe(4);
	});

	it('no job that is processing', async () => {
		const { sandbox, submit, upload } = await setUp({ jobs: 2 }, { processingMs: HOUR_MS });
		const ids = [];
		for (let n = 0; n < 3; n += 1) ids.push(await submit(await upload()));
		expect(sandbox.jobs.map(({ id }) => id)).toEqual(ids);
	});

	it('the oldest upload that was submitted, with its document; its job goes on', async () => {
		const options = { parallelJobs: 1, processingMs: 300 };
		const { client, sandbox, submit, upload } = await setUp({ uploads: 2 }, options);
		const key = await upload();
		const id = await submit(key);
		await Promise.all([upload(), upload()]);
		expect((await client.submitJob({ key })).status).toBe(400);
		const { source, status } = await sandbox.jobFinished(id);
		expect(status).toBe('completed');
		// Two stored documents and a result.
		expect(readdirSync(dirname(source))).toHaveLength(3);
	});

	it('no upload that may still be submitted', async () => {
		const clock = makeClock();
		const { client, sandbox, upload } = await setUp(
			{ uploads: 2 },
			{ now: clock.now, storedExpirySeconds: 60, uploadExpirySeconds: 30 },
		);
		const keys = [await upload(), await upload(), await upload()];
		for (const key of keys) expect((await client.submitJob({ key })).status).toBe(202);
		const [late, never] = [await upload(), (await client.createUpload()).body];
		clock.pass(61);
		await Promise.all([upload(), upload()]);
		expect((await client.submitJob({ key: late })).status).toBe(400);
		expect((await client.submitJob({ key: never.key })).status).toBe(400);
		for (const { id } of sandbox.jobs) await sandbox.jobFinished(id);
		// Two stored documents and three results.
		expect(readdirSync(dirname(sandbox.jobs[0]?.source ?? ''))).toHaveLength(5);
	});

	it('the oldest entries of the ledger, while the sum stays right', async () => {
		const { account, client, sandbox, submit, upload } = await setUp(
			{ ledgerEntries: 2 },
			{ credits: 10, refundFailedJobs: true },
		);
		for (let n = 0; n < 3; n += 1) await submit(await upload());
		sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		const failed = await submit(await client.upload(await makePdf(4)));
		await sandbox.jobFinished(failed);
		expect(sandbox.ledger.entries).toMatchObject([
			{ kind: 'charge', jobId: failed, credits: 4 },
			{ kind: 'refund', jobId: failed, credits: 4 },
		]);
		expect([sandbox.ledger.spent, account.credits]).toEqual([3, 7]);
	});

	it('the oldest finished delivery, but none that is still retried', async () => {
		const { account, finish, sandbox } = await setUp(
			{ deliveries: 2 },
			{ deliveryBackoffMs: HOUR_MS },
		);
		sandbox.webhooks.endpoints.add(account, (await receive(500, 200)).url);
		for (let n = 1; n <= 4; n += 1) {
			const attempted = new Promise((resolve) => sandbox.onAttempted(resolve));
			await finish();
			await attempted;
		}
		const kept = sandbox.webhooks.deliveries.map(({ event }) => event.data.job.id);
		const jobs = sandbox.jobs.map(({ id }) => id);
		expect(kept).toEqual([jobs[0], jobs[3]]);
	});
});
