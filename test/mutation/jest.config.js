const { join } = require('node:path');
const base = require('../../jest.config.js');

/** Unit tests of what is shipped, which run from its source. @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: join(__dirname, '..', '..'),
	// What each run looks through anew.
	roots: ['contract', 'credentials', 'nodes', 'test/unit'].map((folder) => `<rootDir>/${folder}`),
	testMatch: ['<rootDir>/test/unit/{client,n8n,TagPdf,TagPdfTrigger,credentials}/**/*.test.ts'],
};
