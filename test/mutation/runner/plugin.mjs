/**
 * Runs jest's tests for Stryker in one process without jest. A mutant then takes only the time of its
 * tests, without the seconds of jest's start.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { installGlobals } from './globals.mjs';
import { Modules } from './modules.mjs';
import { fileOf, runTests, watchTests } from './tests.mjs';

const config = createRequire(import.meta.url)('../../../jest.config.js');
const [, swc] = config.transform['\\.ts$'];

/** A failure that only the timeout detected. */
const TIMED_OUT = /^.*Exceeded timeout of/;

/** State that the instrumented code reads and writes; it keeps a reference to the object. */
const mutants = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/** @implements {import('@stryker-mutator/api/test-runner').TestRunner} */
class InProcess {
	/** Stryker's copy of the project. */
	#root = process.cwd();
	#modules = new Modules(this.#root, swc);

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		installGlobals();
		watchTests((id) => (mutants.currentTestId = id));
		for (const file of config.setupFiles) this.#modules.load(file.replace('<rootDir>', this.#root));
	}

	/** @param {import('@stryker-mutator/api/test-runner').DryRunOptions} options */
	async dryRun({ testFiles = [] }) {
		const result = await this.#run(testFiles);
		return { ...result, mutantCoverage: mutants.mutantCoverage };
	}

	/** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
	async mutantRun({ activeMutant, testFilter = [], hitLimit, disableBail }) {
		Object.assign(mutants, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
		const files = [...new Set(testFilter.map(fileOf))].map((file) => resolve(this.#root, file));
		const result = await this.#run(files, new Set(testFilter));
		const outcome = determineHitLimitReached(mutants.hitCount, hitLimit) ?? result;
		Object.assign(mutants, { activeMutant: undefined, hitLimit: undefined });
		return toMutantRunResult(outcome, disableBail);
	}

	async #run(files, only) {
		this.#modules.forget();
		try {
			const outcomes = await runTests(this.#root, files, only, (file) => this.#modules.load(file));
			const slow = outcomes.flatMap(({ errors }) => errors).find((error) => TIMED_OUT.test(error));
			if (slow) return { status: DryRunStatus.Timeout, reason: slow };
			return {
				status: DryRunStatus.Complete,
				tests: outcomes.map((outcome) => this.#told(outcome)),
			};
		} catch (error) {
			return { status: DryRunStatus.Error, errorMessage: String(error?.stack ?? error) };
		}
	}

	#told({ id, name, file, status, errors, ms }) {
		const test = { id, name, fileName: resolve(this.#root, file), timeSpentMs: ms };
		if (errors.length > 0)
			return { ...test, status: TestStatus.Failed, failureMessage: errors.join('\n') };
		return { ...test, status: status === 'done' ? TestStatus.Success : TestStatus.Skipped };
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcess)];
