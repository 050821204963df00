import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

/** How mutants are created and tested; run.ts adds the files, and the tests of their room. */
export const CONFIG = {
	plugins: ['./test/mutation/runner/plugin.mjs', './test/mutation/words.mjs'],
	ignorers: ['words'],

	testRunner: 'in-process',
	// Each mutant is tested only by the tests that reach it.
	coverageAnalysis: 'perTest',

	// Percent of killed mutants, without equivalent mutants; run.ts holds every module to `low`.
	thresholds: { high: 95, low: 90, break: null },

	// A busy machine must not count as a killed mutant, so the limit is 20 seconds plus three times the
	// first duration. Endless loops are detected sooner, by their number of passes.
	timeoutMS: 20_000,
	timeoutFactor: 3,
	dryRunTimeoutMinutes: 10,

	// Copies only what the tests of one module need, without generated or large files.
	ignorePatterns: ['dist', 'coverage', 'demo-output', 'docs/images', '/test/results'],
	// Restarts a test runner after this many runs, because loaded modules leave memory behind.
	maxTestRunnerReuse: 500,
	cleanTempDir: 'always',
	incremental: true,
	reporters: ['html', 'progress-append-only'],
	// Tables of rules are known to be slow.
	warnings: {
		slow: false,
		unknownOptions: true,
		preprocessorErrors: true,
		unserializableOptions: true,
	},
	allowEmpty: true,
} satisfies PartialStrykerOptions;
