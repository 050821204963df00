import { dirname, join } from 'node:path';
import { rm } from 'node:fs/promises';
import execa from 'execa';
import { Listr, type ListrTask } from 'listr2';
import { prepareHome } from './home';
import { installHost } from './install';
import { packPackage, TARBALL_VARIABLE } from './package';
import type { HostVersion } from './versions';

const ROOT = join(__dirname, '..', '..', '..');

/** What a suite needs before jest can run it. */
export interface Plan {
	/** Path of the jest configuration, from the root of the repository. */
	readonly config: string;
	readonly versions: readonly HostVersion[];
	/** Passed on to jest. */
	readonly args: readonly string[];
	/** What else must be there, e.g. a browser. */
	readonly needs?: readonly ListrTask[];
}

/**
 * Makes ready what a suite needs, with a progress display, and runs it.
 *
 * @returns jest's exit code
 * @throws Error when something can't be installed
 */
export async function runSuite({ config, versions, args, needs = [] }: Plan): Promise<number> {
	let tarball = '';
	const pack: ListrTask = {
		title: 'Pack the package',
		task: async () => {
			tarball = await packPackage();
		},
	};
	await new Listr([pack, ...needs, ...versions.map(installation)]).run();
	try {
		const jest = ['jest', '-c', config, ...args];
		const env = { [TARBALL_VARIABLE]: tarball };
		const options = { cwd: ROOT, env, stdio: 'inherit', reject: false } as const;
		return (await execa('npx', ['--no-install', ...jest], options)).exitCode;
	} finally {
		await rm(dirname(tarball), { recursive: true, force: true });
	}
}

/** Installs an n8n and starts it for the first time, unless it is there. */
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
