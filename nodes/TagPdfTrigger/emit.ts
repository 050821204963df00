import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { JobEvent } from './event';
import { getNodeKey, log } from './log';
import { clock } from '../shared/n8nRuntime';

/**
 * Maximum number of a node's entries in n8n's deduplication store, as in Remove Duplicates; n8n drops the oldest. A job
 * takes two.
 */
const MAX_ENTRIES = 10_000;

/** After this time a call of the store counts as failed, so that a store that hangs blocks nobody. */
const STORE_TIMEOUT_MS = 10_000;

/**
 * The second half of the trigger, which the engine runs with the events that `receive()` accepted. It drops the events
 * of jobs that an earlier execution had. No sender waits for it, so it may be slow.
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const emitted: INodeExecutionData[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		const event = json as unknown as JobEvent;
		// Tests and retries repeat jobs on purpose, so they drop nothing.
		const counts = context.getMode() === 'webhook';
		if (counts && !(await isFirstExecution(context, event.data.job.id))) continue;
		emitted.push({ json, pairedItem: { item } });
	}
	return [emitted];
}

/**
 * Whether this execution is the first for the job in n8n's deduplication store. Records the job.
 *
 * A second entry combines job and execution. It distinguishes a second run of the same execution (Retry On Fail,
 * or n8n 1 restarting a stalled one) from a second execution. If the store cannot answer, the job counts as new:
 * a duplicate is better than a lost event.
 */
export async function isFirstExecution(
	context: IExecuteFunctions,
	jobId: string,
): Promise<boolean> {
	// JSON, so that different parts never make the same entry, whatever characters a job ID has.
	const job = JSON.stringify([jobId]);
	const thisExecution = JSON.stringify([jobId, context.getExecutionId()]);
	const call = joinNextCall(context, job, thisExecution);
	try {
		const known = await call.known;
		return known.has(job) ? known.has(thisExecution) : call.first.get(job) === thisExecution;
	} catch (error) {
		log(
			context,
			'warn',
			`could not ask n8n's deduplication store about job ${jobId}, so the job counts as new: ${String(error)}`,
		);
		return true;
	}
}

/** One call of the store, for all executions of a node that asked before it began. */
interface StoreCall {
	/** By a job's entry: the entry of job and execution for the execution that asked about the job first. */
	readonly first: Map<string, string>;
	readonly entries: Set<string>;
	/** The entries that the store already had. */
	readonly known: Promise<Set<string>>;
}

/** By node: the call that has not begun yet. */
const nextCalls = new Map<string, StoreCall>();

/** By node: a promise that resolves at the end of the node's last call, and never rejects. */
const lastCalls = new Map<string, Promise<unknown>>();

/**
 * Adds an execution to the next call to the store. n8n keeps one row for each node, and reads, changes and writes
 * it without a lock, so the calls of this process run one after another. All executions that wait share the next
 * call: a slow store has to answer once for a burst of events, and a store that hangs makes nobody wait for more
 * than two calls.
 */
function joinNextCall(context: IExecuteFunctions, job: string, thisExecution: string): StoreCall {
	const node = getNodeKey(context);
	const call = nextCalls.get(node) ?? planCall(context, node);
	if (!call.first.has(job)) call.first.set(job, thisExecution);
	call.entries.add(job).add(thisExecution);
	return call;
}

function planCall(context: IExecuteFunctions, node: string): StoreCall {
	const entries = new Set<string>();
	const known = Promise.resolve(lastCalls.get(node)).then(async () => {
		nextCalls.delete(node);
		return await recordEntries(context, [...entries]);
	});
	const call = { first: new Map<string, string>(), entries, known };
	nextCalls.set(node, call);
	// A promise without a value: the value of `known` has job IDs, and would stay in memory until the node's next event.
	const end = known.then(
		() => undefined,
		() => undefined,
	);
	lastCalls.set(node, end);
	return call;
}

/**
 * Records entries in n8n's store.
 *
 * @returns the entries that the store already had
 * @throws if the store fails, or does not answer in time
 */
async function recordEntries(context: IExecuteFunctions, entries: string[]): Promise<Set<string>> {
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	const record = async () =>
		await context.helpers.checkProcessedAndRecord(entries, 'node', options);
	const answered = new AbortController();
	const timeout = clock.sleep(STORE_TIMEOUT_MS, answered.signal).then((): never => {
		throw new Error(`no answer within ${STORE_TIMEOUT_MS / 1000} seconds`);
	});
	try {
		// The first insert of a node can collide with another process, so it is retried once.
		const { processed } = await Promise.race([record().catch(record), timeout]);
		return new Set(processed.map(String));
	} finally {
		answered.abort();
	}
}
