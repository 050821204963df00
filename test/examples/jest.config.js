const { rootDir, projects } = require('../host/jest.config.js');

const TESTS = '<rootDir>/test/examples';
const pin = ({ globals }) => require(`../host/versions/${globals.N8N_UNDER_TEST}/package.json`);

/** Suites for n8n 1. The kit takes too long for it, unless TAG_PDF_BACKLOG sets the number of documents. */
const QUICK = ['import', 'mailbox', 'nightly', 'sftp', 'uploads'];
const onVersion1 = [...QUICK, ...(process.env.TAG_PDF_BACKLOG ? ['backlog/backlog'] : [])];

/** The last n8n 1, and the newest n8n 2, which runs all suites. */
const versions = projects
	.filter((project) => !pin(project).suites)
	.map((project) => ({ ...project, testMatch: [`${TESTS}/**/*.test.ts`] }));
versions[0].testMatch = onVersion1.map((suite) => `${TESTS}/${suite}.test.ts`);

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: versions,
	reporters: ['default', require.resolve('./reporter.js')],
	testTimeout: 900_000,
	maxWorkers: 1,
};
