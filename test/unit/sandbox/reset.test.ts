import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxOptions } from '../../../sandbox';
import { open } from './openSandbox';
import { makePdf } from './pdf';
import { receive } from './receiver';

const HOUR_MS = 3_600_000;

/** A sandbox, and a function that submits a document to it. */
const setUp = async (options: Partial<SandboxOptions> = {}) => {
	const opened = await open({ credits: 10, ...options });
	const { client } = opened;
	const submit = async (document: Uint8Array) =>
		(await client.submitJob({ key: await client.upload(document) })).body.id;
	return { ...opened, submit };
};

describe('a reset', () => {
	it('lets no forgotten job give credits back', async () => {
		const { account, sandbox, submit } = await setUp({
			refundFailedJobs: true,
			unreadableCredits: 5,
			parallelJobs: 1,
			processingMs: 100,
		});
		await submit(Buffer.from('no PDF'));
		sandbox.reset();
		// Jobs are processed in order, so the forgotten job has ended before this job.
		await sandbox.jobFinished(await submit(await makePdf()));
		expect([account.credits, sandbox.ledger.spent, sandbox.ledger.refunds]).toEqual([9, 1, []]);
	});

	it('charges no pending submission', async () => {
		const { account, client, sandbox } = await setUp({ creationMs: 1500 });
		const key = await client.upload(await makePdf());
		const first = client.submitJob({ key }, 'k');
		await sandbox.requestArrived('submitJob');
		// The first job is still being created.
		expect((await client.submitJob({ key }, 'k')).status).toBe(409);
		sandbox.reset();
		expect((await first).status).toBe(400);
		expect([account.credits, sandbox.ledger.spent, sandbox.jobs]).toEqual([10, 0, []]);
	});

	it('lets no forgotten job delay later ones', async () => {
		const { sandbox, submit } = await setUp({ parallelJobs: 1, processingMs: HOUR_MS });
		await submit(await makePdf());
		await submit(await makePdf());
		sandbox.reset();
		Object.assign(sandbox.options, { processingMs: 0 });
		const id = await submit(await makePdf());
		expect(await sandbox.jobFinished(id)).toMatchObject({ status: 'completed' });
		expect(sandbox.jobs.map((job) => job.id)).toEqual([id]);
	});

	it('ends pending deliveries silently, and makes later ones', async () => {
		const [hanging, failing] = [await receive('hang'), await receive(500, 200)];
		const { sandbox, submit } = await setUp({
			endpoints: [hanging.url, failing.url],
			deliveryBackoffMs: HOUR_MS,
			deliveryTimeoutMs: HOUR_MS,
		});
		const attempted = new Promise((resolve) => sandbox.onAttempted(resolve));
		await submit(await makePdf());
		await Promise.all([hanging.arrived(1), attempted]);

		const urls: string[] = [];
		sandbox.onAttempted(({ url }) => urls.push(url));
		sandbox.reset();
		await sandbox.webhooks.settled();
		expect([urls, sandbox.webhooks.deliveries]).toEqual([[], []]);

		await submit(await makePdf());
		await failing.arrived(2);
	});

	it('removes the documents of forgotten uploads', async () => {
		const { client, sandbox, submit } = await setUp();
		await client.upload(await makePdf());
		const id = await submit(await makePdf());
		const { source } = await sandbox.jobFinished(id);
		expect(readdirSync(dirname(source))).not.toEqual([]);
		sandbox.reset();
		expect(readdirSync(dirname(source))).toEqual([]);
	});
});
