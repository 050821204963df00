import { probeJob, probeKeys } from '../../scripts/probe/probe';
import { startSandbox } from '../../sandbox';

test.each([
	['first-job', 'first job'],
	['replay', 'replay'],
	['conflict', 'conflict'],
] as const)('the probe tells the reading %s', async (idempotency, reading) => {
	const sandbox = await startSandbox({ tagger: 'stamp', idempotency });
	try {
		const [{ apiKey }] = sandbox.accounts;
		const service = { baseUrl: sandbox.url, apiKey };
		const lines: string[] = [];
		const tell = (line: string) => lines.push(line);
		expect(await probeKeys(service, tell, service)).toBe(reading);
		expect(lines).toContain(`A repeated key is answered with: ${reading}`);
		expect(lines).toEqual(
			expect.arrayContaining([
				'Refusals are not stored under a key',
				'Idempotency keys belong to the account',
				'Credits spent: 1',
				expect.stringMatching(/^Job .*: processing; right after it, GET answers with status 200$/),
				expect.stringMatching(/^created_at is ".*Z", with its zone$/),
				expect.stringMatching(/^Date is ".*GMT", -?[01] seconds apart$/),
			]),
		);
		expect(lines.join('\n')).not.toContain(apiKey);

		const told: string[] = [];
		await probeJob(service, sandbox.jobs[0]?.id ?? '', (line) => told.push(line));
		expect(told).toEqual([
			expect.stringMatching(/^The job: status 200, job .* \(completed\)$/),
			'It was made 0 minutes ago',
			'Its result: status 200',
		]);
	} finally {
		await sandbox.close();
	}
});
