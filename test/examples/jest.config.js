const { rootDir, projects } = require('../host/jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: projects
		.slice(-1)
		.map((project) => ({ ...project, testMatch: ['<rootDir>/test/examples/**/*.test.ts'] })),
	testTimeout: 180_000,
	maxWorkers: 1,
};
