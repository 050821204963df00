/** 10,000 mutated files: `npm run test:corpus`. `npm test` runs a few of them. */
/** @type {import('jest').Config} */
module.exports = {
	...require('../../jest.config.js'),
	rootDir: '../..',
	testMatch: ['<rootDir>/test/pdf/**/*.test.ts'],
};
