const { transform } = require('../../jest.config.js');
const { rootDir, projects } = require('../host/jest.config.js');

/** A suite on the n8n of a project of the host suite. */
const on = ({ displayName, globals }, suite) => ({
	displayName,
	globals,
	rootDir,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/queue/${suite}.test.ts`],
	transform,
});

const isVersion1 = ({ globals }) => globals.N8N_UNDER_TEST.startsWith('1.');

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: [
		// The newest pinned n8n.
		on(projects.at(-1), 'queue'),
		// Only n8n 1 repeats an execution whose worker is gone.
		on(projects.filter(isVersion1).at(-1), 'repeated'),
	],
	// A hook of one suite starts seven processes.
	testTimeout: 900_000,
	maxWorkers: 1,
};
