import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from './lock';

/**
 * Creates a folder once. `fill` writes to a temporary neighbour that is renamed at the end, so the folder
 * is always complete. A lock makes concurrent runs wait for the first.
 *
 * @throws the error of `fill`; then no folder of that name is left
 */
export async function makeOnce(folder: string, fill: (partial: string) => Promise<void>) {
	if (existsSync(folder)) return;
	await mkdir(dirname(folder), { recursive: true });
	const unlock = await lock(folder);
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

/** Removes a folder if it exists. Retries, because an ending program may still hold files in it. */
export async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
