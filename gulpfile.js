/**
 * Builds the package: `gulp build` (also `npm run build`), `gulp watch`.
 *
 * dist/ is what n8n loads and npm publishes: compiled nodes and credentials, icons and codex
 * files, without source maps or declarations.
 */
const { readFile, rm, writeFile } = require('node:fs/promises');
const { dest, parallel, series, src, watch } = require('gulp');
const openapiTypescript = require('openapi-typescript');
const ts = require('typescript');

const CONTRACT = 'contract/openapi.yaml';
const CONTRACT_TYPES = 'contract/service.d.ts';
const SOURCES = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const ICONS = 'icons/*.svg';
const CODEX = 'nodes/**/*.node.json';

/** Writes the contract's types; they are committed, so that a change of the contract shows. */
async function types() {
	const banner = `// Generated from ${CONTRACT} by \`npm run build\`; change the contract, not this file.\n\n`;
	// A field with a default may still be left out of a request.
	const nodes = await openapiTypescript.default(new URL(CONTRACT, `file://${__dirname}/`), {
		defaultNonNullable: false,
	});
	const text = banner + openapiTypescript.astToString(nodes);
	// Left alone when nothing changed: a new time stamp would start `gulp watch` over and over.
	if ((await readFile(CONTRACT_TYPES, 'utf8').catch(() => '')) === text) return;
	await writeFile(CONTRACT_TYPES, text);
}

/** Type-checks first and only then replaces dist/, so that a failed build leaves the last one. */
async function compile() {
	const config = ts.getParsedCommandLineOfConfigFile(
		'tsconfig.json',
		{},
		{
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: failOn,
		},
	);
	const program = ts.createProgram(config.fileNames, config.options);
	failOn(...config.errors, ...ts.getPreEmitDiagnostics(program));
	await clean();
	failOn(...program.emit().diagnostics);
}

function failOn(...diagnostics) {
	if (diagnostics.length === 0) return;
	const host = {
		getCanonicalFileName: (name) => name,
		getCurrentDirectory: () => __dirname,
		getNewLine: () => '\n',
	};
	const format = process.stdout.isTTY
		? ts.formatDiagnosticsWithColorAndContext
		: ts.formatDiagnostics;
	const error = new Error(format(diagnostics, host));
	error.showStack = false;
	throw error;
}

/** Removes dist/. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

const icons = () => src(ICONS, { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src(CODEX).pipe(dest('dist/nodes'));

const build = series(types, compile, parallel(icons, codex));

/** Builds, then builds again after every change. */
function watchSources() {
	const options = { ignoreInitial: false };
	watch([CONTRACT, 'tsconfig.json', ...SOURCES, ICONS, CODEX], options, build);
}

exports.clean = clean;
exports.types = types;
exports.build = build;
exports.watch = watchSources;
exports.default = build;
