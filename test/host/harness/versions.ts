import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** The Node of every host that names no other: n8n 2.41 asks for 24, and n8n 1.123 accepts it. */
const NODE_VERSION = '24.21.0';

/** Where the tests find hosts in place of the default, for a bigger disk or a CI cache. */
export const CACHE_VARIABLE = 'TAG_PDF_HOSTS';

/** The folder of a pin for this run alone, beside the committed ones; jest.config.js knows it, too. */
export const PIN_VARIABLE = 'TAG_PDF_PIN';

const VERSIONS = join(__dirname, '..', 'versions');
/** What decides the installed tree; a reworded package.json costs no install. */
const TREE = ['package-lock.json', '.npmrc'];

/** One n8n to install: why it, what pins its tree, and where the installed tree belongs. */
export interface HostVersion {
	/** n8n's own version, e.g. `2.41.1`. */
	readonly n8n: string;
	/** Why this version is tested, to follow its number: `the last of n8n 1`. */
	readonly reason: string;
	/** With the oldest version only: what happens on the n8n before it, as a sentence. */
	readonly before?: string;
	/** Whether every suite of the host tests runs on it, and so the editor's tests too. */
	readonly everySuite: boolean;
	/** The Node that runs it, e.g. `24.21.0`. */
	readonly nodeVersion: string;
	/** The folder with package.json, package-lock.json and .npmrc. */
	readonly pins: string;
	/** The install folder; another lockfile gives another folder, so no install is ever stale. */
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

/** The newest pinned version: what `npm start` shows and queue mode is tested on. */
export function latestVersion(): HostVersion {
	return hostVersions().at(-1) as HostVersion;
}

/** The versions whose editor is tested, oldest first: the last of n8n 1, and the newest. */
export function editorVersions(): HostVersion[] {
	return hostVersions().filter(({ everySuite }) => everySuite);
}

/**
 * The pinned version of that number.
 *
 * @throws Error that lists the pinned versions, if it isn't one of them.
 */
export function hostVersion(n8n: string): HostVersion {
	const found = hostVersions().find((version) => version.n8n === n8n);
	if (found) return found;
	const known = hostVersions().map((version) => version.n8n);
	throw new Error(`n8n ${n8n} is not pinned in test/host/versions: ${known.join(', ')} are`);
}

/** The folder that holds every installed host and Node, outside the repository. */
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

/** What a pin's package.json says beside its dependencies. */
interface Manifest {
	readonly description: string;
	readonly before?: string;
	/** The only suites that run; all of them where it is left out. */
	readonly suites?: readonly string[];
	/** An exact version, where n8n refuses the Node of the others. */
	readonly engines?: { readonly node: string };
}

function describe(pins: string): HostVersion {
	const n8n = basename(pins);
	const manifest = readFileSync(join(pins, 'package.json'), 'utf8');
	const { description: reason, before, suites, engines } = JSON.parse(manifest) as Manifest;
	const nodeVersion = engines?.node ?? NODE_VERSION;
	const hash = createHash('sha256').update(nodeVersion);
	for (const name of TREE) hash.update(readFileSync(join(pins, name)));
	const folder = join(cacheFolder(), `${n8n}-${hash.digest('hex').slice(0, 12)}`);
	return { n8n, reason, before, everySuite: !suites, nodeVersion, pins, folder };
}
