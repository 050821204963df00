const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// `npm run test:hostile` runs hostile/ with its slow cases.
	testMatch: [
		'<rootDir>/test/{unit,engine}/**/*.test.ts',
		...(process.env.TAG_PDF_LONG === undefined ? [] : ['<rootDir>/test/hostile/*.test.ts']),
	],
	transform: {
		'\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
	},
	// Lookups of globals are slow in Jest's sandbox. No test replaces these.
	sandboxInjectedGlobals: ['Array', 'Map', 'Math', 'Number', 'Object', 'Reflect', 'String'],
	setupFiles: ['<rootDir>/test/loopbackOnly.ts'],
	// Ends only tests that hang: a busy machine may need minutes to load n8n's engine.
	testTimeout: 1_200_000,
	// Two more than the cores: half of an engine test's time is waiting for the sandbox.
	maxWorkers: availableParallelism() + 2,
	testSequencer: '<rootDir>/test/longestFirst.js',
	// With --coverage. Engine tests run the compiled code in dist/, which does not count here.
	collectCoverageFrom: ['{nodes,client,pdf,credentials}/**/*.ts'],
	coverageReporters: [['text', { skipFull: true }], 'html'],
};
