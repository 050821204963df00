import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import { reportElapsed, type Report } from '../../test/host/harness/elapsed';
import { removeFolder } from '../../test/host/harness/folder';
import { prepareHome } from '../../test/host/harness/home';
import type { Host } from '../../test/host/harness/host';
import { tryLock } from '../../test/host/harness/lock';
import { startN8n, type N8n } from '../../test/host/harness/n8n';
import { opening, type Close } from '../../test/host/harness/opening';
import { addPackage } from '../../test/host/harness/package';
import { type Ports, SAMPLES, TOUR_CREDITS } from './defaults';
import { furnish, type Furniture } from './furnish';

/** A sandbox, and an n8n that has the package, its credentials and the examples. */
export interface Tour extends Furniture {
	readonly sandbox: Sandbox;
	readonly n8n: N8n;
	/** n8n's own version. */
	readonly version: string;
	/** n8n's user folder: workflows, credentials, executions, files and the log. */
	readonly home: string;
	/** The only folder that n8n's file nodes may read and write. */
	readonly documents: string;
	/** Password of n8n's owner. */
	readonly password: string;
	/** Path of n8n's log. */
	readonly logFile: string;
	readonly close: Close;
}

/** Changes to the default tour, which leaves nothing behind and has no mailbox. */
export interface TourOptions {
	/** Keeps the user's work: one n8n per version, and the documents that all versions share. */
	readonly folder?: string;
	/** Whether to remove the data of this n8n version; the documents stay. */
	readonly fresh?: boolean;
	/** Paths of the PDFs that arrive by mail; undefined for no mailbox. */
	readonly mailed?: readonly string[] | undefined;
	/** Receives each step, and how long it has taken so far. */
	readonly report?: Report;
}

/**
 * Starts a tour.
 *
 * @param tarball the packed package
 * @throws Error when something does not start; everything that had started is ended
 */
export async function startTour(
	host: Host,
	tarball: string,
	ports: Ports,
	{ folder, fresh = false, mailed, report = () => undefined }: TourOptions = {},
): Promise<Tour> {
	return await opening(async (onClose, close) => {
		const root = folder ?? (await openTemporaryFolder(onClose));
		const home = join(root, `n8n-${host.n8n}`);
		const documents = join(root, 'documents');
		await reportElapsed(report, 'preparing the folder', async () => {
			await openHome(host, home, fresh, onClose);
			await addPackage(home, tarball);
			await addSamples(documents);
		});
		const { password, seed } = await keepSecrets(home);
		const sandbox = await reportElapsed(report, 'starting the sandbox', async () => {
			return await startSandbox({ port: ports.sandbox, seed, credits: TOUR_CREDITS });
		});
		onClose(async () => await sandbox.close());
		const logFile = join(home, 'n8n.log');
		const env = {
			N8N_LOG_OUTPUT: 'console,file',
			N8N_LOG_FILE_LOCATION: logFile,
			N8N_RESTRICT_FILE_ACCESS_TO: documents,
		};
		const n8n = await reportElapsed(report, 'starting n8n', async () => {
			return await startN8n({ host, home, port: ports.n8n || undefined, env });
		});
		onClose(n8n.stop);
		const { welcome: welcomePort } = ports;
		const place = { n8nUrl: n8n.url, sandbox, password, welcomePort, mailed, report };
		const furniture = await furnish(place, onClose);
		const { n8n: version } = host;
		return { ...furniture, sandbox, n8n, version, home, documents, password, logFile, close };
	});
}

async function openTemporaryFolder(onClose: (end: Close) => void): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-tour-'));
	onClose(async () => await removeFolder(folder));
	return folder;
}

/** Locks n8n's user folder, and creates it if it is missing. */
async function openHome(
	host: Host,
	home: string,
	fresh: boolean,
	onClose: (end: Close) => void,
): Promise<void> {
	const release = await tryLock(home);
	if (!release) {
		throw new Error(
			`Another npm start uses ${home}. Stop it first, or choose another folder with --folder.`,
		);
	}
	onClose(release);
	if (fresh) await removeFolder(home);
	if (existsSync(home)) return;
	// Renamed when it is complete, so it is never partial.
	const partial = `${home}.partial`;
	await removeFolder(partial);
	await cp(await prepareHome(host, () => undefined), partial, { recursive: true });
	await rename(partial, home);
}

/** Copies the samples into a folder; the user's own files with these names stay. */
async function addSamples(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const [name, source] of Object.entries(SAMPLES)) {
		const target = join(folder, `${name}.pdf`);
		if (!existsSync(target)) await copyFile(source, target);
	}
}

/** Secrets of a tour. Every tour has its own, because n8n and the sandbox are open to all programs here. */
export interface TourSecrets {
	/** Password of n8n's owner. */
	readonly password: string;
	/** Seed of the sandbox: its keys and signing secrets stay the same for the next start. */
	readonly seed: string;
}

/** Reads the secrets of the tour in a folder. The first start makes them. */
async function keepSecrets(folder: string): Promise<TourSecrets> {
	const path = join(folder, 'tour.json');
	if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8')) as TourSecrets;
	// n8n demands a digit and a capital letter.
	const password = `${randomBytes(12).toString('base64url')}0A`;
	const secrets: TourSecrets = { password, seed: randomUUID() };
	await writeFile(path, JSON.stringify(secrets), { flag: 'wx', mode: 0o600 });
	return secrets;
}
