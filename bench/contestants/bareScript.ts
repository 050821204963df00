import execa from 'execa';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';

/** What a document came to. */
export interface ScriptRun {
	/** Milliseconds. */
	ms: number;
	/** Peak over idle, in MB. */
	memory: number;
}

/** Lets the bare script tag documents, one after the other, in a process of its own. */
export async function bareScript(
	{ url, accounts }: Pick<Sandbox, 'url' | 'accounts'>,
	paths: readonly string[],
): Promise<ScriptRun[]> {
	const script = [join(__dirname, 'script.ts'), url, accounts[0].apiKey];
	const { stdout } = await execa('tsx', script, { input: paths.join('\n'), preferLocal: true });
	return stdout.split('\n').map((line) => JSON.parse(line) as ScriptRun);
}
