/**
 * The newcomer's tour: n8n with the package, beside a sandbox, on this machine.
 *
 *     npm start
 *     npm start -- --mailbox
 *     npm start -- --n8n 1.123.81
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Listr } from 'listr2';
import { installHost } from '../test/host/harness/install';
import { packPackage } from '../test/host/harness/package';
import { installation } from '../test/host/harness/runner';
import { hostVersion, latestVersion, type HostVersion } from '../test/host/harness/versions';
import { asError } from './asError';
import { banner } from './start/banner';
import { installMailServer } from './start/mailbox';
import { DEFAULT_PORTS, SAMPLES, startTour } from './start/tour';

/** Without own PDFs, one to tag and one that is filed as it came. */
const MAILED = [SAMPLES.untagged, SAMPLES.tagged];

interface Options {
	readonly n8n: HostVersion;
	readonly folder: string;
	readonly fresh: boolean;
	readonly n8nPort: number;
	readonly sandboxPort: number;
	readonly welcomePort: number;
	/** Paths of PDFs; true for the samples. */
	readonly mailbox?: true | string[];
}

async function main(): Promise<void> {
	const { n8n: version, folder, fresh, mailbox, ...ports } = command().parse().opts<Options>();
	const interrupted = new Promise<void>((interrupt) => {
		// One Ctrl-C can arrive twice: from the terminal and from the process that started this one.
		for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupt());
	});
	const refusal = interrupted.then(() => {
		throw new Error('Interrupted.');
	});
	await Promise.race([install(version, mailbox !== undefined), refusal]);
	const tarball = await packPackage();
	const tour = await startTour(
		await installHost(version, () => undefined),
		tarball,
		{ n8n: ports.n8nPort, sandbox: ports.sandboxPort, welcome: ports.welcomePort },
		{ folder: resolve(folder), fresh, mailed: mailbox === true ? MAILED : mailbox },
	).finally(async () => await rm(dirname(tarball), { recursive: true }));
	console.log(banner(tour));
	await Promise.race([interrupted, tour.n8n.ended]);
	const lines = tour.n8n.alive() ? [] : tour.n8n.lines.slice(-20);
	await tour.close();
	if (lines.length > 0) throw new Error(`n8n has ended by itself:\n${lines.join('\n')}`);
	console.log(styleText('dim', '\nn8n and the sandbox have stopped.'));
}

/** Installs what is missing, and shows the progress. */
async function install(version: HostVersion, withMailbox: boolean): Promise<void> {
	const mailServer = { title: 'Dovecot', enabled: withMailbox, task: installMailServer };
	await new Listr([mailServer, installation(version)], {
		registerSignalListeners: false,
		rendererOptions: { showErrorMessage: false },
	}).run();
}

function command(): Command {
	const { n8n, sandbox, welcome } = DEFAULT_PORTS;
	const newest = latestVersion();
	return new Command('npm start --')
		.description(
			'Runs everything on this machine: builds the package, starts n8n with it and a sandbox of the ' +
				'service, and imports credentials and examples. No API key needed.',
		)
		.addOption(
			new Option('--n8n <version>', 'one of the versions that the tests pin')
				.argParser(orInvalid(hostVersion))
				.default(newest, newest.n8n),
		)
		.option('--folder <folder>', 'keeps what you build', join(homedir(), 'n8n-tag-pdf-tour'))
		.option('--fresh', 'removes what this version of n8n has kept there', false)
		.option('--n8n-port <port>', 'port of n8n; 0 takes a free one', port, n8n)
		.option('--sandbox-port <port>', 'port of the sandbox', port, sandbox)
		.option('--welcome-port <port>', 'port of the link that signs you in', port, welcome)
		.option(
			'--mailbox [pdf...]',
			'also starts a mailbox and an S3 store, with the example that connects them, and sends a mail with ' +
				'the PDFs (default: a sample without tags and one with tags); on Debian, it installs dovecot-imapd if that is missing',
			file,
		)
		.addHelpText(
			'after',
			'\nThe first start installs n8n (some minutes, 2.6 GB) into the cache folder of the system, or into ' +
				'the one\nthat TAG_PDF_HOSTS names. Workflows, credentials and executions stay in the folder ' +
				'for the next start.\nThe sandbox starts from nothing each time, with full credits and without jobs.',
		);
}

function port(text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
	throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

/** Refuses a missing file at once, not after an installation of minutes. */
function file(path: string, before: readonly string[] = []): string[] {
	if (existsSync(path)) return [...before, path];
	throw new InvalidArgumentError('There is no such file.');
}

function orInvalid<T>(read: (text: string) => T): (text: string) => T {
	return (text) => {
		try {
			return read(text);
		} catch (error) {
			throw new InvalidArgumentError(`${asError(error).message}.`);
		}
	};
}

main().catch((thrown: unknown) => {
	const error = asError(thrown);
	const advice =
		error.code === 'EADDRINUSE'
			? ' Choose others with --n8n-port, --sandbox-port and --welcome-port; 0 takes a free one.'
			: '';
	console.error(styleText('red', error.message + advice));
	// Exits now, because an interrupted installation ends only with this process.
	process.exit(1);
});
