/** Nothing is exported, and no file or dependency kept, that nothing uses. */

/** @type {import('knip').KnipConfig} */
module.exports = {
	entry: [
		'gulpfile.js',
		// What n8n loads, by way of package.json and dist/.
		'nodes/*/*.node.ts',
		'credentials/*.credentials.ts',
		// Loaded by the browser.
		'sandbox/developers/page/page.js',
		'scripts/*.{ts,mjs}',
		'scripts/{lint,pack}/*.mjs',
		// Started as processes.
		'scripts/start/inContainer.ts',
		'bench/batch/{node,script}.ts',
		'bench/contestants/script.ts',
		'bench/growth/{items,waiting}.ts',
		'bench/trigger/load.ts',
		'bench/weight/load.js',
		'test/lifetimes/worker.ts',
		// Read as texts, for n8n's Code node.
		'scripts/backlog/code/*.js',
		// Copied into n8n's folder of packages.
		'bench/trigger/floor/Floor.node.js',
		'test/*/run.ts',
		'test/**/*.test.ts',
		// Started as a process, or named in a configuration of jest.
		'test/host/harness/endWithParent.js',
		'test/*/jest.config.js',
		// Stryker loads these by the paths in test/mutation/config.ts.
		'test/mutation/words.mjs',
		'test/mutation/runner/plugin.mjs',
		'.ci/*.mjs',
	],
	project: ['**/*.{ts,js,mjs}'],
	// Generated, whole.
	ignore: ['contract/service.d.ts'],
	// Where the sandbox serves the files of its Developers page.
	paths: { '/developers/*': ['./sandbox/developers/page/*'] },
	// Whoever calls an exported function must be able to name what it takes and gives.
	ignoreExportsUsedInFile: { interface: true, type: true },
};
