const { rootDir, projects } = require('../host/jest.config.js');

const TESTS = '<rootDir>/test/examples';
const pin = ({ globals }) => require(`../host/versions/${globals.N8N_UNDER_TEST}/package.json`);

/** Too long to be run twice each time: n8n 1 runs them where somebody has said how many documents. */
const LONG = process.env.TAG_PDF_BACKLOG ? [] : ['<rootDir>/test/examples/backlog/'];

/** The last n8n 1 and the newest 2. */
const versions = projects
	.filter((project) => !pin(project).suites)
	.map((project) => ({ ...project, testMatch: [`${TESTS}/**/*.test.ts`] }));
versions[0].testPathIgnorePatterns = LONG;

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: versions,
	reporters: ['default', require.resolve('./reporter.js')],
	testTimeout: 180_000,
	maxWorkers: 1,
};
