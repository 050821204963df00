/** The newest released rules of n8n's verification, for `npm run lint:newest`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SCANNER = '@n8n/scan-community-package';
const PLUGIN = '@n8n/eslint-plugin-community-nodes';

/** n8n's portal has scanned with `beta` before it became `latest`. */
const TAGS = ['latest', 'beta'];

/** The tags of the scanner in the registry, one tag per version. */
export function scannerTags() {
	const versions = versionsByTag(SCANNER);
	const distinct = new Map([...TAGS].reverse().map((tag) => [versions[tag], tag]));
	distinct.delete(undefined);
	return [...distinct.values()].reverse();
}

function versionsByTag(name) {
	const options = { encoding: 'utf8', shell: process.platform === 'win32' };
	return JSON.parse(execFileSync('npm', ['view', name, 'dist-tags', '--json'], options));
}

/**
 * Installs n8n's package scanner and its plugin into a temporary folder.
 *
 * @param tag of the scanner, as {@link scannerTags} gives it
 * @returns the scanner's own configuration of ESLint, and `remove()`
 */
export async function installNewestRules(tag) {
	const folder = mkdtempSync(join(tmpdir(), 'tag-pdf-rules-'));
	const pluginTag = tag in versionsByTag(PLUGIN) ? tag : 'latest';
	const manifest = {
		private: true,
		dependencies: { [SCANNER]: tag, [PLUGIN]: pluginTag },
		overrides: {
			// The scanner requires an older plugin than the one that n8n has released with it,
			[PLUGIN]: `$${PLUGIN}`,
			// and TypeScript 7, which its own parser cannot load.
			typescript: ownVersionOf('typescript'),
		},
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	const options = [
		'--ignore-scripts',
		'--no-legacy-peer-deps',
		'--no-audit',
		'--no-fund',
		'--silent',
	];
	execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
	for (const name of [SCANNER, PLUGIN]) console.log(`${name} ${versionIn(folder, name)}`);
	const scanner = join(folder, 'node_modules', SCANNER, 'scanner', 'scanner.mjs');
	const { buildScanConfig } = await import(pathToFileURL(scanner).href);
	return {
		config: await buildScanConfig(),
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}

function ownVersionOf(name) {
	return JSON.parse(readFileSync('package.json', 'utf8')).devDependencies[name];
}

function versionIn(folder, name) {
	return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
		.version;
}
