import { Command, InvalidArgumentError } from 'commander';
import type { Ports } from './tour';

/** n8n's own port and the sandbox's, which are also in the documentation. */
const DEFAULTS: Ports = { n8n: 5678, sandbox: 4010, welcome: 4000 };

function port(text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
	throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** Reads the command line; prints help and exits on --help, and on what it does not understand. */
export function parseArguments(argv: string[]): Ports {
	const { n8nPort, sandboxPort, welcomePort } = new Command('npm start --')
		.description(
			'The whole of it on this machine: builds the package, starts n8n with it and a sandbox of the ' +
				'service, and imports credentials and examples. No API key needed.',
		)
		.option('--n8n-port <port>', 'port of n8n; 0 takes a free one', port, DEFAULTS.n8n)
		.option('--sandbox-port <port>', 'port of the sandbox', port, DEFAULTS.sandbox)
		.option('--welcome-port <port>', 'port of the link that signs you in', port, DEFAULTS.welcome)
		.addHelpText(
			'after',
			'\nThe first start installs n8n (minutes, 2.6 GB) into the cache folder of the system, or into ' +
				'the one\nthat TAG_PDF_HOSTS names. Every start begins anew: what you build in n8n is gone ' +
				'after Ctrl-C,\nunless you download it (menu ⋯ of the workflow).',
		)
		.parse(argv)
		.opts<{ n8nPort: number; sandboxPort: number; welcomePort: number }>();
	return { n8n: n8nPort, sandbox: sandboxPort, welcome: welcomePort };
}
