import { open } from './openSandbox';
import { makePdf } from './pdf';

describe('credits', () => {
	it('answers 402 without credits, creates no job, and accepts the key again', async () => {
		const { account, client, sandbox } = await open({ credits: 2 });
		const key = await client.upload(await makePdf(3));
		const refused = await client.submitJob({ key }, 'k');
		expect(refused.status).toBe(402);
		expect([account.credits, sandbox.jobs.length, sandbox.ledger.spent]).toEqual([2, 0, 0]);
		account.credits = 3;
		expect((await client.submitJob({ key }, 'k')).status).toBe(202);
		expect(account.credits).toBe(0);
	});

	it('never spends the same credit twice when submissions race', async () => {
		const { account, client, sandbox } = await open({ credits: 5, creationMs: 5 });
		const key = await client.upload(await makePdf(2));
		const answers = await Promise.all(Array.from({ length: 6 }, () => client.submitJob({ key })));
		expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 402, 402, 402, 402]);
		expect([account.credits, sandbox.ledger.spent]).toEqual([1, 4]);
	});

	it('records who paid how much for which document', async () => {
		const { account, client, sandbox } = await open();
		const key = await client.upload(await makePdf(2));
		const { body } = await client.submitJob({ key }, 'my-key');
		expect(sandbox.ledger.charges).toEqual([
			expect.objectContaining({
				accountId: account.accountId,
				jobId: body.id,
				pages: 2,
				credits: 2,
				idempotencyKey: 'my-key',
				sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
			}),
		]);
	});

	it.each([
		[0, false, { spent: 0, used: 0 }],
		[1, false, { spent: 1, used: 1 }],
		[1, true, { spent: 0, used: 0 }],
	])(
		'charges %d for an unreadable document; refund: %s',
		async (unreadableCredits, refundFailedJobs, { spent, used }) => {
			const { client, sandbox } = await open({ unreadableCredits, refundFailedJobs });
			const key = await client.upload(Buffer.from('no PDF'));
			const { body } = await client.submitJob({ key });
			await sandbox.jobFinished(body.id);
			expect(sandbox.ledger.spent).toBe(spent);
			expect((await client.getJob(body.id)).body.credits_used).toBe(used);
		},
	);

	it('refuses more pages than allowed with 400 and charges nothing', async () => {
		const { client, sandbox } = await open({ maxPages: 2 });
		const { status } = await client.submitJob({ key: await client.upload(await makePdf(3)) });
		expect([status, sandbox.ledger.spent]).toEqual([400, 0]);
	});
});
