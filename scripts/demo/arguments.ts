import { Command } from 'commander';
import { join, relative } from 'node:path';

const FIXTURE = relative(process.cwd(), join(__dirname, '../../test/fixtures/sample.pdf'));

export interface Arguments {
	/** Paths of the documents to tag. */
	files: string[];
	/** Folder for the tagged documents. */
	out: string;
}

/** Reads the command line. Prints help and exits on --help, and on arguments that it does not know. */
export function parseArguments(argv: string[]): Arguments {
	const command = new Command('npm run demo --')
		.description(
			'Tags PDFs on this machine: a workflow with the Tag PDF node runs in n8n’s own engine ' +
				'against a sandbox of the service. No n8n, no API key and no network needed.',
		)
		.argument('[files...]', 'PDF files to tag', [FIXTURE])
		.option('-o, --out <folder>', 'where the tagged files go', 'demo-output')
		.addHelpText(
			'after',
			'\nTagging needs Java 11 or newer; without Java, the documents are only stamped.',
		)
		.parse(argv);
	return { files: command.processedArgs[0] as string[], out: command.opts<{ out: string }>().out };
}
