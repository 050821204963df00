/**
 * Tags PDFs end to end on this machine: sandbox, n8n-core's engine, Tag PDF node.
 *
 *     npm run demo [-- file.pdf …]
 */
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { Command } from 'commander';
import { existingFile } from './existingFile';
import { building, showTasks } from './tasks';

const SAMPLE = relative(process.cwd(), join(__dirname, '../test/fixtures/sample.pdf'));

async function main(): Promise<void> {
	const command = new Command('npm run demo --')
		.description(
			'Tags PDFs on this machine: a workflow with the Tag PDF node runs in n8n’s own engine ' +
				'against a sandbox of the service. No n8n, no API key and no network needed.',
		)
		.argument('[files...]', `PDF files to tag (default: ${SAMPLE})`, existingFile)
		.option('-o, --out <folder>', 'where the tagged files go', 'demo-output')
		.addHelpText(
			'after',
			'\nTagging needs Java 11 or newer; without Java, the documents are only stamped.',
		)
		.parse();
	const given = command.processedArgs[0] as string[] | undefined;
	const paths = given?.length ? given : [SAMPLE];
	const { out } = command.opts<{ out: string }>();
	await showTasks([building()]);
	console.log(`Tagging      ${paths.join(', ')}: n8n’s engine starts …`);
	// Loading n8n's engine takes seconds, and needs the built package.
	const { runDemo } = await import('./demo/run');
	await runDemo(paths, out);
}

main().catch((error: unknown) => {
	console.error(styleText('red', (error as Error).message));
	process.exitCode = 1;
});
