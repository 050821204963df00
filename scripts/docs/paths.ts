import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');

const AT_THE_ROOT = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const FOLDERS = ['docs', 'examples'];

/** Every page that people read, from the root of the repository. */
export function pathsOfPages(): string[] {
	return [...AT_THE_ROOT, ...FOLDERS.flatMap((folder) => pathsIn(folder, '.md')).sort()];
}

/** Every file of a folder with this ending, from the root of the repository. */
export function pathsIn(folder: string, ending: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => `${folder}/${name}`);
}

/** A path from the root of the repository, as pages write it: `nodes/n8n/runtime.ts`, `test/hostile/`. */
const PATH =
	/^(?:\.ci|\.github|bench|contract|credentials|docs|engine|examples|icons|nodes|sandbox|scripts|test)\/[\w./-]*$/;

/** Whether the name is a path of the repository that does not exist. */
export function isMissing(name: string): boolean {
	return PATH.test(name) && !existsSync(join(ROOT, name));
}
