/** Finds unused exports, files and dependencies. */

/** @type {import('knip').KnipConfig} */
module.exports = {
	entry: [
		'gulpfile.js',
		// n8n loads these files, through package.json and dist/.
		'nodes/*/*.node.ts',
		'credentials/*.credentials.ts',
		// Loaded by the browser.
		'sandbox/developers/page/page.js',
		'scripts/*.{ts,mjs}',
		'scripts/{lint,pack}/*.mjs',
		// Started as processes.
		'bench/batch/{bareNode,node,script}.ts',
		'bench/contestants/script.ts',
		'bench/trigger/load.ts',
		'test/lifetimes/worker.ts',
		'test/pdf/corpus/answers.ts',
		'test/fixtures/pdf/make.ts',
		// Copied into n8n's folder of packages.
		'bench/trigger/Floor.node.js',
		'test/*/run.ts',
		'test/**/*.test.ts',
		// Started as a process, or named in a configuration of jest.
		'test/host/harness/endWithParent.js',
		'test/*/jest.config.js',
		'test/examples/library/queue/jest.config.js',
		'.ci/*.mjs',
	],
	project: ['**/*.{ts,js,mjs}'],
	// Generated completely.
	ignore: ['contract/service.d.ts'],
	// Knip takes the test runner of Stryker, which is a file here, for a package.
	ignoreDependencies: ['@stryker-mutator/one-process-runner'],
	// The sandbox serves the files of its Developers page at this path.
	paths: { '/developers/*': ['./sandbox/developers/page/*'] },
	// Callers of an exported function must be able to name the types of its parameters and result.
	ignoreExportsUsedInFile: { interface: true, type: true },
};
