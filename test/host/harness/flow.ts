import { randomUUID } from 'node:crypto';
import type { Bench } from './bench';
import { finishedExecutions, type Execution } from './rest/executions';
import {
	activate,
	addWorkflow,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from './rest/workflows';
import { chain, webhook } from './workflow';

/** A workflow that runs whenever its webhook is called. */
export interface Flow {
	readonly workflow: Workflow;
	/** Calls the webhook; the execution goes on after it has answered. */
	readonly start: () => Promise<void>;
	/** The ended execution number `count`. */
	readonly ended: (count?: number) => Promise<Execution>;
}

/** Stores and activates nodes that stand one after the other behind a webhook. */
export async function publishFlow(
	bench: Bench,
	nodes: readonly WorkflowNode[],
	settings: WorkflowDefinition['settings'] = {},
): Promise<Flow> {
	const path = randomUUID();
	const definition = chain(nodes.at(-1)?.name ?? path, webhook(path), ...nodes);
	const workflow = await addWorkflow(bench.session, { ...definition, settings });
	await activate(bench.session, workflow);
	return {
		workflow,
		start: async () => {
			const answer = await fetch(`${bench.n8n.url}/webhook/${path}`, { method: 'POST' });
			if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`);
		},
		ended: async (count = 1) => {
			const executions = await finishedExecutions(bench.session, workflow.id, count);
			return executions[count - 1] as Execution;
		},
	};
}

/** Runs nodes that stand one after the other, as a production execution, to its end. */
export async function runFlow(bench: Bench, ...nodes: readonly WorkflowNode[]): Promise<Execution> {
	const flow = await publishFlow(bench, nodes);
	await flow.start();
	return await flow.ended();
}
