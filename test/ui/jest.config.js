const { rootDir, projects } = require('../host/jest.config.js');

/** The newest n8n that is pinned, by its number: the last project of the host suite. */
const { displayName, transform } = projects.at(-1);
const common = { rootDir, testEnvironment: 'node', transform };

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: [
		{
			...common,
			displayName,
			testMatch: ['<rootDir>/test/ui/{start,editor/editor}.test.ts'],
		},
		{
			...common,
			displayName: 'sandbox',
			testMatch: ['<rootDir>/test/ui/developers.test.ts'],
		},
	],
	reporters: ['default', ['<rootDir>/test/host/reporter.js', { suite: 'ui' }]],
	testTimeout: 300_000,
	// One browser at a time: two would only slow each other down.
	maxWorkers: 1,
};
