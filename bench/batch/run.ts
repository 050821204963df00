import execa from 'execa';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import type { Outcome, Task } from './contestant';
import { runInN8n } from './inN8n';
import type { Row } from './rows';
import { seenBy, type Seen } from './seen';

export type Contestant = 'node' | 'script';

/** A contestant's run of a row. */
export type Run = Outcome & Seen;

/** Lets a contestant do a row, in a process of its own against a sandbox of its own. */
export async function run(contestant: Contestant, row: Row): Promise<Run> {
	if (contestant === 'node' && row.inN8n) return await runInN8n(row);
	const sandbox = await startSandbox({ tagger: 'stamp', credits: 1_000_000, ...row.service });
	try {
		const task: Task = {
			url: sandbox.url,
			apiKey: sandbox.accounts[0].apiKey,
			documents: row.documents,
			inFlight: row.inFlight,
		};
		const file = join(__dirname, `${contestant}.ts`);
		const { stdout } = await execa('tsx', [file, JSON.stringify(task)], { preferLocal: true });
		const outcome = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
		return { ...outcome, ...seenBy(sandbox) };
	} finally {
		await sandbox.close();
	}
}
