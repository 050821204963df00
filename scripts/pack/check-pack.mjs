/**
 * Checks the package as npm would publish it: only the files that belong to it, small, and
 * loadable beside n8n-workflow alone, as n8n loads it.
 *
 *     npm run check:pack
 *     npm run check:pack -- --release    also refuses placeholders of author and repository
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packAndUnpack } from './pack.mjs';
import { gitHubName, releaseProblems } from './releaseProblems.ts';

// Two fifths of it are the PDF reader (pdf), which replaces libraries of megabytes.
const MAX_BYTES = 110_000;
const ROOT_FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'index.js', 'package.json'];
const DIST_FILE =
	/^dist\/(icons\/.+\.svg|((nodes|credentials)\/.+|client|pdf)\.js|nodes\/.+(\.node|\/__schema__\/.+)\.json)$/;

const { folder, report, remove } = await packAndUnpack();
const emptyFolder = await mkdtemp(join(tmpdir(), 'check-pack-'));
try {
	const paths = report.files.map(({ path }) => path);
	const strangers = paths.filter((path) => !ROOT_FILES.includes(path) && !DIST_FILE.test(path));
	const missing = ROOT_FILES.filter((path) => !paths.includes(path));
	const problems = [
		...strangers.map((path) => `${path} does not belong into the package`),
		...missing.map((path) => `${path} is missing from the package`),
	];
	if (report.size >= MAX_BYTES)
		problems.push(`${report.size} bytes packed, not under ${MAX_BYTES}`);
	if (process.argv.includes('--release')) {
		const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
		const notes = readdirSync('.changeset').filter((name) => name.endsWith('.md'));
		problems.push(...releaseProblems(manifest, await checkout(), notes));
	}
	if (problems.length > 0) throw new Error(problems.join('\n'));

	const classes = await load(report.name);
	console.log(`${report.filename}: ${paths.length} files, ${report.size} bytes packed`);
	console.log(`loads ${classes.join(', ')} beside n8n-workflow alone`);
} catch (error) {
	console.error(`The package is not fit to publish:\n${error.message}`);
	process.exitCode = 1;
} finally {
	await remove();
	await rm(emptyFolder, { recursive: true, force: true });
}

/** `owner/name` of the repository of this checkout. */
async function checkout() {
	if (process.env.GITHUB_REPOSITORY) return process.env.GITHUB_REPOSITORY;
	const remote = promisify(execFile)('git', ['remote', 'get-url', 'origin']);
	const { stdout } = await remote.catch(() => ({ stdout: '' }));
	return gitHubName(stdout);
}

/** Requires the unpacked package in an empty folder; returns the names of the exported classes. */
async function load(name) {
	const modules = join(emptyFolder, 'node_modules');
	await mkdir(modules);
	await cp(folder, join(modules, name), { recursive: true });
	await symlink(await realpath('node_modules/n8n-workflow'), join(modules, 'n8n-workflow'));
	const program = `
		const { n8n } = require('${name}/package.json');
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			const [className] = file.split('/').at(-1).split('.');
			new (require('${name}/' + file)[className])();
			if (!(className in require('${name}'))) throw new Error(className + ' is not exported');
		}
		console.log(Object.keys(require('${name}')).join(' '));`;
	const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
		cwd: emptyFolder,
	});
	return stdout.trim().split(' ');
}
