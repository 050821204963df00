import execa from 'execa';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';

/** Measurements of one document. */
export interface ScriptRun {
	/** Milliseconds. */
	ms: number;
	/** Peak over idle, in MB. */
	memory: number;
}

/** Runs the bare script on documents, one after the other, in its own process. */
export async function bareScript(
	{ url, accounts }: Pick<Sandbox, 'url' | 'accounts'>,
	paths: readonly string[],
): Promise<ScriptRun[]> {
	const script = [join(__dirname, 'script.ts'), url, accounts[0].apiKey];
	const { stdout } = await execa('tsx', script, { input: paths.join('\n'), preferLocal: true });
	return stdout.split('\n').map((line) => JSON.parse(line) as ScriptRun);
}
