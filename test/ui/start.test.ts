import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { createTransport } from 'nodemailer';
import { SAMPLES } from '../../scripts/start/defaults';
import { readExample } from '../../scripts/start/examples';
import { closedBy } from '../closing';
import { exampleNames } from '../examples/examples';
import { finishedExecutions, outputs } from '../host/harness/rest/executions';
import { Session } from '../host/harness/rest/session';
import { addWorkflow, findWorkflow, listWorkflows } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { CACHE_VARIABLE, cacheFolder, latestVersion } from '../host/harness/versions';
import { present } from '../present';
import { launch } from './browser';

const ROOT = join(__dirname, '../..');
const FREE_PORTS = ['n8n', 'sandbox', 'welcome'].flatMap((name) => [`--${name}-port`, '0']);

/** A running `npm start`. */
interface Start {
	/** Lines of its output. */
	readonly lines: AsyncIterator<string, undefined>;
	/** Its output on stderr so far. */
	readonly errors: readonly string[];
	/** Types a line into its terminal. */
	readonly type: (line: string) => void;
	/** Presses Ctrl-C in its terminal: every process of the group gets SIGINT. */
	readonly interrupt: () => void;
	/** Its exit code, once it has ended. */
	readonly ended: Promise<number | null>;
}

let browser: Browser;
/** Folder that keeps the tour of these tests. */
let folder: string;
const closing = closedBy(afterAll);
const started: Start[] = [];

beforeAll(async () => {
	browser = closing(await launch());
	folder = await mkdtemp(join(tmpdir(), 'tag-pdf-kept-'));
});
afterAll(async () => await rm(folder, { recursive: true }));
afterEach(async () => {
	for (const { interrupt, ended } of started.splice(0)) {
		interrupt();
		await ended;
	}
});

/** Starts `npm start` in its own process group, like a terminal. */
function start(env: NodeJS.ProcessEnv = {}, ...more: string[]): Start {
	const child = spawn('npm', ['start', '--', '--folder', folder, ...FREE_PORTS, ...more], {
		cwd: ROOT,
		detached: true,
		env: { ...process.env, NO_COLOR: '1', ...env },
		stdio: 'pipe',
	});
	const errors: string[] = [];
	child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
	const alive = () => child.exitCode === null && child.signalCode === null;
	const running = {
		lines: createInterface(child.stdout)[Symbol.asyncIterator](),
		errors,
		type: (line: string) => void child.stdin.write(`${line}\n`),
		interrupt: () => {
			if (alive()) process.kill(-(child.pid as number), 'SIGINT');
		},
		ended: once(child, 'close').then(() => child.exitCode),
	};
	started.push(running);
	return running;
}

/** Reads lines up to the first match and returns them. */
async function printed(lines: AsyncIterator<string, undefined>, last: RegExp): Promise<string> {
	const seen: string[] = [];
	for (;;) {
		const { done, value } = await lines.next();
		if (done) throw new Error(`npm start has ended without ${last}:\n${seen.join('\n')}`);
		seen.push(value);
		if (last.test(value)) return seen.join('\n');
	}
}

/** IDs of the processes whose working folder is inside that folder; reads Linux's /proc. */
async function workingIn(folder: string): Promise<string[]> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	// A process may have ended meanwhile.
	const folders = await Promise.all(
		ids.map(async (id) => await readlink(`/proc/${id}/cwd`).catch(() => '')),
	);
	return ids.filter((_id, index) => folders[index]?.startsWith(folder));
}

/** A cache folder with Node but without n8n, whose installation takes long enough to interrupt. */
async function hostsWithNodeAlone(): Promise<string> {
	const hosts = await mkdtemp(join(await realpath(tmpdir()), 'tag-pdf-hosts-'));
	for (const name of await readdir(cacheFolder())) {
		if (/^node-[\d.]+$/.test(name)) await symlink(join(cacheFolder(), name), join(hosts, name));
	}
	return hosts;
}

