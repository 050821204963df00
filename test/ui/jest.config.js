const { transform } = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/ui/**/*.test.ts'],
	transform,
	testTimeout: 120_000,
	// One browser at a time: two would only slow each other down.
	maxWorkers: 1,
};
