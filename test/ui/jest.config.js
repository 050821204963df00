const { rootDir, projects } = require('../host/jest.config.js');

const TESTS = '<rootDir>/test/ui';
const pin = ({ globals }) => require(`../host/versions/${globals.N8N_UNDER_TEST}/package.json`);

/**
 * The tests in editor/ and those of the examples' notes run on every pin with all suites; those beside them only on
 * the newest n8n.
 */
const editors = projects
	.filter((project) => !pin(project).suites)
	.map((project) => ({ ...project, testMatch: [`${TESTS}/{editor/*,examples}.test.ts`] }));
editors.at(-1).testMatch.push(`${TESTS}/{start,manyDocuments}.test.ts`);

/** @type {import('jest').Config} */
module.exports = {
	rootDir,
	projects: [
		...editors,
		{
			displayName: 'sandbox',
			rootDir,
			testEnvironment: 'node',
			testMatch: [`${TESTS}/developers.test.ts`],
			transform: projects[0].transform,
		},
	],
	testTimeout: 300_000,
	// One browser at a time, because two would slow each other down.
	maxWorkers: 1,
};
