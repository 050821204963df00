import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { startSandbox } from '../../../sandbox';
import { ReferenceClient } from '../../reference/client';
import { open } from './openSandbox';
import { makePdf } from './pdf';

describe('a sandbox that is closed', () => {
	it('ends stalled answers and waiting jobs at once, and leaves no document behind', async () => {
		const sandbox = await startSandbox({ tagger: 'stamp', processingMs: 3_600_000 });
		const client = new ReferenceClient(sandbox.url, sandbox.accounts[0].apiKey);
		await client.submitJob({ key: await client.upload(await makePdf()) });
		const folder = dirname(sandbox.jobs[0]?.source ?? '');
		expect(existsSync(folder)).toBe(true);
		sandbox.faults.order({ step: 'getAccount', fault: { stall: 'headers' } });
		const stalled = client.getAccount();
		await sandbox.requestArrived('getAccount');
		await Promise.all([expect(stalled).rejects.toThrow(), sandbox.close()]);
		expect(existsSync(folder)).toBe(false);
	});

	it('ends the Java process of a running job', async () => {
		const sandbox = await startSandbox({ tagger: 'opendataloader' });
		const client = new ReferenceClient(sandbox.url, sandbox.accounts[0].apiKey);
		await client.submitJob({ key: await client.upload(await makePdf(50)) });
		await sandbox.close();
		expect(sandbox.jobs[0]?.status).toBe('processing');
	});
});

test('a sandbox reports a taken port', async () => {
	const { sandbox } = await open();
	const port = Number(new URL(sandbox.url).port);
	await expect(startSandbox({ tagger: 'stamp', port })).rejects.toMatchObject({
		code: 'EADDRINUSE',
	});
});

test('a sandbox that listens on every address names loopback, where n8n takes http', async () => {
	const sandbox = await startSandbox({ tagger: 'copy', listen: '0.0.0.0' });
	for (const url of [sandbox.url, sandbox.storageUrl]) {
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
	}
	await sandbox.close();
});
