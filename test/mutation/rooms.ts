import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules that are mutated together, and the unit tests that must detect the mutants. */
export interface Room {
	/** The folder, e.g. `nodes/client/retry`. */
	name: string;
	files: string[];
	/** Patterns of paths. */
	tests: string[];
}

const SHIPPED = ['nodes', 'credentials'];
const TESTS = 'test/unit';

/** Excludes tests with thousands of documents or deliveries: they take seconds, for every mutant. */
const QUICK = '!(batches|bounds|mutations)';

/** Every shipped module, except barrels and type-only modules, which have nothing to mutate. */
export function shippedFiles(): string[] {
	return SHIPPED.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.ts'))
			.map((path) => join(folder, path)),
	).sort();
}

/**
 * The modules at a path that a person enters: a file or a folder of the code or of its tests.
 *
 * @throws Error if the path has no modules
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

/** Path of the code that a test, or a folder of tests, covers. */
export function sourceOf(path: string): string {
	if (!path.startsWith(`${TESTS}/`)) return path;
	const inside = path.slice(TESTS.length + 1).replace(/\.test\.ts$/, '.ts');
	return inside.startsWith('credentials')
		? inside.replace(/\.ts$/, '.credentials.ts')
		: join('nodes', inside);
}

/**
 * Groups modules into the rooms of their own tests: `test/unit` mirrors the code. A mutant that only
 * another room's test detects lacks a test of its own.
 */
export function roomsOf(files: readonly string[]): Room[] {
	const names = [...new Set(files.map(roomName))];
	return names.map((name) => ({
		name,
		files: files.filter((file) => roomName(file) === name),
		tests: [testsOf(name)],
	}));
}

/** Rooms are two folders deep; deeper modules belong to their parent. */
function roomName(file: string): string {
	return dirname(file).split('/').slice(0, 3).join('/');
}

/** A folder that contains rooms has only the tests of its own files. */
function testsOf(room: string): string {
	const mirror = room.replace(/^nodes\//, '');
	const within = room.split('/').length === 3 || room === 'credentials' ? '**/' : '';
	return `${TESTS}/${mirror}/${within}${QUICK}.test.ts`;
}
