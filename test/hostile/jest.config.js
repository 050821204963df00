const { join } = require('node:path');
const base = require('../../jest.config.js');

/** Every hostile case, the slow ones as well. @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: join(__dirname, '..', '..'),
	testMatch: ['<rootDir>/test/hostile/**/*.test.ts'],
};
