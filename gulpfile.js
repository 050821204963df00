/**
 * Builds the package: `gulp build` (also `npm run build`), `gulp watch`.
 *
 * dist/ is what n8n loads and npm publishes: compiled nodes and credentials, icons, codex files and schemas of
 * outputs, without source maps or declarations. Each part of the code is one file there, not minified,
 * which is smaller and loads faster than one file for each source.
 */
const { mkdir, readdir, readFile, rm, stat, utimes, writeFile } = require('node:fs/promises');
const { dirname, relative, resolve, sep } = require('node:path');
const typescript = require('@rollup/plugin-typescript');
const { series, src, watch } = require('gulp');
const openapiTypescript = require('openapi-typescript');
const { rollup } = require('rollup');

const CONTRACT = 'contract/openapi.yaml';
const CONTRACT_TYPES = 'contract/service.d.ts';
const SOURCES = ['{nodes,client,pdf,credentials}/**/*.ts'];
const ENTRIES = ['nodes/*/*.node.ts', 'credentials/*.ts'];
/** Files of dist/, without extension, that hold the code of a folder, but for files that n8n looks for. */
const PARTS = {
	pdf: 'pdf',
	client: 'client',
	'nodes/shared': 'nodes/shared',
	'nodes/TagPdf': 'nodes/TagPdf/TagPdf',
};
const ICONS = 'icons/*.svg';
const CODEX = 'nodes/**/*.node.json';
/** The fields of each operation's output, which n8n's editor shows before the first run. */
const SCHEMAS = 'nodes/*/__schema__/**/*.json';
/** Further files that the compiled nodes depend on. */
const BUILT_WITH = [
	'gulpfile.js',
	'tsconfig.json',
	CONTRACT_TYPES,
	'package-lock.json',
	'node_modules/.package-lock.json',
];

/** Writes the contract's types. They are committed, so that a change of the contract is visible. */
async function types() {
	const banner = `// Generated from ${CONTRACT} by \`npm run build\`; change the contract, not this file.\n\n`;
	// A field with a default may still be left out of a request.
	const nodes = await openapiTypescript.default(new URL(CONTRACT, `file://${__dirname}/`), {
		defaultNonNullable: false,
	});
	await update(CONTRACT_TYPES, banner + openapiTypescript.astToString(nodes));
}

/**
 * Writes a file only if its content changes. A new time stamp would start `gulp watch` again and again.
 * Concurrent builds of the same sources would also disturb suites that read dist/.
 */
async function update(path, content) {
	const bytes = Buffer.from(content);
	const old = await readFile(path).catch(() => undefined);
	if (old?.equals(bytes)) return;
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, bytes);
}

/** Prepares all of dist/ before it writes the first file, so that a failed build keeps the last result. */
async function dist() {
	if (await isUpToDate()) return;
	const files = new Map(await compiled());
	for (const [glob, base, folder] of [
		[ICONS, 'icons', 'dist/icons'],
		[CODEX, 'nodes', 'dist/nodes'],
		[SCHEMAS, 'nodes', 'dist/nodes'],
	]) {
		for await (const { relative, contents } of src(glob, { base, encoding: false }))
			files.set(resolve(folder, relative), contents);
	}
	const now = new Date();
	for (const [path, content] of files) {
		await update(path, content);
		// Tests compare this time with the time of the sources.
		await utimes(path, now, now);
	}
	const all = await readdir('dist', { recursive: true, withFileTypes: true });
	const stale = all.filter((entry) => entry.isFile() && !files.has(pathOf(entry)));
	for (const entry of stale) await rm(pathOf(entry), { force: true });
}

const pathOf = ({ name, parentPath }) => resolve(parentPath, name);

/** Whether dist/ has exactly the files of a build, each newer than all its sources. */
async function isUpToDate() {
	const expected = new Set(Object.values(PARTS).map((name) => resolve('dist', `${name}.js`)));
	const times = await Promise.all(BUILT_WITH.map(async (path) => (await stat(path)).mtimeMs));
	for await (const file of src(SOURCES, { read: false })) times.push(file.stat.mtimeMs);
	for (const [globs, base, folder] of [
		[ENTRIES, '.', 'dist'],
		[ICONS, 'icons', 'dist/icons'],
		[CODEX, 'nodes', 'dist/nodes'],
		[SCHEMAS, 'nodes', 'dist/nodes'],
	]) {
		for await (const file of src(globs, { base, read: false })) {
			times.push(file.stat.mtimeMs);
			expected.add(resolve(folder, file.relative.replace(/\.ts$/, '.js')));
		}
	}
	const all = await readdir('dist', { recursive: true, withFileTypes: true }).catch(() => []);
	const built = all.filter((entry) => entry.isFile()).map(pathOf);
	const newest = Math.max(...times);
	const ages = await Promise.all(built.map(async (path) => (await stat(path)).mtimeMs));
	return (
		built.length === expected.size &&
		built.every((path) => expected.has(path)) &&
		ages.every((time) => time > newest)
	);
}

/** Type-checks and bundles. @returns pairs of path and text */
async function compiled() {
	const input = {};
	for await (const { path } of src(ENTRIES, { read: false }))
		input[relative(__dirname, path).replace(/\.ts$/, '')] = path;
	const bundle = await rollup({
		input,
		external: ['n8n-workflow', 'crypto'],
		// It refuses a folder for its output; rollup writes nothing itself.
		plugins: [typescript({ module: 'ESNext', outDir: undefined, noEmitOnError: true })],
		onLog(level, { message }) {
			throw new Error(`${level}: ${message}`);
		},
	});
	const { output } = await bundle.generate({
		format: 'cjs',
		entryFileNames: '[name].js',
		chunkFileNames: '[name].js',
		manualChunks(path) {
			if (path.endsWith('.node.ts')) return;
			return PARTS[Object.keys(PARTS).find((folder) => path.startsWith(resolve(folder) + sep))];
		},
		minifyInternalExports: false,
		// n8n's sandboxes and jest have no import().
		dynamicImportInCjs: false,
		generatedCode: { preset: 'es2015', symbols: false },
		hoistTransitiveImports: false,
		externalLiveBindings: false,
	});
	await bundle.close();
	return output.map(({ fileName, code }) => [resolve('dist', fileName), code]);
}

/** Removes dist/. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

const build = series(types, dist);

/** Builds, then builds again after every change. */
function watchSources() {
	const options = { ignoreInitial: false };
	watch([CONTRACT, 'tsconfig.json', ...SOURCES, ICONS, CODEX, SCHEMAS], options, build);
}

exports.clean = clean;
exports.types = types;
exports.build = build;
exports.watch = watchSources;
exports.default = build;
