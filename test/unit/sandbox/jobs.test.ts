import { open } from './openSandbox';
import { makePdf } from './pdf';

describe('jobs', () => {
	it.each([
		['not a PDF', () => Buffer.from('hello')],
		['a PDF cut off at the start', async () => (await makePdf()).subarray(0, 100)],
	])('end as failed for %s, without a result', async (_what, document) => {
		const { sandbox, client } = await open();
		const key = await client.upload(await document());
		const { body, status } = await client.submitJob({ key });
		expect(status).toBe(202);
		await sandbox.jobFinished(body.id);
		expect((await client.getJob(body.id)).body.status).toBe('failed');
		expect((await client.getResult(body.id)).status).toBe(409);
	});

	it('have no result while they are processing: 409', async () => {
		const { client } = await open({ processingMs: 3_600_000 });
		const { body } = await client.submitJob({ key: await client.upload(await makePdf()) });
		expect(body.status).toBe('processing');
		expect((await client.getResult(body.id)).status).toBe(409);
	});

	it('are processed up to the configured number at a time', async () => {
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
