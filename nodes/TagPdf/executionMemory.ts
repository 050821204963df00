import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceMemory } from '../client/service';
import type { StoredDocuments } from '../client/submission';

/** Data that n8n keeps with the execution. */
interface Stored {
	executionId?: string;
	/** The slots of each run, by the index of the run. */
	runs?: Record<string, StoredDocuments['slots']>;
	documents?: StoredDocuments['documents'];
	service?: ServiceMemory;
	/** Tries of Retry On Fail so far, for one run of one execution. */
	tries?: { of: string; count: number };
}

/** Memory of one execution: the documents that the node has submitted, and the execution's ID. */
export interface ExecutionMemory extends StoredDocuments {
	/** The execution in which the node first ran: a manual Retry has an ID of its own. */
	firstExecutionId: string;
	service: ServiceMemory;
	/** Tries of this run in this execution, this one included. */
	tries: number;
}

/**
 * n8n keeps this memory during Retry On Fail and for a manual Retry (`getContext('node')`), so that a second
 * try resumes where the first one stopped. Each round of a loop is a separate run. Once a round has begun,
 * earlier rounds cannot be tried again, and their slots are dropped.
 */
export function openExecutionMemory(context: IExecuteFunctions): ExecutionMemory {
	const stored: Stored = context.getContext('node');
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const slots = stored.runs?.[run] ?? {};
	stored.runs = { [run]: slots };
	stored.executionId ??= context.getExecutionId();
	stored.documents ??= {};
	stored.service ??= {};
	const of = `${context.getExecutionId()} ${run}`;
	const tries = (stored.tries?.of === of ? stored.tries.count : 0) + 1;
	stored.tries = { of, count: tries };
	const { documents, executionId: firstExecutionId, service } = stored;
	return { slots, documents, firstExecutionId, service, tries };
}
