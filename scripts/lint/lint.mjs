/**
 * Lints the sources and the packed package with n8n's rules, as `@n8n/scan-community-package` does:
 * the same files, inline disables ignored. Warnings fail too.
 *
 *     node scripts/lint/lint.mjs             the rules of eslint.scan.mjs
 *     node scripts/lint/lint.mjs --newest    n8n's newest released rules from npm's registry, and their beta
 */
import { ESLint } from 'eslint';
import pinned from '../../eslint.scan.mjs';
import { installNewestRules, scannerTags } from './newest-rules.mjs';
import { packAndUnpack } from '../pack/pack.mjs';

const pinnedRules = { config: pinned, remove: () => {} };
const sources = ['package.json', '{nodes,client,pdf,credentials}/**/*.{js,ts,json}'];
const packed = ['**/*.js', '**/*.ts', '**/*.json'];
const unpacked = await packAndUnpack();
try {
	if (process.argv.includes('--newest')) {
		for (const tag of scannerTags()) await lintAll(await installNewestRules(tag));
	} else {
		await lintAll(pinnedRules);
	}
} finally {
	await unpacked.remove();
}

async function lintAll({ config, remove }) {
	try {
		const found = [
			await lint('sources', process.cwd(), sources, config),
			await lint('packed files', unpacked.folder, packed, config),
		];
		if (found.some((count) => count > 0)) process.exitCode = 1;
	} finally {
		await remove();
	}
}

/** Prints the problems and a line of counts; returns the number of errors and warnings. */
async function lint(name, cwd, patterns, config) {
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
		errorOnUnmatchedPattern: false,
	});
	const results = await eslint.lintFiles(patterns);
	const formatter = await eslint.loadFormatter('stylish');
	process.stdout.write(await formatter.format(results));
	const sum = (key) => results.reduce((total, result) => total + result[key], 0);
	const [errors, warnings] = [sum('errorCount'), sum('warningCount')];
	console.log(`${name}: ${results.length} files, ${errors} errors, ${warnings} warnings`);
	return errors + warnings;
}
