const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// The slow cases of hostile/ are run by `npm run test:hostile` alone.
	testMatch: ['<rootDir>/test/{unit,engine}/**/*.test.ts', '<rootDir>/test/hostile/*.test.ts'],
	transform: {
		'\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	setupFiles: ['<rootDir>/test/loopbackOnly.ts'],
	// Ends what hangs, and nothing else: a busy machine may take minutes to load n8n's engine.
	testTimeout: 300_000,
	// One more than cores: half of an engine test's time is waiting for the sandbox.
	maxWorkers: availableParallelism() + 1,
	testSequencer: '<rootDir>/test/longestFirst.js',
	// With --coverage. Engine tests run what is compiled into dist/, and do not count here.
	collectCoverageFrom: ['{nodes,credentials}/**/*.ts'],
	coverageReporters: [['text', { skipFull: true }], 'html'],
};
