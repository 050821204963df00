import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

/** How mutants are made and tried; run.ts adds which files, and the tests of their room. */
export const CONFIG = {
	plugins: ['./test/mutation/runner/plugin.mjs', './test/mutation/words.mjs'],
	ignorers: ['words'],

	testRunner: 'in-process',
	// Each mutant is tried by the tests that reach it alone.
	coverageAnalysis: 'perTest',

	// Percent of the mutants that are killed, equivalent ones aside; run.ts holds every module to `low`.
	thresholds: { high: 95, low: 90, break: null },

	// A busy machine must not look like a test that noticed: twenty seconds more than three times what
	// the tests took at first. Endless loops are found sooner, by how often they pass the mutant.
	timeoutMS: 20_000,
	timeoutFactor: 3,
	dryRunTimeoutMinutes: 10,

	// What the tests of one module need is copied; what is made, or large, is not.
	ignorePatterns: ['dist', 'coverage', 'demo-output', 'docs/images', '/test/results'],
	// What each run loaded is not all given back.
	maxTestRunnerReuse: 500,
	cleanTempDir: 'always',
	incremental: true,
	reporters: ['html', 'progress-append-only'],
	// That tables of rules take their time is known.
	warnings: {
		slow: false,
		unknownOptions: true,
		preprocessorErrors: true,
		unserializableOptions: true,
	},
	allowEmpty: true,
} satisfies PartialStrykerOptions;
