import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules that are mutated together, and the unit tests that must notice. */
export interface Room {
	/** The folder, e.g. `nodes/client/retry`. */
	name: string;
	files: string[];
	/** Patterns of paths. */
	tests: string[];
}

const SHIPPED = ['nodes', 'credentials'];
const TESTS = 'test/unit';

/** Thousands of documents or deliveries, or large ones, take seconds, and would for every mutant. */
const QUICK = '!(batches|bounds|mutations)';

/** Every module that is shipped: a barrel, or a module of types alone, has nothing to mutate. */
export function shippedFiles(): string[] {
	return SHIPPED.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.ts'))
			.map((path) => join(folder, path)),
	).sort();
}

/**
 * The modules at a path as a person names it: a file or a folder of either the code or its tests.
 *
 * @throws Error for a path that has none
 */
export function filesAt(path: string): string[] {
	const code = sourceOf(path.replace(/\/+$/, ''));
	const isFile = existsSync(code) && statSync(code).isFile();
	const files = shippedFiles().filter((file) =>
		isFile ? file === code : file.startsWith(`${code}/`),
	);
	if (files.length === 0) throw new Error(`There is no module to mutate at ${path}`);
	return files;
}

/** The path of what a test, or a folder of tests, is about. */
export function sourceOf(path: string): string {
	if (!path.startsWith(`${TESTS}/`)) return path;
	const inside = path.slice(TESTS.length + 1).replace(/\.test\.ts$/, '.ts');
	return inside.startsWith('credentials')
		? inside.replace(/\.ts$/, '.credentials.ts')
		: join('nodes', inside);
}

/**
 * Puts modules into the room whose tests are about them: `test/unit` mirrors the code, and what only
 * the test of another room notices has no test where its rule lives.
 */
export function roomsOf(files: readonly string[]): Room[] {
	const names = [...new Set(files.map(roomName))];
	return names.map((name) => ({
		name,
		files: files.filter((file) => roomName(file) === name),
		tests: [testsOf(name)],
	}));
}

/** Two folders deep below the root: what is deeper belongs to its parent. */
function roomName(file: string): string {
	return dirname(file).split('/').slice(0, 3).join('/');
}

/** A folder that has rooms in it has only its own files' tests. */
function testsOf(room: string): string {
	const mirror = room.replace(/^nodes\//, '');
	const within = room.split('/').length === 3 || room === 'credentials' ? '**/' : '';
	return `${TESTS}/${mirror}/${within}${QUICK}.test.ts`;
}
