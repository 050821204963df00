import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** Node version of every host that does not name its own: n8n 2.41 requires 24, and n8n 1.123 accepts it. */
export const NODE_VERSION = '24.21.0';

/** Replaces the default cache folder, for a bigger disk or a CI cache. */
export const CACHE_VARIABLE = 'TAG_PDF_HOSTS';

/** Folder of an extra pin for this run, next to the committed pins; also known to jest.config.js. */
export const PIN_VARIABLE = 'TAG_PDF_PIN';

const VERSIONS = join(__dirname, '..', 'versions');
/** The files that determine the installed tree; other changes of package.json need no install. */
const TREE = ['package-lock.json', '.npmrc'];

/** One n8n to install: its pins, and its install folder. */
export interface HostVersion {
	/** n8n's own version, e.g. `2.41.1`. */
	readonly n8n: string;
	/** Whether every suite of the host tests, including the editor's tests, runs on it. */
	readonly everySuite: boolean;
	/** The Node that runs it, e.g. `24.21.0`. */
	readonly nodeVersion: string;
	/** The folder with package.json, package-lock.json and .npmrc. */
	readonly pins: string;
	/** The install folder. A changed lockfile gets a new folder, so an install is never stale. */
	readonly folder: string;
}

/** All pinned versions, oldest first. */
export function hostVersions(): HostVersion[] {
	const committed = readdirSync(VERSIONS).map((n8n) => join(VERSIONS, n8n));
	return [...committed, process.env[PIN_VARIABLE] ?? []]
		.flat()
		.map(describe)
		.sort((a, b) => a.n8n.localeCompare(b.n8n, 'en', { numeric: true }));
}

/** The newest pinned version, used by `npm start` and queue mode. */
export function latestVersion(): HostVersion {
	return hostVersions().at(-1) as HostVersion;
}

/** The versions with editor tests, oldest first: the last n8n 1, and the newest. */
export function editorVersions(): HostVersion[] {
	return hostVersions().filter(({ everySuite }) => everySuite);
}

/**
 * Finds the pinned version with that number.
 *
 * @throws Error that lists the pinned versions, if it isn't one of them.
 */
export function hostVersion(n8n: string): HostVersion {
	const found = hostVersions().find((version) => version.n8n === n8n);
	if (found) return found;
	const known = hostVersions().map((version) => version.n8n);
	throw new Error(`n8n ${n8n} is not pinned in test/host/versions: ${known.join(', ')} are`);
}

/** The folder of all installed hosts and Node versions, outside the repository. */
export function cacheFolder(): string {
	const chosen = process.env[CACHE_VARIABLE];
	if (chosen) return resolve(chosen);
	return join(systemCache(), 'n8n-nodes-tag-pdf', 'hosts');
}

function systemCache(): string {
	const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
	if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA;
	if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
	return XDG_CACHE_HOME ?? join(homedir(), '.cache');
}

/** Fields of a pin's package.json besides its dependencies. */
interface Manifest {
	/** The only suites that run; by default all run. */
	readonly suites?: readonly string[];
	/** An exact version, if n8n refuses the default Node. */
	readonly engines?: { readonly node: string };
}

function describe(pins: string): HostVersion {
	const n8n = basename(pins);
	const manifest = readFileSync(join(pins, 'package.json'), 'utf8');
	const { suites, engines } = JSON.parse(manifest) as Manifest;
	const nodeVersion = engines?.node ?? NODE_VERSION;
	const hash = createHash('sha256').update(nodeVersion);
	for (const name of TREE) hash.update(readFileSync(join(pins, name)));
	const folder = join(cacheFolder(), `${n8n}-${hash.digest('hex').slice(0, 12)}`);
	return { n8n, everySuite: !suites, nodeVersion, pins, folder };
}
