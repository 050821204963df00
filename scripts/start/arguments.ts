import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { hostVersion, latestVersion, type HostVersion } from '../../test/host/harness/versions';
import { DEFAULT_FOLDER } from './folder';
import { SAMPLE } from './samples';
import { DEFAULT_PORTS, type Ports } from './tour';

function port(text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
	throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** @throws InvalidArgumentError that lists the pinned versions */
function version(n8n: string): HostVersion {
	try {
		return hostVersion(n8n);
	} catch (error) {
		throw new InvalidArgumentError(`${(error as Error).message}.`);
	}
}

/** @throws InvalidArgumentError at once, not after an installation of minutes */
function file(path: string, before: readonly string[] = []): string[] {
	if (existsSync(path)) return [...before, path];
	throw new InvalidArgumentError('There is no such file.');
}

/** A tour as the command line describes it. */
export interface Choices {
	readonly ports: Ports;
	/** Paths of the PDFs that arrive by mail; undefined for no mailbox. */
	readonly mailed: readonly string[] | undefined;
	readonly version: HostVersion;
	/** The folder that keeps the user's work. */
	readonly folder: string;
	/** Whether n8n starts without its kept data. */
	readonly fresh: boolean;
}

/** Reads the command line. Prints help and exits on --help, and on arguments that it does not know. */
export function parseArguments(argv: string[]): Choices {
	const { n8nPort, sandboxPort, welcomePort, mailbox, n8n, folder, fresh } = command()
		.parse(argv)
		.opts<Options>();
	return {
		ports: { n8n: n8nPort, sandbox: sandboxPort, welcome: welcomePort },
		mailed: mailbox === true ? [SAMPLE] : mailbox,
		version: n8n,
		folder: resolve(folder),
		fresh,
	};
}

interface Options {
	readonly n8nPort: number;
	readonly sandboxPort: number;
	readonly welcomePort: number;
	readonly mailbox?: true | string[];
	readonly n8n: HostVersion;
	readonly folder: string;
	readonly fresh: boolean;
}

function command(): Command {
	const newest = latestVersion();
	return new Command('npm start --')
		.description(
			'Runs everything on this machine: builds the package, starts n8n with it and a sandbox of the ' +
				'service, and imports credentials and examples. No API key needed.',
		)
		.addOption(
			new Option('--n8n <version>', 'one of the versions that the tests pin')
				.argParser(version)
				.default(newest, newest.n8n),
		)
		.option('--folder <folder>', 'keeps what you build', DEFAULT_FOLDER)
		.option(
			'--fresh',
			'starts from nothing: removes what this version of n8n has kept there',
			false,
		)
		.option('--n8n-port <port>', 'port of n8n; 0 takes a free one', port, DEFAULT_PORTS.n8n)
		.option('--sandbox-port <port>', 'port of the sandbox', port, DEFAULT_PORTS.sandbox)
		.option(
			'--welcome-port <port>',
			'port of the link that signs you in',
			port,
			DEFAULT_PORTS.welcome,
		)
		.option(
			'--mailbox [pdf...]',
			'also starts a mailbox and an S3 store, with the example that connects them, and sends a mail with ' +
				'the PDFs (default: a sample); on Debian, it installs dovecot-imapd if that is missing',
			file,
		)
		.addHelpText(
			'after',
			'\nThe first start installs n8n (some minutes, 2.6 GB) into the cache folder of the system, or into ' +
				'the one\nthat TAG_PDF_HOSTS names. Workflows, credentials and executions stay in the folder ' +
				'for the next start.\nThe sandbox starts from nothing each time, with full credits and without jobs.',
		);
}
