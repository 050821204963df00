import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { containerHost, readImageVersion } from '../../host/harness/container';
import { startN8n } from '../../host/harness/n8n';

const IMAGE = 'docker.n8n.io/n8nio/n8n:latest';

/**
 * Fakes `docker`: records each call and runs "containers" as processes. Its client ends only together with
 * its container.
 */
const FAKE_DOCKER = `#!${process.execPath}
const { appendFileSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
const folder = __dirname;
appendFileSync(join(folder, 'calls'), JSON.stringify(args) + '\\n');
const container = (name) => join(folder, name);
const [command] = args;
if (command === 'run' && args.at(-1) === '--version') {
	console.log('Pulled\\n2.41.1');
} else if (command === 'image') {
	console.log('sha256:0123');
} else if (command === 'run') {
	const name = args[args.indexOf('--name') + 1];
	writeFileSync(container(name), String(process.pid));
	for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
	process.on('SIGUSR2', () => process.exit(143));
	console.log('Editor is now accessible via:');
	setInterval(() => undefined, 1_000);
} else if (command === 'stop' || command === 'kill') {
	const name = args.at(-1);
	const pid = Number(readFileSync(container(name), 'utf8'));
	rmSync(container(name));
	process.kill(pid, command === 'kill' ? 'SIGKILL' : 'SIGUSR2');
} else {
	console.error('unknown command');
	process.exit(1);
}
`;

const { PATH } = process.env;
let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'tag-pdf-docker-'));
	await writeFile(join(folder, 'docker'), FAKE_DOCKER);
	await chmod(join(folder, 'docker'), 0o755);
	process.env.PATH = `${folder}${delimiter}${PATH}`;
});
afterEach(async () => {
	process.env.PATH = PATH;
	await rm(folder, { recursive: true });
});

const calls = async () =>
	(await readFile(join(folder, 'calls'), 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as string[]);

/** All values of an option that may occur several times. */
const valuesOf = (args: readonly string[], option: string) =>
	args.flatMap((arg, index) => (arg === option ? [args[index + 1]] : []));

test('reads the version of n8n from the image', async () => {
	expect(await readImageVersion(IMAGE)).toBe('2.41.1');
	expect(await calls()).toEqual([['run', '--rm', IMAGE, '--version']]);
});

test('starts n8n on the network of this machine, as this user, with the user folder at its own path', async () => {
	const host = await containerHost(IMAGE, '2.41.1');
	const n8n = await startN8n({ host, home: folder, env: { N8N_LOG_LEVEL: 'debug' } });
	expect(n8n.lines).toContain('Editor is now accessible via:');
	await n8n.stop();

	const run = (await calls()).find(([command]) => command === 'run') ?? [];
	expect(run.slice(-2)).toEqual([IMAGE, 'start']);
	expect(run).toEqual(expect.arrayContaining(['--rm', '--init']));
	expect(valuesOf(run, '--network')).toEqual(['host']);
	expect(valuesOf(run, '--user')).toEqual([`${process.getuid?.()}:${process.getgid?.()}`]);
	expect(valuesOf(run, '--volume')).toEqual([`${folder}:${folder}`]);
	expect(valuesOf(run, '--workdir')).toEqual([folder]);
	expect(valuesOf(run, '--env')).toEqual(
		expect.arrayContaining([
			`HOME=${folder}`,
			`N8N_USER_FOLDER=${folder}`,
			`N8N_PORT=${n8n.port}`,
			'N8N_UNVERIFIED_PACKAGES_ENABLED=true',
			'N8N_DIAGNOSTICS_ENABLED=false',
			'N8N_LOG_LEVEL=debug',
		]),
	);
});

test.each([
	['stop', ['stop', '--time', '15']],
	['kill', ['kill']],
] as const)(
	'%s ends the container and not only the client in front of it',
	async (how, command) => {
		const host = await containerHost(IMAGE, '2.41.1');
		const n8n = await startN8n({ host, home: folder });
		expect(n8n.alive()).toBe(true);
		await n8n[how]();
		expect(n8n.alive()).toBe(false);
		const made = await calls();
		const run = made.find(([first]) => first === 'run') ?? [];
		expect(made.at(-1)).toEqual([...command, ...valuesOf(run, '--name')]);
		// Ending an ended container makes no call.
		await n8n[how]();
		expect(await calls()).toHaveLength(made.length);
	},
);

test('starts again at the same port, in another container', async () => {
	const host = await containerHost(IMAGE, '2.41.1');
	const first = await startN8n({ host, home: folder });
	await first.kill();
	const second = await startN8n({ host, home: folder, port: first.port });
	expect(second.url).toBe(first.url);
	await second.stop();
	const names = (await calls()).flatMap((args) => valuesOf(args, '--name'));
	expect(new Set(names).size).toBe(2);
});

test('another image gets another prepared folder', async () => {
	const host = await containerHost(IMAGE, '2.41.1');
	await writeFile(join(folder, 'docker'), FAKE_DOCKER.replace('sha256:0123', 'sha256:4567'));
	expect((await containerHost(IMAGE, '2.41.1')).folder).not.toBe(host.folder);
});

test('says that there is no docker', async () => {
	process.env.PATH = join(folder, 'nowhere');
	await expect(readImageVersion(IMAGE)).rejects.toThrow('There is no docker on this machine.');
});
