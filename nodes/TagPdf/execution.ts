import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { fingerprint } from '../../client/idempotencyKey';
import { Ledger, readStoredLedger, type StoredLedger } from '../../client/ledger';
import type { Limits } from '../../client/limits';
import type { Runtime } from '../../client/runtime';
import { Service } from '../../client/service';
import type { Connection } from '../../client/connection';
import { toText } from '../../client/text';
import { Watcher } from '../../client/wait';
import { type ApiCredential, writeLog } from '../shared/n8nRuntime';
import { isTool } from './tool';

/** What all units of an execution share: its ledger, and a connection for each credential. */

/**
 * The ledger of each execution, by the object in which n8n keeps the node's data. Calls of a tool run at the same time,
 * and all calls of one execution must share one ledger.
 */
const ledgers = new WeakMap<object, Ledger>();

/**
 * Opens the execution's ledger and, unless the node is a tool, begins a run in it. n8n keeps the ledger's data during
 * Retry On Fail and for a manual Retry (`getContext('node')`), so that a second try resumes where the first one
 * stopped. Each round of a loop is a separate run.
 */
export function openLedger(context: IExecuteFunctions, limits: Limits): Ledger {
	const executionId = context.getExecutionId() || randomUUID();
	const memory = openMemory(context);
	let ledger = ledgers.get(memory);
	if (ledger?.executionId !== executionId) {
		const stored = readStoredLedger(memory.ledger, executionId);
		if (memory.ledger && memory.ledger !== stored) {
			const forgets =
				'another version of Tag PDF began this execution: the credit limit counts from 0';
			writeLog(context, 'warn', forgets);
		}
		memory.ledger = stored;
		ledger = new Ledger(memory.ledger, executionId);
		ledgers.set(memory, ledger);
	}
	const run = nameRun(context);
	if (run !== undefined) ledger.beginRun(run, limits.submission.keptDocuments);
	return ledger;
}

/**
 * Outside of an execution, as in a tool that a trigger's webhook calls, n8n may offer no place to keep data. Then the
 * memory lasts for this call only.
 */
function openMemory(context: IExecuteFunctions): { ledger?: StoredLedger } {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/**
 * The prefix that all unit keys of this run have, and have again on a second try; undefined for a tool, whose calls
 * have no second try.
 */
export function nameRun(context: IExecuteFunctions): string | undefined {
	if (isTool(context)) return undefined;
	return `${context.getWorkflowDataProxy(0).$runIndex as number}:`;
}

/**
 * Items may have different credentials, because a credential's fields may be expressions.
 *
 * @returns a function that connects to the service once for each credential, and returns the same connection after that
 */
export function createConnect(
	open: (credential: ApiCredential) => Runtime,
	shared: Pick<Connection, 'ledger' | 'maximum' | 'signal'>,
) {
	const connections = new Map<string, Promise<Connection>>();
	return async (credential: ApiCredential): Promise<Connection> => {
		const { apiKeyHash } = credential;
		const connection = connections.get(apiKeyHash) ?? connectTo(open(credential), shared);
		connections.set(apiKeyHash, connection);
		return await connection;
	};
}

/**
 * Connects to the service. With a credit limit, this first asks the service to which account the API key belongs,
 * unless the ledger knows it: the limit holds for the account, and not for each of its API keys.
 *
 * @throws TagPdfError if the service does not answer that question
 */
async function connectTo(
	runtime: Runtime,
	shared: Pick<Connection, 'ledger' | 'maximum' | 'signal'>,
): Promise<Connection> {
	const { ledger, maximum, signal } = shared;
	const id = fingerprint([runtime.apiKeyHash]).slice(0, 16);
	const service = new Service(runtime, ledger.getServiceMemory(id));
	if (maximum !== Infinity && !ledger.isIdentified(id)) {
		const account = toText((await service.getAccount({ signal })).account_id);
		if (account !== undefined)
			ledger.identify(id, fingerprint([runtime.baseUrl, account]).slice(0, 16));
	}
	const watcher = new Watcher(runtime, service, signal);
	return { ...shared, id, runtime, service, watcher };
}
