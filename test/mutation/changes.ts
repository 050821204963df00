import execa from 'execa';
import { shippedFiles, sourceOf } from './rooms';

/**
 * The modules that a change touches, directly or through their tests. Compares a branch with its fork
 * point from main, and main with its previous commit.
 *
 * @returns undefined if there is no git history, as in a shallow copy
 */
export async function changedFiles(): Promise<string[] | undefined> {
	const base =
		(await commit('merge-base', 'HEAD', 'origin/main')) ??
		(await commit('merge-base', 'HEAD', 'main'));
	const head = await commit('rev-parse', 'HEAD');
	const from = base === head ? await commit('rev-parse', '--verify', '--quiet', 'HEAD^') : base;
	if (from === undefined) return undefined;
	const { stdout } = await execa('git', ['diff', '--name-only', from]);
	const touched = new Set(stdout.split('\n').map(sourceOf));
	return shippedFiles().filter((file) => touched.has(file));
}

async function commit(...args: string[]): Promise<string | undefined> {
	const { stdout, failed } = await execa('git', args, { reject: false });
	return failed || stdout === '' ? undefined : stdout;
}
