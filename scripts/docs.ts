/**
 * `npm run docs:check`, after `npm run prose`. It checks that the pages are correct and that
 * everybody can read them: pictures, files, generated parts, barriers, and every command for the reader.
 */
import { Command, Option } from 'commander';
import pc from 'picocolors';
import type { INodeTypeDescription } from 'n8n-workflow';
import { asError } from './asError';
import { CHROMIUM } from '../test/ui/browser';
import { barriersOfPages } from './docs/accessible/accessibility';
import { commandsIn } from './docs/commands/commands';
import { runElsewhere } from './docs/commands/elsewhere';
import { execute } from './docs/commands/execute';
import { missingFiles } from './docs/files';
import { settle } from './docs/generated';
import { checkNotes } from './docs/notes';
import { type Page, readPages } from './docs/pages';
import { parameterTable } from './docs/parameters';
import { missingForPdfUa, pdfUaFindings } from './docs/accessible/pdfUa';
import { checkPictures } from './docs/pictures';
import { RUNS } from './docs/commands/runs';

/** The nodes, by the pages that describe them. */
const NODES = { 'docs/tag-pdf.md': 'TagPdf', 'docs/trigger.md': 'TagPdfTrigger' };

const CHECKS = {
	pictures: ({ pages }: Given) => checkPictures(pages),
	files: ({ pages }: Given) => missingFiles(pages),
	notes: async () => await checkNotes(),
	parameters: async ({ update }: Given) => {
		const found: string[] = [];
		for (const [page, name] of Object.entries(NODES)) {
			found.push(...(await settle(parameterTable(page, name, await described(name)), update)));
		}
		return found;
	},
	verapdf: async ({ update }: Given) => {
		const missing = await missingForPdfUa();
		if (missing === undefined)
			return await settle(await pdfUaFindings('docs/evidence/sandbox-pdfua.md'), update);
		if (process.env.CI) return [`veraPDF cannot run: ${missing} is missing`];
		console.log(pc.yellow(`  not checked: ${missing} is missing`));
		return [];
	},
	accessibility: async ({ pages }: Given) => {
		if (CHROMIUM !== undefined || process.env.CI) return await barriersOfPages(pages);
		console.log(pc.yellow('  not checked: Chromium is missing'));
		return [];
	},
	commands: async ({ pages }: Given) => await checkCommands(pages),
};

interface Given {
	pages: Page[];
	update: boolean;
}

async function main(): Promise<void> {
	const names = Object.keys(CHECKS) as Array<keyof typeof CHECKS>;
	const { update = false, only } = new Command('npm run docs:check --')
		.description(
			'Checks pictures, files, generated parts, barriers and every command of the documentation.',
		)
		.option('--update', 'write the generated parts in place of comparing them')
		.addOption(new Option('--only <check>', 'one of them').choices(names))
		.parse()
		.opts<{ update?: boolean; only?: keyof typeof CHECKS }>();
	const pages = readPages();
	const wrong: string[] = [];
	for (const name of only ? [only] : names) {
		console.log(pc.bold(name));
		const found = await CHECKS[name]({ pages, update });
		for (const line of found) console.log(pc.red(`  ${line}`));
		wrong.push(...found);
	}
	console.log(`${pages.length} pages, ${wrong.length === 0 ? 'nothing' : wrong.length} wrong`);
	if (wrong.length > 0) process.exitCode = 1;
}

/** Runs each command that nothing else runs. Prints where each command runs, or why it does not. */
async function checkCommands(pages: Page[]): Promise<string[]> {
	const wrong: string[] = [];
	const commands = commandsIn(pages);
	for (const [command, page] of commands) {
		const run = RUNS[command];
		const elsewhere = runElsewhere(command);
		if (run === undefined && elsewhere === undefined) {
			wrong.push(`${page}: nothing runs ${command}`);
			continue;
		}
		const where = elsewhere ?? (run?.not === undefined ? 'here' : `not run: ${run.not}`);
		console.log(`  ${command.split('\n')[0]} ${pc.dim(where)}`);
		if (where === 'here' && run)
			await execute(command, run).catch((error: unknown) => wrong.push(asError(error).message));
	}
	const gone = Object.keys(RUNS).filter((command) => !commands.has(command));
	return [
		...wrong,
		...gone.map((command) => `scripts/docs/commands/runs.ts: no page tells ${command}`),
	];
}

async function described(name: string): Promise<INodeTypeDescription> {
	const loaded = (await import(`../dist/nodes/${name}/${name}.node.js`)) as Record<
		string,
		new () => { description: INodeTypeDescription }
	>;
	const node = loaded[name];
	if (node === undefined) throw new Error(`dist/ has no node ${name}`);
	return new node().description;
}

main().catch((error: unknown) => {
	console.error(pc.red(asError(error).message));
	process.exitCode = 1;
});
