import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxOptions } from '../../../sandbox';
import { DEFAULT_OPTIONS } from '../../../sandbox/options';
import { makePdf, open } from './openSandbox';
import { receive } from './receiver';

const HOUR_MS = 3_600_000;

describe('above its limits a sandbox forgets', () => {
	/** A sandbox with a limited memory. */
	const setUp = async (kept: Partial<SandboxOptions['kept']>) =>
		await open({ kept: { ...DEFAULT_OPTIONS.kept, ...kept } });

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

	it('the oldest finished job with its result, Idempotency-Key and charge, not its cost', async () => {
		const { client, finish, sandbox, submit } = await setUp({ jobs: 2, ledgerEntries: 2 });
		const first = await finish(undefined, 'k');
		const { result_url: url } = (await client.getResult(first.id)).body;
		await finish();
		expect((await fetch(url)).status).toBe(200);
		const last = await finish();
		expect(sandbox.jobs).toHaveLength(2);
		expect((await client.getJob(first.id)).status).toBe(404);
		expect((await fetch(url)).status).toBe(404);
		expect(existsSync(first.result?.path ?? '')).toBe(false);
		expect(existsSync(last.result?.path ?? '')).toBe(true);
		const again = await submit(undefined, 'k');
		expect(again).not.toBe(first.id);
		expect(sandbox.ledger.entries).toMatchObject([{ jobId: last.id }, { jobId: again }]);
		expect(sandbox.ledger.spent).toBe(4);
	});
});

describe('a reset', () => {
	it('lets no forgotten job or submission charge, give credits back or delay later ones', async () => {
		const { account, client, finish, sandbox, submit } = await open({
			credits: 10,
			refundFailedJobs: true,
			unreadableCredits: 5,
			parallelJobs: 1,
			processingMs: HOUR_MS,
		});
		await submit(Buffer.from('no PDF'));
		await submit();
		const folder = dirname(sandbox.jobs[0]?.source ?? '');
		const key = await client.upload(await makePdf());
		Object.assign(sandbox.options, { creationMs: 1500 });
		const pending = client.submitJob({ key }, 'k');
		await sandbox.requestArrived('submitJob', 3);
		// The job is still being created.
		expect((await client.submitJob({ key }, 'k')).status).toBe(409);
		sandbox.reset();
		expect((await pending).status).toBe(400);
		expect(readdirSync(folder)).toEqual([]);
		Object.assign(sandbox.options, { creationMs: 0, processingMs: 0 });
		const { id } = await finish();
		expect(sandbox.jobs).toMatchObject([{ id, status: 'completed' }]);
		expect([account.credits, sandbox.ledger.spent, sandbox.ledger.refunds]).toEqual([9, 1, []]);
	});

	it('ends pending deliveries silently, and makes later ones', async () => {
		const [hanging, failing] = [await receive('hang'), await receive(500, 200)];
		const { sandbox, submit } = await open({
			endpoints: [hanging.url, failing.url],
			deliveryBackoffMs: HOUR_MS,
			deliveryTimeoutMs: HOUR_MS,
		});
		const attempted = new Promise((resolve) => sandbox.onAttempted(resolve));
		await submit();
		await Promise.all([hanging.arrived(1), attempted]);

		const urls: string[] = [];
		sandbox.onAttempted(({ url }) => urls.push(url));
		sandbox.reset();
		await sandbox.webhooks.settled();
		expect([urls, sandbox.webhooks.deliveries]).toEqual([[], []]);

		await submit();
		await failing.arrived(2);
	});
});
