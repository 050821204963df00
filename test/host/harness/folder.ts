import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';

// An install takes minutes on a small machine; a waiting run asks once a second for half an hour.
const WAIT = { retries: 1800, factor: 1, minTimeout: 1_000, maxTimeout: 1_000 };
// A holder that says nothing for so long is gone, and what it started has ended, too.
const STALE_MS = 60_000;

/**
 * Makes a folder once: `fill` works in a neighbour that is renamed at the very end, so that a folder
 * of this name is always whole, and a file lock makes concurrent runs wait for the first.
 *
 * @throws whatever `fill` throws; nothing is left under the folder's name then.
 */
export async function makeOnce(folder: string, fill: (partial: string) => Promise<void>) {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	const unlock = await lock(folder, { realpath: false, retries: WAIT, stale: STALE_MS });
	try {
		if (existsSync(folder)) return;
		const partial = `${folder}.partial`;
		await removeFolder(partial);
		await mkdir(partial);
		await fill(partial);
		await rename(partial, folder);
	} finally {
		await unlock();
	}
}

/** Removes a folder, if there is one; a program that ends may still be letting go of files in it. */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
