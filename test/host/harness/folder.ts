import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';

// An install takes minutes on a small machine; a waiting run asks once a second for half an hour.
const WAIT = { retries: 1800, factor: 1, minTimeout: 1_000, maxTimeout: 1_000 };

/**
 * Makes a folder once: `fill` works in a neighbour that is renamed at the very end, so that a folder
 * of this name is always whole, and a file lock makes concurrent runs wait for the first.
 *
 * @throws whatever `fill` throws; nothing is left under the folder's name then.
 */
export async function makeOnce(folder: string, fill: (partial: string) => Promise<void>) {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	const unlock = await lock(folder, { realpath: false, retries: WAIT });
	try {
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		await rm(partial, { recursive: true, force: true });
		await mkdir(partial);
		await fill(partial);
		await rename(partial, folder);
	} finally {
		await unlock();
	}
}
