import { open } from './openSandbox';
import { makePdf } from './pdf';

describe('Idempotency-Key', () => {
	it.each(['first-job', 'replay', 'conflict'] as const)(
		'%s: the same key and body get the first job and no second charge',
		async (idempotency) => {
			const { client, sandbox } = await open({ idempotency });
			const key = await client.upload(await makePdf(2));
			const first = await client.submitJob({ key, filename: 'a.pdf' }, 'k');
			const repeat = await client.submitJob({ filename: 'a.pdf', key }, 'k');
			expect(repeat.status).toBe(202);
			expect(repeat.body.id).toBe(first.body.id);
			expect(repeat.body.request_id).not.toBe(first.body.request_id);
			expect([sandbox.jobs.length, sandbox.ledger.spent]).toEqual([1, 2]);
		},
	);

	it.each([
		['first-job', 202],
		['replay', 202],
		['conflict', 409],
	] as const)('%s: the same key with another body answers %d', async (idempotency, status) => {
		const { client, sandbox } = await open({ idempotency });
		const key = await client.upload(await makePdf());
		const first = await client.submitJob({ key }, 'k');
		const other = await client.submitJob({ key, options: { ocr: true } }, 'k');
		const id = status === 202 ? first.body.id : undefined;
		expect([other.status, other.body.id]).toEqual([status, id]);
		expect(sandbox.jobs.length).toBe(1);
	});

	it('answers 409 while the first job is being created, then that job', async () => {
		const { client, sandbox } = await open({ creationMs: 3_000 });
		const key = await client.upload(await makePdf());
		const first = client.submitJob({ key }, 'k');
		await sandbox.requestArrived('submitJob');
		expect((await client.submitJob({ key }, 'k')).status).toBe(409);
		const { body } = await first;
		expect((await client.submitJob({ key }, 'k')).body.id).toBe(body.id);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});

	it.each([
		['first-job', 'failed', 0],
		['replay', 'processing', 1],
		['conflict', 'failed', 0],
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

	it('keeps the keys of two accounts apart, and makes two jobs without a key', async () => {
		const { client, other, sandbox } = await open();
		const pdf = await makePdf();
		const [mine, theirs] = [await client.upload(pdf), await other.upload(pdf)];
		await client.submitJob({ key: mine }, 'k');
		await other.submitJob({ key: theirs }, 'k');
		await client.submitJob({ key: mine });
		expect(new Set(sandbox.jobs.map(({ id }) => id)).size).toBe(3);
	});
});
