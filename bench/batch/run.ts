import execa from 'execa';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { writeVariants } from '../../test/host/harness/documents';
import { publishFlow } from '../../test/host/harness/flow';
import { outputs } from '../../test/host/harness/rest/executions';
import { openSetup } from '../../test/host/harness/setup';
import { readFiles, tagPdf } from '../../test/host/harness/workflow';
import { QUIET } from '../contestants/inN8n';
import { summarizeRequests, type Seen } from '../contestants/seen';

/** A batch, and the service that tags it. */
export interface Batch {
	documents: number;
	/** Least bytes of each document; a small page when left out. */
	bytes?: number;
	service: Partial<SandboxOptions>;
	/** Max Documents at Once; the node's default when left out. */
	inFlight?: number;
	/** Max Credits per Execution; no limit when left out. */
	maxCredits?: number;
	/** Connections of the script; no limit when left out. */
	connections?: number;
}

/** Task of a contestant that runs as its own process, as JSON in its first argument. */
export interface Task extends Omit<Batch, 'service'> {
	url: string;
	apiKey: string;
}

/** What the service has seen of a contestant, and how many documents came back. */
type Measured = Seen & { delivered: number };

const CREDITS = 1_000_000;

/** Runs Document → Tag of the compiled package in n8n-core's engine. */
export async function runInEngine(batch: Batch): Promise<Measured> {
	return await runProcess('node.ts', batch);
}

/** Runs a node that has nothing but the requests, in n8n-core's engine. */
export async function runBareNode(batch: Batch): Promise<Measured> {
	return await runProcess('bareNode.ts', batch);
}

/** Runs a script of an hour's work. */
export async function runScript(batch: Batch): Promise<Measured> {
	return await runProcess('script.ts', batch);
}

async function runProcess(file: string, { service, ...batch }: Batch): Promise<Measured> {
	const sandbox = await startSandbox({ tagger: 'stamp', credits: CREDITS, ...service });
	try {
		const delivered = await countDelivered(file, sandbox, batch);
		return { delivered, ...summarizeRequests(sandbox) };
	} finally {
		await sandbox.close();
	}
}

/** Runs a contestant on documents, in its own process. @returns the number of results */
export async function countDelivered(
	file: string,
	{ url, accounts: [{ apiKey }] }: Pick<Sandbox, 'url' | 'accounts'>,
	batch: Omit<Batch, 'service'>,
): Promise<number> {
	const task: Task = { url, apiKey, ...batch };
	const { stdout } = await execa('tsx', [join(__dirname, file), JSON.stringify(task)], {
		preferLocal: true,
	});
	return Number(stdout.trim().split('\n').at(-1));
}

/** Runs Document → Tag of the packed package in the newest n8n under test. */
export async function runInN8n({ documents, inFlight, service }: Batch): Promise<Measured> {
	const setup = await openSetup({ sandbox: { credits: CREDITS, ...service } });
	try {
		const pattern = await writeVariants(setup.documents, documents);
		const options = inFlight === undefined ? {} : { maxDocumentsAtOnce: inFlight };
		const node = tagPdf(setup.credential, { options });
		const flow = await publishFlow(setup, [readFiles(pattern), node], QUIET);
		await flow.start();
		const execution = await flow.ended();
		const delivered = outputs(execution, node.name)[0]?.length ?? 0;
		return { delivered, ...summarizeRequests(setup.sandbox) };
	} finally {
		await setup.close();
	}
}
