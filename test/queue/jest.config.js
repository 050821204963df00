const { transform } = require('../../jest.config.js');
const host = require('../host/jest.config.js');

/** The newest pinned n8n: the last project of the host suite. */
const { displayName, globals } = host.projects.at(-1);

/** @type {import('jest').Config} */
module.exports = {
	displayName,
	globals,
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
	transform,
	// A hook of one suite starts seven processes.
	testTimeout: 900_000,
	maxWorkers: 1,
};
