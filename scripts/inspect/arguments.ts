import { Command } from 'commander';

export interface Arguments {
	/** Paths of the documents. */
	files: string[];
	/** Whether the package is built first. */
	shouldBuild: boolean;
}

/** Reads the command line. Prints help and exits on --help, and on arguments that it does not know. */
export function parseArguments(argv: string[]): Arguments {
	const command = new Command('npm run inspect --')
		.description(
			'Says how many pages each PDF has (1 credit each), whether it is tagged, scanned, encrypted ' +
				'or signed, and what to do with it. Prints one JSON line per file, in the given order; ' +
				'null means not known, and "unknown" says why. Nothing leaves this machine.',
		)
		.argument('<files...>', 'PDF files to inspect')
		.option('--no-build', 'use the package as it was last built')
		.addHelpText('after', '\ndocs/inspect.md explains every field.')
		.parse(argv);
	return {
		files: command.processedArgs[0] as string[],
		shouldBuild: command.opts<{ build: boolean }>().build,
	};
}
