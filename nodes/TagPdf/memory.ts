import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { createStoredLedger, Ledger, type StoredLedger } from '../../client/ledger';
import { isTool } from './operation';

/** By the data that n8n keeps: tool calls of one execution run at the same time, and share their ledger. */
const ledgers = new WeakMap<object, Ledger>();

/**
 * The ledger of the execution. n8n keeps its data during Retry On Fail and for a manual Retry
 * (`getContext('node')`), so that a second try resumes where the first one stopped. Each round of a loop is a
 * separate run.
 */
export function openLedger(context: IExecuteFunctions): Ledger {
	const executionId = context.getExecutionId() || randomUUID();
	const memory = openMemory(context);
	let ledger = ledgers.get(memory);
	if (ledger?.executionId !== executionId) {
		ledger = new Ledger((memory.ledger ??= createStoredLedger(executionId)), executionId);
		ledgers.set(memory, ledger);
	}
	if (!isTool(context)) ledger.beginRun(nameRun(context));
	return ledger;
}

/** Outside of an execution, as in a tool that a trigger's webhook calls, n8n may keep no data: the memory lasts for the call. */
function openMemory(context: IExecuteFunctions): { ledger?: StoredLedger } {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** Beginning of the keys of this run's items. */
export function nameRun(context: IExecuteFunctions): string {
	return `${context.getWorkflowDataProxy(0).$runIndex as number}:`;
}
