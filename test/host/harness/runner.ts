import { dirname, join } from 'node:path';
import { rm } from 'node:fs/promises';
import { Command, Option } from 'commander';
import execa from 'execa';
import { Listr, type ListrTask } from 'listr2';
import { styleText } from 'node:util';
import { prepareHome } from './home';
import { installHost } from './install';
import { packPackage, TARBALL_VARIABLE } from './package';
import { editorVersions, type HostVersion } from './versions';

const ROOT = join(__dirname, '..', '..', '..');

/** A suite's requirements before jest can run it. */
export interface Plan {
	/** Path of the jest configuration, from the root of the repository. */
	readonly config: string;
	readonly versions: readonly HostVersion[];
	/** Arguments for jest. */
	readonly args: readonly string[];
	/** Further requirements, e.g. a browser. */
	readonly needs?: readonly ListrTask[];
}

/** The command line of a suite: its help, plus all options of jest. */
export function suiteCommand(name: string, description: string): Command {
	return new Command(`npm run ${name} --`)
		.description(description)
		.argument('[jest arguments...]', 'passed on to jest, e.g. -t and a part of the name of a test')
		.allowUnknownOption()
		.addHelpText(
			'after',
			'\nThe first run installs n8n (minutes, up to 2.6 GB each) into the cache folder of the system,' +
				'\nor into the one that TAG_PDF_HOSTS names; later runs find it there.',
		);
}

/** The option of a suite that runs on n8n 1 and 2. */
export function editorOption(): Option {
	const known = editorVersions().map(({ n8n }) => n8n);
	return new Option('--n8n <version>', 'only this n8n').choices(known);
}

/** The versions with that number; without a number, all with editor tests. */
export function chosenEditors(only: string | undefined): HostVersion[] {
	return editorVersions().filter(({ n8n }) => only === undefined || n8n === only);
}

/** Arguments of jest that select the projects of these versions alone. */
export function selectProjects(versions: readonly HostVersion[]): string[] {
	return ['--selectProjects', ...versions.map(({ n8n }) => `n8n ${n8n}`)];
}

/** Runs a suite from its command line. A failed preparation is printed and ends with code 1. */
export async function runCommand(
	program: Command,
	plan: (args: string[]) => Plan | Promise<Plan>,
): Promise<void> {
	try {
		program.parse();
		process.exitCode = await runSuite(await plan(program.args));
	} catch (error) {
		console.error(styleText('red', (error as Error).message));
		process.exitCode = 1;
	}
}

/**
 * Prepares a suite with a progress display and runs it.
 *
 * @returns jest's exit code
 * @throws Error when something can't be installed
 */
async function runSuite({ config, versions, args, needs = [] }: Plan): Promise<number> {
	let tarball = '';
	const pack: ListrTask = {
		title: 'Pack the package',
		task: async () => {
			tarball = await packPackage();
		},
	};
	// Last, so no tarball is left if an installation fails.
	await new Listr([...needs, ...versions.map(installation), pack]).run();
	try {
		const jest = ['jest', '-c', config, ...args];
		const env = { [TARBALL_VARIABLE]: tarball };
		const options = { cwd: ROOT, env, stdio: 'inherit', reject: false } as const;
		return (await execa('npx', ['--no-install', ...jest], options)).exitCode;
	} finally {
		await rm(dirname(tarball), { recursive: true, force: true });
	}
}

/** Installs an n8n and starts it for the first time, unless that is already done. */
export function installation(version: HostVersion): ListrTask {
	return {
		title: `n8n ${version.n8n}`,
		task: async (_context, task) => {
			const report = (step: string) => {
				task.output = step;
			};
			const host = await installHost(version, report);
			await prepareHome(host, report);
		},
	};
}
