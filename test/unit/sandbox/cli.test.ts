import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { parseArguments } from '../../../sandbox/cli/arguments';
import { banner } from '../../../sandbox/cli/banner';
import { jobLine, requestLine } from '../../../sandbox/cli/lines';
import { DEFAULT_OPTIONS } from '../../../sandbox/options';
import { makePdf, open } from './openSandbox';

const parse = (...args: string[]) => parseArguments(['node', 'cli', ...args]);

test('the command line has every switch but functions and what is kept, and reads values', () => {
	const unoffered = { fails: undefined, kept: undefined, now: undefined, sleep: undefined };
	const own = { port: 4010, storagePort: 4011, quiet: false };
	expect(parse()).toEqual({ ...DEFAULT_OPTIONS, ...unoffered, ...own });
	const args = ['--port', '0', '--rate-limit', '60/10', '--store-status', '201', '--nulls'];
	expect(parse(...args)).toMatchObject({
		port: 0,
		storagePort: 0,
		rateLimit: { requests: 60, windowSeconds: 10 },
		storeStatus: 201,
		nulls: true,
	});
});

test('it starts, prints its address, and ends cleanly on Ctrl-C', async () => {
	const child = spawn(process.execPath, [
		require.resolve('tsx/cli'),
		'sandbox/cli.ts',
		...['--quiet', '--port', '0', '--tagger', 'stamp'],
	]);
	const ended = new Promise((resolve) => child.once('exit', resolve));
	let url = '';
	for await (const line of createInterface(child.stdout)) {
		url = `${line}/sandbox`;
		expect((await fetch(url)).status).toBe(200);
		child.kill('SIGINT');
	}
	// Like a shell, tsx reports code 130 for a child that ended by Ctrl-C.
	expect([0, 130]).toContain(await ended);
	await expect(fetch(url)).rejects.toThrow();
});

test('it prints a banner, and a line per request and job without secrets', async () => {
	const { client, sandbox, tag } = await open();
	const text = banner(sandbox);
	for (const part of [sandbox.url, sandbox.storageUrl, sandbox.tagger.description, 'Ctrl-C'])
		expect(text).toContain(part);
	for (const { apiKey } of sandbox.accounts) expect(text).toContain(apiKey);

	sandbox.faults.order({ step: 'getAccount', fault: { reset: 'before' } });
	await client.getAccount().catch(() => undefined);
	await tag(await makePdf(2));
	const lines = sandbox.requests.map((seen) => requestLine(seen, sandbox.accounts));
	expect(lines[0]).toContain('cut');
	expect(lines[0]).toContain('{"reset":"before"}');
	expect(lines.find((line) => line.includes('/v1/jobs'))).toContain('202');
	expect(lines.join()).not.toMatch(/X-Amz-Signature|tag_[0-9a-f]{32}/);
	expect(sandbox.jobs.map(jobLine)[0]).toContain('2 pages, 2 credits');
});
