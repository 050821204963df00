import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A packed package on disk: what `npm publish` would upload, and what users would get. */

/**
 * Packs the package of the current folder and unpacks it into a temporary one.
 *
 * @returns the folder, npm's own report (`files`, `size` in bytes packed), and `remove()`
 */
export async function packAndUnpack() {
	const parent = await mkdtemp(join(tmpdir(), 'packed-'));
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', parent]);
	const [report] = JSON.parse(stdout);
	await run('tar', ['-xzf', join(parent, report.filename), '-C', parent]);
	return {
		folder: join(parent, 'package'),
		report,
		remove: () => rm(parent, { recursive: true, force: true }),
	};
}
