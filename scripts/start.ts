/**
 * The newcomer's tour: n8n with the package, beside a sandbox, on this machine.
 *
 *     npm start
 *     npm start -- --mailbox
 *     npm start -- --n8n 1.123.81
 */
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { installHost } from '../test/host/harness/install';
import { packPackage } from '../test/host/harness/package';
import { installation } from '../test/host/harness/runner';
import { hostVersion, latestVersion, type HostVersion } from '../test/host/harness/versions';
import { asError } from './asError';
import { existingFile } from './existingFile';
import { DEFAULT_PORTS, SAMPLES } from './start/defaults';
import type { Tour } from './start/tour';
import { building, showTasks, task } from './tasks';

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
	const options = command().parse().opts<Options>();
	let isInterrupted = false;
	const interrupted = new Promise<void>((interrupt) => {
		// One Ctrl-C can arrive twice: from the terminal and from the process that started this one.
		for (const name of ['SIGINT', 'SIGTERM'] as const) {
			process.on(name, () => {
				isInterrupted = true;
				interrupt();
			});
		}
	});
	const refusal = interrupted.then(() => {
		throw new Error('Interrupted.');
	});
	await Promise.race([install(options), refusal]);
	const tour = await start(options).catch((error: unknown) => {
		// Ctrl-C ends n8n while it starts; its log would not say why.
		throw isInterrupted ? new Error('Interrupted.') : error;
	});
	// Loaded only now: what they import takes seconds to load, and would delay the first sign of life.
	const { banner } = await import('./start/banner');
	const { sendTypedMails } = await import('./start/moreMails');
	console.log(banner(tour));
	const endMails = tour.mail && sendTypedMails(tour.mail);
	await Promise.race([interrupted, tour.n8n.ended]);
	const lines = tour.n8n.alive() ? [] : tour.n8n.lines.slice(-20);
	endMails?.();
	await tour.close();
	if (lines.length > 0) throw new Error(`n8n has ended by itself:\n${lines.join('\n')}`);
	console.log(styleText('dim', '\nn8n and the sandbox have stopped.'));
}

/** Builds the package and installs what is missing. */
async function install({ n8n, mailbox }: Options): Promise<void> {
	const mailServer = task('Dovecot', async (report) => {
		const { installMailServer } = await import('./start/mailbox');
		await installMailServer(report);
	});
	await showTasks([building(), ...(mailbox ? [mailServer] : []), installation(n8n)]);
}

/** Starts n8n with the package, and the sandbox. */
async function start({ n8n, folder, fresh, mailbox, ...ports }: Options): Promise<Tour> {
	const started: Tour[] = [];
	const starting = task('Start n8n and the sandbox', async (report) => {
		const { startTour } = await import('./start/tour');
		report('packing the package');
		const tarball = await packPackage();
		const tour = await startTour(
			await installHost(n8n, report),
			tarball,
			{ n8n: ports.n8nPort, sandbox: ports.sandboxPort, welcome: ports.welcomePort },
			{ folder: resolve(folder), fresh, mailed: mailbox === true ? MAILED : mailbox, report },
		).finally(async () => await rm(dirname(tarball), { recursive: true }));
		started.push(tour);
	});
	await showTasks([starting]);
	return started[0] as Tour;
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
			existingFile,
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
