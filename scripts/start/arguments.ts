import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Ports } from './tour';

/** n8n's own port and the sandbox's, which are also in the documentation. */
const DEFAULTS: Ports = { n8n: 5678, sandbox: 4010, welcome: 4000 };

function port(text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
	throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** Without a name of their own, of a mail: a PDF without tags. */
const SAMPLE = join(__dirname, '../../test/fixtures/sample.pdf');

/** @throws InvalidArgumentError before the minutes of an installation */
function file(path: string, before: readonly string[] = []): string[] {
	if (existsSync(path)) return [...before, path];
	throw new InvalidArgumentError('There is no such file.');
}

/** What npm start is to open. */
export interface Choices {
	readonly ports: Ports;
	/** Paths of the PDFs that come in by mail; undefined for no mailbox. */
	readonly mailed: readonly string[] | undefined;
}

/** Reads the command line; prints help and exits on --help, and on what it does not understand. */
export function parseArguments(argv: string[]): Choices {
	const { n8nPort, sandboxPort, welcomePort, mailbox } = new Command('npm start --')
		.description(
			'The whole of it on this machine: builds the package, starts n8n with it and a sandbox of the ' +
				'service, and imports credentials and examples. No API key needed.',
		)
		.option('--n8n-port <port>', 'port of n8n; 0 takes a free one', port, DEFAULTS.n8n)
		.option('--sandbox-port <port>', 'port of the sandbox', port, DEFAULTS.sandbox)
		.option('--welcome-port <port>', 'port of the link that signs you in', port, DEFAULTS.welcome)
		.option(
			'--mailbox [pdf...]',
			'also a mailbox and an S3 store on this machine, joined by the example for them, and a mail with ' +
				"the PDFs (default: a sample); installs Debian's dovecot-imapd where it is missing",
			file,
		)
		.addHelpText(
			'after',
			'\nThe first start installs n8n (minutes, 2.6 GB) into the cache folder of the system, or into ' +
				'the one\nthat TAG_PDF_HOSTS names. Every start begins anew: what you build in n8n is gone ' +
				'after Ctrl-C,\nunless you download it (menu ⋯ of the workflow).',
		)
		.parse(argv)
		.opts<{
			n8nPort: number;
			sandboxPort: number;
			welcomePort: number;
			mailbox?: true | string[];
		}>();
	return {
		ports: { n8n: n8nPort, sandbox: sandboxPort, welcome: welcomePort },
		mailed: mailbox === true ? [SAMPLE] : mailbox,
	};
}
