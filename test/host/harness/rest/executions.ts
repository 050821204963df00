import { readTitle } from '../documents';
import { until } from '../until';
import type { Session } from './session';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- flatted's types are written for ES modules only; its code is there for both
const { parse } = require('flatted') as { parse: (text: string) => unknown };

/** An output item of a node. */
export interface Item {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, Binary>>;
	readonly pairedItem?: unknown;
	readonly error?: unknown;
}

/** A file of an item: its content in `data` (base64), or in the binary store under `id`. */
export interface Binary {
	readonly id?: string;
	readonly data: string;
	readonly mimeType: string;
	readonly fileName?: string;
}

interface NodeRun {
	readonly executionStatus?: string;
	/** Milliseconds since 1970. */
	readonly startTime: number;
	readonly executionTime: number;
	/** Shown above the output; absent if there are none. */
	readonly hints?: ReadonlyArray<{ readonly message: string }>;
	readonly data?: Readonly<Record<string, ReadonlyArray<readonly Item[] | null>>>;
}

interface RunData {
	readonly resultData: {
		readonly runData: Readonly<Record<string, readonly NodeRun[]>>;
		readonly error?: {
			readonly message: string;
			readonly description?: string;
			readonly context?: object;
		};
		readonly lastNodeExecuted?: string;
	};
	readonly executionData?: { readonly contextData: Readonly<Record<string, unknown>> };
}

/** A stored execution of n8n. */
export interface Execution {
	readonly id: string;
	readonly status: string;
	readonly mode: string;
	readonly retryOf?: string | null;
	readonly startedAt: string;
	readonly stoppedAt: string;
	readonly data: RunData;
}

/** A row of the list of executions. */
export type ExecutionSummary = Omit<Execution, 'data'>;

const FINISHED = new Set(['success', 'error', 'canceled', 'crashed']);

/** The executions of a workflow, newest first. n8n returns at most the last 100. */
export async function listExecutions(
	session: Session,
	workflowId: string,
): Promise<ExecutionSummary[]> {
	const filter = JSON.stringify({ workflowId });
	const query = new URLSearchParams({ limit: '100', filter }).toString();
	const route = `/rest/executions?${query}`;
	return (await session.call<{ results: ExecutionSummary[] }>('GET', route)).results;
}

/** One execution with its current data. */
async function readExecution(session: Session, id: string): Promise<Execution> {
	const stored = await session.call<Omit<Execution, 'data'> & { data: string }>(
		'GET',
		`/rest/executions/${id}`,
	);
	return { ...stored, data: parse(stored.data) as RunData };
}

/**
 * Waits until an execution has ended; the workflow's settings may make n8n delete it at once.
 *
 * @returns whether it succeeded
 */
export async function executionEnded(
	session: Session,
	workflowId: string,
	id: string,
): Promise<boolean> {
	const status = await until({ what: `execution ${id} ends`, within: 900_000 }, async () => {
		const found = (await listExecutions(session, workflowId)).find((each) => each.id === id);
		if (found === undefined) return 'success';
		return FINISHED.has(found.status) && found.status;
	});
	return status === 'success';
}

/** The first `count` executions of a workflow, oldest first, once all of them have ended. */
export async function finishedExecutions(
	session: Session,
	workflowId: string,
	count = 1,
): Promise<Execution[]> {
	// One after the other, because n8n has few database connections.
	const executions: Execution[] = [];
	for (const { id } of await allEnded(session, workflowId, count)) {
		executions.push(await readExecution(session, id));
	}
	return executions;
}

/** Execution number `count` of a workflow, once all of them have ended. */
export async function finishedExecution(
	session: Session,
	workflowId: string,
	count = 1,
): Promise<Execution> {
	const list = await allEnded(session, workflowId, count);
	return await readExecution(session, list[count - 1]?.id ?? '');
}

/** All executions once they have ended, oldest first. */
async function allEnded(session: Session, workflowId: string, count: number) {
	const what = `${count} executions of workflow ${workflowId} end`;
	const ended = await until({ what, within: 900_000 }, async () => {
		const list = await listExecutions(session, workflowId);
		return list.length >= count && list.every(({ status }) => FINISHED.has(status)) && list;
	});
	return ended.reverse();
}

/** Presses Stop. */
export async function stopExecution(session: Session, id: string): Promise<void> {
	await session.call('POST', `/rest/executions/${id}/stop`);
}

/** Presses Retry; n8n answers once the new execution has ended. */
export async function retryExecution(
	session: Session,
	id: string,
	workflow: 'original workflow' | 'current workflow' = 'original workflow',
): Promise<void> {
	const loadWorkflow = workflow === 'current workflow';
	await session.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
}

/** Output items of a node, by output; of its last run by default. */
export function outputs(execution: Execution, node: string, run = -1): Item[][] {
	const runs = execution.data.resultData.runData[node] ?? [];
	return (runs.at(run)?.data?.main ?? []).map((items) => [...(items ?? [])]);
}

/** Hints that n8n shows above the output of a node's last run. */
export function hints({ data }: Execution, node: string): string[] {
	const run = data.resultData.runData[node]?.at(-1);
	return (run?.hints ?? []).map(({ message }) => message);
}

/** Content of a file, from the item or from the binary store. */
export async function readBinary(session: Session, { id, data }: Binary): Promise<Buffer> {
	if (id === undefined) return Buffer.from(data, 'base64');
	const query = new URLSearchParams({ id, action: 'download' }).toString();
	return await session.bytes(`/rest/binary-data?${query}`);
}

/** Titles of the PDFs in the field `data` of a node's output; undefined for an item without a file. */
export async function titles(
	session: Session,
	execution: Execution,
	node = 'Tag PDF',
): Promise<Array<string | undefined>> {
	const files = (outputs(execution, node)[0] ?? []).map(({ binary }) => binary?.data);
	return await Promise.all(
		files.map(async (file) => file && (await readTitle(await readBinary(session, file)))),
	);
}
