import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import execa from 'execa';
import { removeFolder } from './folder';
import { npmIn } from './install';
import { cacheFolder, hostVersions, latestVersion, PIN_VARIABLE } from './versions';
import type { HostVersion } from './versions';

/**
 * Finds the n8n of a version or tag, e.g. `latest`, in npm's registry. If it is not pinned, creates a pin
 * in the cache folder for this process and its children.
 *
 * @param before day, e.g. `2026-09-27`, as of which npm chooses the dependencies; default today
 * @throws Error with the end of npm's output, e.g. if a dependency is missing
 */
export async function pinForThisRun(wanted: string, before?: string): Promise<HostVersion> {
	const find = (n8n: string) => hostVersions().find((version) => version.n8n === n8n);
	const { stdout: n8n } = find(wanted)
		? { stdout: wanted }
		: await execa('npm', ['view', `n8n@${wanted}`, 'version']);
	if (n8n === '') throw new Error(`npm's registry has no n8n ${wanted}`);

	if (!find(n8n)) process.env[PIN_VARIABLE] = await makePin(n8n, before);
	return find(n8n) as HostVersion;
}

async function makePin(n8n: string, before?: string): Promise<string> {
	const pin = join(cacheFolder(), 'pins', n8n);
	await removeFolder(pin);
	await mkdir(pin, { recursive: true });
	const description = 'pinned for one run';
	const manifest = { name: `n8n-${n8n}`, description, private: true, dependencies: { n8n } };
	await writeFile(join(pin, 'package.json'), JSON.stringify(manifest, null, 2));
	await cp(join(latestVersion().pins, '.npmrc'), join(pin, '.npmrc'));
	const asOf = before === undefined ? [] : [`--before=${before}`];
	await npmIn(pin)('install', '--package-lock-only', '--omit-lockfile-registry-resolved', ...asOf);
	return pin;
}
