import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { reportElapsed, type Report } from './elapsed';
import { makeOnce } from './folder';
import type { Host } from './host';
import { startServer } from './process';
import { quietSettings } from './settings';
import { cacheFolder, type HostVersion } from './versions';

/** An n8n that was installed from npm. */
export interface InstalledHost extends HostVersion, Host {
	/** The Node binary that runs it. */
	readonly node: string;
}

const DOWNLOADING = 'downloading: up to 2.6 GB, minutes, only this once';

/**
 * Installs one n8n with its own Node into the cache folder. Takes seconds if it is installed, otherwise
 * about two minutes and up to 2.6 GB.
 *
 * @throws Error with the end of npm's output.
 */
export async function installHost(version: HostVersion, report: Report): Promise<InstalledHost> {
	const node = await installNode(version.nodeVersion, report);
	await makeOnce(version.folder, async (folder) => {
		const npm = npmIn(folder, node.bin);
		await cp(version.pins, folder, { recursive: true });
		await reportElapsed(report, DOWNLOADING, async () => {
			// Connections can break during the download; `npm ci` starts again.
			await npm('ci').catch(async () => await npm('ci'));
		});
		await reportElapsed(report, 'building sqlite3', async () => {
			await npm('rebuild', 'sqlite3', '--ignore-scripts=false');
		});
	});
	const cli = join(version.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return {
		...version,
		node: node.path,
		settings: quietSettings(version),
		start: async ({ args, env, home }) =>
			await startServer({
				command: node.path,
				args: [cli, ...args],
				cwd: home,
				env: { ...inheritedVariables(), ...env },
			}),
	};
}

/** Only these variables are inherited, because n8n reads every variable it knows as a setting. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SYSTEMROOT', 'TEMP', 'APPDATA'];

function inheritedVariables(): NodeJS.ProcessEnv {
	return Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
}

/** Installs Node itself from the registry: the package `node` contains the binary of this platform. */
export async function installNode(
	version: string,
	report: Report,
): Promise<{ bin: string; path: string }> {
	const folder = join(cacheFolder(), `node-${version}`);
	await makeOnce(folder, async (partial) => {
		const npm = npmIn(partial);
		await reportElapsed(report, `downloading Node ${version}`, async () => {
			await npm('init', '--yes');
			await npm('install', '--ignore-scripts=false', `node@${version}`);
		});
	});
	const bin = join(folder, 'node_modules', 'node', 'bin');
	return { bin, path: join(bin, process.platform === 'win32' ? 'node.exe' : 'node') };
}

/** npm can wait for a dead connection forever; a whole install takes two minutes on a good connection. */
const PATIENCE_MS = 15 * 60_000;

/** Variables that npm needs to reach the registry. */
const REGISTRY_SETTINGS =
	/^npm_config_(registry|proxy|https_proxy|noproxy|cafile|cache|userconfig|globalconfig)$/i;

/** The npm command. On Windows it is a script that only a shell could start. */
const [NPM, ...SCRIPT] =
	process.platform === 'win32'
		? [process.execPath, join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')]
		: ['npm'];

/**
 * Returns a function that runs npm in a folder, with the Node in `bin` to satisfy `engines`. npm and the
 * compilers it starts end with this process.
 */
export function npmIn(cwd: string, bin?: string) {
	const path = [bin, process.env.PATH].filter(Boolean).join(delimiter);
	// npm passes its settings on as variables; only those of the registry may reach the hosts.
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^npm_/i.test(name) || REGISTRY_SETTINGS.test(name),
	);
	const env = { ...Object.fromEntries(inherited), ...ownHeaders(), PATH: path };
	return async (...args: string[]) => {
		const command = [...SCRIPT, ...args];
		// A partial installation is useless, and a new one may start at once in the same folder.
		const npm = await startServer({ command: NPM, args: command, cwd, env, graceMs: 0 });
		const deadline = setTimeout(() => void npm.kill(), PATIENCE_MS);
		const [code] = (await npm.ended) as [number | null];
		clearTimeout(deadline);
		if (code === 0) return;
		const end = npm.lines.slice(-40).join('\n');
		throw new Error(`npm ${args.join(' ')} did not succeed (${code}):\n${end}`);
	};
}

/**
 * Headers of the Node that runs this process. sqlite3 is compiled with them if neither its binaries nor
 * other headers can be downloaded. It uses Node-API, which is the same in every Node.
 */
function ownHeaders(): NodeJS.ProcessEnv {
	const folder = dirname(dirname(process.execPath));
	const found = existsSync(join(folder, 'include', 'node', 'node_api.h'));
	return found ? { npm_config_nodedir: folder } : {};
}
