/** The newest released rules of n8n's verification, for `npm run lint:newest`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SCANNER = '@n8n/scan-community-package';
const PLUGIN = '@n8n/eslint-plugin-community-nodes';

/**
 * Installs n8n's package scanner and its plugin into a temporary folder.
 *
 * @returns the scanner's own configuration of ESLint, and what removes the folder
 */
export async function installNewestRules() {
	const folder = mkdtempSync(join(tmpdir(), 'tag-pdf-rules-'));
	const manifest = {
		private: true,
		dependencies: { [SCANNER]: 'latest', [PLUGIN]: 'latest' },
		overrides: {
			// The scanner names an older plugin than the one that n8n has released with it,
			[PLUGIN]: `$${PLUGIN}`,
			// and TypeScript 7, which its own parser can't load.
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
