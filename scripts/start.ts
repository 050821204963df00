/**
 * The newcomer's tour: n8n with the package, beside a sandbox, on this machine.
 *
 *     npm start
 *     npm start -- --mailbox
 *     npm start -- --n8n 1.123.81
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Listr, type ListrTask } from 'listr2';
import pc from 'picocolors';
import { installHost } from '../test/host/harness/install';
import { packPackage } from '../test/host/harness/package';
import { installation } from '../test/host/harness/runner';
import { build } from './demo/build';
import { asError } from './asError';
import { parseArguments, type Choices } from './start/arguments';
import { banner } from './start/banner';
import { openKeptFolder } from './start/folder';
import { installMailServer } from './start/mailbox';
import { startTour, type Tour } from './start/tour';

async function main(): Promise<void> {
	const choices = parseArguments(process.argv);
	const interruption = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		// One Ctrl-C can arrive twice: from the terminal and from the process that started this one.
		process.on(name, () => interruption.abort(new Error('Interrupted.')));
	}
	const tour = await open(choices, interruption.signal);
	const interrupted = new Promise((resolve) => {
		interruption.signal.addEventListener('abort', resolve, { once: true });
	});
	if (!interruption.signal.aborted) {
		console.log(banner(tour));
		await Promise.race([interrupted, tour.n8n.ended]);
	}
	const lines = tour.n8n.alive() ? [] : tour.n8n.lines.slice(-20);
	await tour.close();
	if (lines.length > 0) throw new Error(`n8n has ended by itself:\n${lines.join('\n')}`);
	console.log(pc.dim('\nn8n and the sandbox have stopped.'));
}

/** Builds, installs and starts; each step shows a line. */
async function open(choices: Choices, signal: AbortSignal): Promise<Tour> {
	const { fresh, folder, mailed, ports, version } = choices;
	let tour: Tour | undefined;
	let tarball = '';
	const tasks = new Listr(
		[
			{ title: 'Build the package', task: async () => await build(signal) },
			{
				title: 'Pack it',
				task: async () => {
					tarball = await packPackage();
				},
			},
			{ title: 'Install Dovecot', enabled: mailed !== undefined, task: installMailServer },
			unless(signal, installation(version)),
			{
				title: 'Start sandbox and n8n, import credentials and examples',
				task: async () => {
					const host = await installHost(version, () => undefined);
					tour = await startTour(host, tarball, ports, {
						mailed,
						openFolder: async () => await openKeptFolder(host, folder, fresh),
					});
				},
			},
		],
		{ registerSignalListeners: false, rendererOptions: { showErrorMessage: false } },
	);
	try {
		await tasks.run();
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		if (tarball) await rm(dirname(tarball), { recursive: true, force: true });
	}
	return tour as Tour;
}

/** Wraps a task, so that it fails at once when the signal aborts. */
function unless(signal: AbortSignal, { title, task }: ListrTask): ListrTask {
	return {
		title,
		task: async (context, line) => {
			signal.throwIfAborted();
			const interrupted = once(signal, 'abort').then(() => signal.throwIfAborted());
			await Promise.race([task(context, line), interrupted]);
		},
	};
}

main().catch((thrown: unknown) => {
	const error = asError(thrown);
	const taken = error.code === 'EADDRINUSE';
	const choices =
		' Choose others with --n8n-port, --sandbox-port and --welcome-port; 0 takes a free one.';
	console.error(pc.red(error.message + (taken ? choices : '')));
	// Exits now, because an interrupted installation ends only with this process.
	process.exit(1);
});