describe('npm start', () => {
	const BUILT = 'Built by the user';
	const signIn = async (text: string) => {
		const [, url = '', password] = /^ *Sign in +(\S+) as \S+, password (\S+)$/m.exec(text) ?? [];
		return await Session.signIn(url, password);
	};

	test('ends at an editor in which one click tags a PDF; Ctrl-C stops it all', async () => {
		const { lines, interrupt, ended } = start();
		const text = await printed(lines, /^ *Stop +Ctrl-C/);
		expect(text).toMatch(/^\S+ Build the package$[^]*starting n8n[^]*importing the examples/m);
		const address = (label: string) =>
			new RegExp(`^ *${label} +(http://127\\.0\\.0\\.1:\\d+(/\\S*)?)`, 'm').exec(text)?.[1] ?? '';
		const [welcome, service, n8n] = ['n8n', 'Service', 'Sign in'].map(address) as [
			string,
			string,
			string,
		];

		const sample = await fetch(/^ *Sample +(\S+)/m.exec(text)?.[1] ?? '');
		expect((await sample.text()).slice(0, 5)).toBe('%PDF-');
		const log = await readFile(/^ *n8n log +(\S+)$/m.exec(text)?.[1] ?? '', 'utf8');
		expect(log).toContain('n8n ready');
		const documents = /^ *PDFs +(\S+)/m.exec(text)?.[1] ?? '';
		expect((await readdir(documents)).sort()).toEqual([
			'scanned.pdf',
			'tagged.pdf',
			'untagged.pdf',
		]);

		// The link has a part that others on this machine cannot guess.
		const guessed = await fetch(new URL('/', welcome));
		expect([guessed.status, guessed.headers.get('set-cookie')]).toEqual([404, null]);
		const page = await browser.newPage();
		await page.goto(welcome);
		await page.locator('[data-test-id="execute-workflow-button"]').click({ timeout: 60_000 });
		await page.getByText('Workflow executed successfully').first().waitFor();
		await page.goto(service);
		const jobs = page.getByRole('region', { name: 'Jobs' });
		await jobs.getByText('completed').waitFor();
		const session = await signIn(text);
		const names = (await listWorkflows(session)).map(({ name }) => name);
		const examples = exampleNames().filter((name) => !/\/|^imap-to-s3$/.test(name));
		expect(names.sort()).toEqual(examples.map((name) => readExample(name).name).sort());
		// The triggers of the other examples, which are not active, would refuse each event.
		expect(await page.getByRole('switch', { name: /Send events/ }).count()).toBe(1);
		await addWorkflow(session, { name: BUILT, nodes: [], connections: {} });

		interrupt();
		await printed(lines, /^n8n and the sandbox have stopped\.$/);
		await ended;
		for (const url of [welcome, service, n8n]) await expect(fetch(url)).rejects.toThrow();
	});

	test('the next start has what the user built, and one more start beside it is refused', async () => {
		const first = start();
		const session = await signIn(await printed(first.lines, /^ *Stop +Ctrl-C/));
		expect(await findWorkflow(session, BUILT)).toMatchObject({ name: BUILT });
		const second = start();
		expect(await second.ended).not.toBe(0);
		expect(second.errors.join('')).toContain('Another npm start uses');
	});

	test('with --fresh and --mailbox only a signed mail has come in, and its PDFs alone are in the bucket', async () => {
		const { lines, type } = start({}, '--fresh', '--mailbox');
		const text = await printed(lines, /^ *Stop +Ctrl-C/);
		const session = await signIn(text);
		expect(await findWorkflow(session, BUILT)).toBeUndefined();
		const example = present(await findWorkflow(session, readExample('imap-to-s3').name));
		const [execution] = await finishedExecutions(session, example.id);
		const [mail] = outputs(present(execution), 'New mail')[0] ?? [];
		const attached = Object.values(mail?.binary ?? {}).map(({ fileName }) => fileName);
		expect(attached).toEqual(['sample.pdf', 'tagged.pdf', 'logo.svg', 'smime.p7s']);

		const addresses = [...text.matchAll(/^ *(http\S+\/documents\/\S+)$/gm)].map(
			([, url = '']) => url,
		);
		expect(addresses.map(decodeURI)).toEqual([
			expect.stringMatching(/\/tagged\/.* Please make it accessible \(1\)\/1 sample\.pdf$/),
			expect.stringMatching(/\/tagged\/.* Please make it accessible \(1\)\/2 tagged\.pdf$/),
		]);
		for (const address of addresses) {
			const stored = await fetch(address);
			expect((await stored.text()).slice(0, 5)).toBe('%PDF-');
		}

		// Enter sends the same mail again.
		type('');
		await printed(lines, /Please%20make%20it%20accessible%20\(2\)\/2%20tagged\.pdf$/);
		type('nothere.pdf');
		await printed(lines, /There is no file nothere\.pdf/);
		type(`'${SAMPLES.scanned}'`);
		await printed(lines, /\(3\)\/1%20scanned\.pdf$/);
		// Any mail program can send one, too.
		const [, host = '', port] = /^ *Send mail +SMTP (\S+):(\d+)/m.exec(text) ?? [];
		const transport = createTransport({ host, port: Number(port), ignoreTLS: true });
		const attachments = [{ filename: 'mine.pdf', path: SAMPLES.untagged }];
		const ends = { from: 'me@example.com', to: 'reader@example.com' };
		await transport.sendMail({ ...ends, subject: 'Mine', attachments });
		const executions = await finishedExecutions(session, example.id, 4);
		expect(executions.map(({ status }) => status)).toEqual(Array(4).fill('success'));
	});

	test('Ctrl-C during the installation of n8n ends it at once, with all its processes', async () => {
		const hosts = await hostsWithNodeAlone();
		const { lines, errors, interrupt, ended } = start({ [CACHE_VARIABLE]: hosts });
		await printed(lines, /downloading: up to/);
		await until({ what: 'npm is at work' }, async () => (await workingIn(hosts)).length > 0);
		interrupt();
		expect(await ended).not.toBe(0);
		// The start did not wait for the installation, which would have left a folder of this name.
		expect(await readdir(hosts)).not.toContain(basename(latestVersion().folder));
		expect(errors.join('')).toContain('Interrupted.');
		// No lock is left that another start would wait for.
		expect((await readdir(hosts)).filter((name) => name.endsWith('.lock'))).toEqual([]);
		await until({ what: 'npm has ended' }, async () => {
			return (await workingIn(hosts)).length === 0;
		});
		await rm(hosts, { recursive: true });
	});
});
