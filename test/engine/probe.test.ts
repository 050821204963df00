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
		expect(await probeKeys(service, (line) => lines.push(line))).toBe(reading);
		expect(lines).toContain(`A repeated key is answered with: ${reading}`);
		expect(lines).toContain('Credits spent: 1');
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
