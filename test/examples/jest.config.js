const { rootDir, projects } = require('../host/jest.config.js');

const TESTS = '<rootDir>/test/examples';
const pin = ({ globals }) => require(`../host/versions/${globals.N8N_UNDER_TEST}/package.json`);

/** The last n8n 1 and the newest 2 import and check every example; the newest runs them, too. */
const versions = projects
	.filter((project) => !pin(project).suites)
	.map((project) => ({ ...project, testMatch: [`${TESTS}/import.test.ts`] }));
versions.at(-1).testMatch = [`${TESTS}/**/*.test.ts`];

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: versions,
	reporters: ['default', require.resolve('./reporter.js')],
	testTimeout: 180_000,
	maxWorkers: 1,
};
