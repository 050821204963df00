const { rootDir, projects } = require('../host/jest.config.js');

const pin = ({ globals }) => require(`../host/versions/${globals.N8N_UNDER_TEST}/package.json`);

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	// The last n8n 1 and the newest 2: those that run every suite.
	projects: projects
		.filter((project) => !pin(project).suites)
		.map((project) => ({
			...project,
			testMatch: ['<rootDir>/test/examples/**/*.test.ts'],
			// Minutes; once, on the newest.
			testPathIgnorePatterns: project === projects.at(-1) ? [] : ['/test/examples/backlog/'],
		})),
	reporters: ['default', '<rootDir>/test/examples/reporter.js'],
	testTimeout: 180_000,
	maxWorkers: 1,
};
