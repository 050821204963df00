import { access, constants, stat } from 'node:fs/promises';

/**
 * Checks that all files can be read, before the first file is inspected.
 *
 * @throws Error naming the first unreadable file
 */
export async function checkFiles(paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		try {
			await access(path, constants.R_OK);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			throw new Error(`${path} ${code === 'ENOENT' ? 'does not exist' : 'cannot be read'}.`, {
				cause: error,
			});
		}
		if ((await stat(path)).isDirectory()) throw new Error(`${path} is a folder.`);
	}
}
