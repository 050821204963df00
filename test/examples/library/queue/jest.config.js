const queue = require('../../../queue/jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...queue,
	rootDir: '../../../..',
	testMatch: ['<rootDir>/test/examples/library/queue/*.test.ts'],
};
