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

/** Between the file and the name. */
const SEPARATOR = ' › ';

/** A test, at most; Stryker ends what never gives way. */
const TIMEOUT_MS = 5000;

const namesOf = (test) => (test ? [...namesOf(test.parent), test.name] : []);
/** Circus puts a block of its own around all. */
const idOf = (test) => namesOf(test).slice(1).join(SEPARATOR);

const testsIn = (block) =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
const allTests = () => testsIn(getState().rootDescribeBlock);

/** @param {string} id of a test, or a file as it is */
export const fileOf = (id) => id.split(SEPARATOR, 1)[0];

/** Assigns an uncaught error to the running test, as jest does. */
function blame(error) {
	getState().currentlyRunningTest?.errors.push(error);
}

/**
 * Has every run tell which test is running, and end with the first that fails.
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

/** To jest, a file that cannot be loaded is a failure, too. */
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
 * @param {Set<string> | undefined} only the ids of those to run, or the files of which all are; all where
 *   undefined
 * @param {(path: string) => void} load
 * @returns {Promise<Outcome[]>}
 */
export async function runTests(root, files, only, load) {
	restoreGlobals();
	resetState();
	getState().testTimeout = TIMEOUT_MS;
	// A block for each, so that its hooks are for its own tests alone.
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
