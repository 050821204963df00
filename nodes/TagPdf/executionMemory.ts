import type { IExecuteFunctions } from 'n8n-workflow';

import type { StoredCredits, StoredSubmissions } from '../client/submission';

/** What n8n keeps with the execution. */
interface Stored {
	executionId?: string;
	/** By run index: the slots of that run. */
	runs?: Record<string, StoredSubmissions['slots']>;
	submissions?: StoredSubmissions['submissions'];
	credits?: StoredCredits;
}

/** What a node has submitted in one execution, and which execution that is. */
export interface ExecutionMemory extends StoredSubmissions {
	/** The execution in which the node first ran: a manual retry has an ID of its own. */
	executionId: string;
	/** Of all its runs: a limit of credits holds for a loop as a whole. */
	credits: StoredCredits;
}

/**
 * n8n keeps this over the tries of Retry On Fail and over a manual retry (`getContext('node')`), so
 * that a second try goes on where the first stopped. Each round of a loop is a run of its own; once
 * it has begun, the earlier ones cannot be tried again, and their slots go.
 */
export function executionMemory(context: IExecuteFunctions): ExecutionMemory {
	const stored: Stored = context.getContext('node');
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const slots = stored.runs?.[run] ?? {};
	stored.runs = { [run]: slots };
	stored.executionId ??= context.getExecutionId();
	stored.submissions ??= {};
	stored.credits ??= { spent: 0, held: {} };
	const { credits, executionId, submissions } = stored;
	return { credits, executionId, slots, submissions };
}
