const { projects, ...queue } = require('../../../queue/jest.config.js');

const TESTS = '<rootDir>/test/examples/library/queue/*.test.ts';

/** @type {import('jest').Config} */
module.exports = {
	...queue,
	// On the newest n8n alone.
	projects: [{ ...projects[0], testMatch: [TESTS] }],
};
