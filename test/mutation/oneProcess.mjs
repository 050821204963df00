/**
 * Runs jest's tests for Stryker in one process without jest. A mutant then takes the time of its tests, without the
 * seconds in which jest starts and loads n8n's packages again.
 */
import Module, { createRequire } from 'node:module';
import { basename, relative, resolve, sep } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { ModernFakeTimers } from '@jest/fake-timers';
import { transformFileSync } from '@swc/core';
import { expect } from 'expect';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);
const config = require('../../jest.config.js');
const [, swc] = config.transform['\\.ts$'];

/** Stryker's copy of the project, which it enters after it has loaded this file. */
const getRoot = () => process.cwd();
const TIMEOUT_MS = 10_000;
/** State that the changed code reads and writes; it keeps a reference to the object. */
const mutants = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});
const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

/** Modules of the project; packages stay loaded. They are compiled once. */
const compiled = new Map();
const extensions = { ...Module._extensions };
for (const name of Object.keys(extensions)) Reflect.deleteProperty(Module._extensions, name);
// First, because a `TagPdf.node.json` is beside `TagPdf.node.ts`.
Object.assign(Module._extensions, {
	'.ts': (module, path) => {
		const options = { ...swc, module: { type: 'commonjs' }, swcrc: false };
		if (!compiled.has(path)) compiled.set(path, transformFileSync(path, options).code);
		module._compile(compiled.get(path), path);
	},
	...extensions,
});
/** @returns what was loaded so far */
function forgetModules() {
	const own = Object.entries(require.cache).filter(([path]) => path.startsWith(getRoot() + sep));
	for (const [path] of own) Reflect.deleteProperty(require.cache, path);
	return own;
}

/** The part of jest that the unit tests use; one that uses more fails before anything is changed. */
const jest = {
	fn: (...given) => mocker.fn(...given),
	spyOn: (...given) => mocker.spyOn(...given),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	async isolateModulesAsync(use) {
		const before = forgetModules();
		try {
			await use();
		} finally {
			forgetModules();
			Object.assign(require.cache, Object.fromEntries(before));
		}
	},
	// jest fakes nextTick on a copy of `process`; here is only the real one, which streams need.
	useFakeTimers: ({ doNotFake = [], ...options } = {}) =>
		timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, 'nextTick'] }),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now) => timers.setSystemTime(now),
	advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

/** What the tests of texts see in the first run, without a change, by their names. */
const snapshots = new Map();
expect.extend({
	toMatchSnapshot(received) {
		const name = nameOf(circus.getState().currentlyRunningTest);
		const known = snapshots.get(name) ?? received;
		snapshots.set(name, known);
		return { pass: this.equals(received, known), message: () => 'Another text' };
	},
});

const { describe, it, test, beforeAll, beforeEach, afterEach, afterAll } = circus;
const hooks = { beforeAll, beforeEach, afterEach, afterAll };
Object.assign(globalThis, { describe, it, test, ...hooks, expect, jest });

/** File and name of a test. Circus wraps everything in a block of its own, and each file has one here. */
const SEPARATOR = ' › ';
const namesOf = (each) => (each ? [...namesOf(each.parent), each.name] : []);
const nameOf = (each) => namesOf(each).slice(1).join(SEPARATOR);
const testsIn = (block) =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
const allTests = () => testsIn(circus.getState().rootDescribeBlock);

const blame = (error) => circus.getState().currentlyRunningTest?.errors.push(error);
process.on('uncaughtException', blame);
process.on('unhandledRejection', blame);
circus.addEventHandler(({ name, test: each }) => {
	if (name === 'test_start') mutants.currentTestId = nameOf(each);
	if (name !== 'test_done') return;
	mutants.currentTestId = undefined;
	// One failure is enough.
	if (each.errors.length > 0) for (const next of allTests()) next.mode = 'skip';
});

/** @implements {import('@stryker-mutator/api/test-runner').TestRunner} */
class OneProcess {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		for (const file of config.setupFiles) require(file.replace('<rootDir>', getRoot()));
	}

	/** @param {import('@stryker-mutator/api/test-runner').DryRunOptions} options */
	async dryRun({ testFiles = [] }) {
		const result = await this.#run(testFiles.map((file) => relative(getRoot(), file)));
		return { ...result, mutantCoverage: mutants.mutantCoverage };
	}

	/** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
	async mutantRun({ activeMutant, testFilter, hitLimit, disableBail }) {
		Object.assign(mutants, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
		const files = [...new Set(testFilter.map((name) => name.split(SEPARATOR, 1)[0]))];
		// The tests of the changed file first: most changes fail there.
		const own = `${basename(activeMutant.fileName, '.ts')}.`;
		files.sort((a, b) => basename(b).startsWith(own) - basename(a).startsWith(own));
		const result = await this.#run(files, new Set(testFilter));
		const outcome = determineHitLimitReached(mutants.hitCount, hitLimit) ?? result;
		Object.assign(mutants, { activeMutant: undefined, hitLimit: undefined });
		return toMutantRunResult(outcome, disableBail);
	}

	/** @param names of the tests to run, in these files; undefined for all */
	async #run(files, names = undefined) {
		const tests = [];
		for (const file of files) {
			tests.push(...(await runFile(file, names)));
			if (tests.some(({ status }) => status === TestStatus.Failed)) break;
		}
		const slow = tests.find(({ failureMessage = '' }) =>
			failureMessage.includes('Exceeded timeout of'),
		);
		if (slow) return { status: DryRunStatus.Timeout, reason: slow.failureMessage };
		return { status: DryRunStatus.Complete, tests };
	}
}

async function runFile(file, names) {
	mocker.restoreAllMocks();
	timers.useRealTimers();
	circus.resetState();
	circus.getState().testTimeout = TIMEOUT_MS;
	describe(file, () => load(file));
	const isAll = names?.has(nameLoading(file)) ?? true;
	for (const each of allTests()) if (!isAll && !names.has(nameOf(each))) each.mode = 'skip';
	const { testResults, unhandledErrors } = await circus.run();
	const results = testResults.map(toResult);
	if (unhandledErrors.length === 0) return results;
	const [first] = results;
	return [
		{ ...first, status: TestStatus.Failed, failureMessage: unhandledErrors.map(String).join() },
	];
}

/** The test that a file can be loaded. A change of what a module does then is tried with all tests of the file. */
const LOADING = 'is loaded';
const nameLoading = (file) => file + SEPARATOR + LOADING;

/** Defines the tests of a file, with modules of its own. */
function load(file) {
	let failure;
	forgetModules();
	mutants.currentTestId = nameLoading(file);
	try {
		require(resolve(getRoot(), file));
	} catch (error) {
		failure = error;
	}
	mutants.currentTestId = undefined;
	test(LOADING, () => {
		if (failure) throw failure;
	});
}

function toResult({ testPath, status, errors, duration }) {
	const [, file, ...names] = testPath;
	const id = testPath.slice(1).join(SEPARATOR);
	const name = names.join(SEPARATOR);
	const told = { id, name, fileName: resolve(getRoot(), file), timeSpentMs: duration ?? 0 };
	if (errors.length > 0)
		return { ...told, status: TestStatus.Failed, failureMessage: errors.map(String).join('\n') };
	return { ...told, status: status === 'done' ? TestStatus.Success : TestStatus.Skipped };
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'one-process', OneProcess),
];
