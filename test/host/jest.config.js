const { transform } = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/host/suites/**/*.test.ts'],
	transform,
	// A start of n8n takes seconds, and much longer on a machine that does something else as well.
	testTimeout: 180_000,
	// Each suite runs an n8n of its own; two at a time would only slow each other down.
	maxWorkers: 1,
	// Where a start fails in the middle, what runs already ends with this process (harness/leash.js).
	forceExit: true,
};
