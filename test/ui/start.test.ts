import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { launch } from './browser';

const ROOT = join(__dirname, '../..');
const FREE_PORTS = ['n8n', 'sandbox', 'welcome'].flatMap((name) => [`--${name}-port`, '0']);

let browser: Browser;
let start: ChildProcessByStdio<null, Readable, null>;

beforeAll(async () => {
	browser = await launch();
	// A process group of its own, as a terminal makes one.
	start = spawn('npm', ['start', '--', ...FREE_PORTS], {
		cwd: ROOT,
		detached: true,
		env: { ...process.env, NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
});
afterAll(async () => {
	await browser?.close();
	if (start?.exitCode === null && start.signalCode === null) interrupt();
});

/** Ctrl-C in the terminal: every process of the group gets it. */
const interrupt = () => process.kill(-(start.pid as number), 'SIGINT');

/** Reads on to the line that matches. */
async function printed(lines: AsyncIterator<string>, last: RegExp): Promise<string> {
	const seen: string[] = [];
	for (;;) {
		const { done, value } = await lines.next();
		if (done) throw new Error(`npm start has ended without ${last}:\n${seen.join('\n')}`);
		seen.push(value);
		if (last.test(value)) return seen.join('\n');
	}
}

test('npm start ends at an editor in which one click tags a PDF; Ctrl-C stops it all', async () => {
	const lines = createInterface(start.stdout)[Symbol.asyncIterator]();
	const text = await printed(lines, /^ *Stop +Ctrl-C/);
	const address = (label: string) =>
		new RegExp(`^ *${label} +(http://127\\.0\\.0\\.1:\\d+)`, 'm').exec(text)?.[1] ?? '';
	const [welcome, service, n8n] = ['n8n', 'Service', 'Sign in'].map(address) as [
		string,
		string,
		string,
	];

	const page = await browser.newPage();
	await page.goto(welcome);
	await page.locator('[data-test-id="execute-workflow-button"]').click({ timeout: 60_000 });
	await page.getByText('Workflow executed successfully').first().waitFor();
	await page.goto(`${service}/developers`);
	const jobs = page.getByRole('region', { name: 'Jobs' });
	await jobs.getByText('completed').waitFor();

	const exit = once(start, 'exit');
	interrupt();
	await printed(lines, /^n8n and the sandbox have stopped\.$/);
	await exit;
	for (const url of [welcome, service, n8n]) await expect(fetch(url)).rejects.toThrow();
});
