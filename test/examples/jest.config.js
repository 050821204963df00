const { rootDir, projects } = require('../host/jest.config.js');

const TESTS = '<rootDir>/test/examples';
const pin = ({ globals }) => require(`../host/versions/${globals.N8N_UNDER_TEST}/package.json`);

/** What else runs on n8n 1, which differs in waiting and in lists of files. */
const ON_VERSION_1 = ['import', 'library/library', 'longJobs', 'review'];

/** The last n8n 1, and the newest 2, which runs all of them. */
const versions = projects
	.filter((project) => !pin(project).suites)
	.map((project) => ({
		...project,
		testMatch: [`${TESTS}/**/*.test.ts`],
		// Several processes of n8n; it has its own configuration.
		testPathIgnorePatterns: [`${TESTS}/library/queue/`],
	}));
versions[0].testMatch = ON_VERSION_1.map((suite) => `${TESTS}/${suite}.test.ts`);

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: versions,
	testTimeout: 900_000,
	maxWorkers: 1,
};
