import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';

/** Reads a list of paths from a command line. Refuses a missing file at once, before anything is built. */
export function existingFile(path: string, before: readonly string[] = []): string[] {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found?.isFile()) return [...before, path];
	throw new InvalidArgumentError(found ? 'It is not a file.' : 'There is no such file.');
}
