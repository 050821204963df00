import { join, relative } from 'node:path';
import { addEventHandler, describe, getState, resetState, run, test } from 'jest-circus';
import { restoreGlobals } from './globals.mjs';

/**
 * @typedef {object} Outcome of a test
 * @property {string} id its file and its name
 * @property {string} file
 * @property {string} name
 * @property {'done' | 'skip' | 'todo'} status
 * @property {string[]} errors why it failed
 * @property {number} ms
 */

/** Separator of file and name. */
const SEPARATOR = ' › ';

/** Timeout of a test; Stryker ends code that never yields. */
const TIMEOUT_MS = 5000;

const namesOf = (test) => (test ? [...namesOf(test.parent), test.name] : []);
/** Circus wraps everything in a block of its own. */
const idOf = (test) => namesOf(test).slice(1).join(SEPARATOR);

const testsIn = (block) =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
const allTests = () => testsIn(getState().rootDescribeBlock);

/** @param {string} id of a test, or the path of a file, which is returned unchanged */
export const fileOf = (id) => id.split(SEPARATOR, 1)[0];

/** Assigns an uncaught error to the running test, like jest. */
function blame(error) {
	getState().currentlyRunningTest?.errors.push(error);
}

/**
 * Reports the running test of each run, and ends at the first failure.
 *
 * @param {(id: string | undefined) => void} running
 */
export function watchTests(running) {
	process.on('uncaughtException', blame);
	process.on('unhandledRejection', blame);
	addEventHandler(({ name, test }) => {
		if (name === 'test_start') running(idOf(test));
		if (name !== 'test_done') return;
		running(undefined);
		if (test.errors.length > 0) for (const next of allTests()) next.mode = 'skip';
	});
}

/** Like jest, treats a file that cannot be loaded as a failure. */
function define(file, load) {
	try {
		load(file);
	} catch (error) {
		test('is loaded', () => {
			throw error;
		});
	}
}

/**
 * @param {string} root of the project
 * @param {string[]} files with tests
 * @param {Set<string> | undefined} only IDs of tests to run, or of files to run completely; undefined runs
 * everything
 * @param {(path: string) => void} load
 * @returns {Promise<Outcome[]>}
 */
export async function runTests(root, files, only, load) {
	restoreGlobals();
	resetState();
	getState().testTimeout = TIMEOUT_MS;
	// A block for each file, so that its hooks run for its own tests only.
	for (const file of files) describe(relative(root, file), () => define(file, load));
	const isWanted = (id) => !only || only.has(id) || only.has(join(root, fileOf(id)));
	for (const test of allTests()) if (!isWanted(idOf(test))) test.mode = 'skip';
	const { testResults, unhandledErrors } = await run();
	if (unhandledErrors.length > 0) throw new Error(unhandledErrors.join('\n'));
	return testResults.map(({ testPath, status, errors, duration }) => {
		const [, file, ...names] = testPath;
		const name = names.join(' ');
		return { id: testPath.slice(1).join(SEPARATOR), file, name, status, errors, ms: duration ?? 0 };
	});
}
