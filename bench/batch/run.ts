import execa from 'execa';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { Task } from './contestant';
import { runInN8n } from './inN8n';
import type { Row } from './rows';
import { summarizeRequests, type Run } from '../contestants/seen';

export type Contestant = 'node' | 'script';

/** Runs a contestant on a row, in its own process with its own sandbox. */
export async function run(contestant: Contestant, row: Row): Promise<Run> {
	if (contestant === 'node' && row.inN8n) return await runInN8n(row);
	const sandbox = await startSandbox({ tagger: 'stamp', credits: 1_000_000, ...row.service });
	try {
		return {
			delivered: await countDelivered(contestant, sandbox, row),
			...summarizeRequests(selectMeasured(sandbox, row)),
		};
	} finally {
		await sandbox.close();
	}
}

/** Selects the measured documents in the sandbox's records. */
function selectMeasured(sandbox: Sandbox, { documents, earlier = 0 }: Row) {
	const first = sandbox.requestsOf('createUpload')[earlier]?.at ?? 0;
	const requests = sandbox.requests.filter(({ at }) => at >= first);
	return { jobs: sandbox.jobs.slice(-documents), requests };
}

/** Runs a contestant on documents, in its own process. @returns the number of results */
export async function countDelivered(
	contestant: Contestant,
	{ url, accounts: [{ apiKey }] }: Pick<Sandbox, 'url' | 'accounts'>,
	{ documents, inFlight, earlier }: Pick<Task, 'documents' | 'inFlight' | 'earlier'>,
): Promise<number> {
	const task: Task = { url, apiKey, documents, inFlight, earlier };
	const file = join(__dirname, `${contestant}.ts`);
	const { stdout } = await execa('tsx', [file, JSON.stringify(task)], { preferLocal: true });
	return Number(stdout.trim().split('\n').at(-1));
}
