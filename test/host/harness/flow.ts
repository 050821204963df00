import { randomUUID } from 'node:crypto';
import type { Session } from './rest/session';
import { finishedExecution, type Execution } from './rest/executions';
import {
	activate,
	addWorkflow,
	changeNodes,
	runManually,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from './rest/workflows';
import { chain, extend, manualTrigger, webhook } from './workflow';
import { fetchAlone } from './fetchAlone';

/** An n8n that runs workflows: the signed-in session, and the process whose webhooks are called. */
export interface Place {
	readonly session: Session;
	readonly n8n: { readonly url: string };
}

/** A workflow that is started by its webhook or by hand. */
export interface Flow {
	readonly workflow: Workflow;
	/** Saves a change of its nodes, which takes effect in all later executions. */
	readonly change: (change: (node: WorkflowNode) => WorkflowNode) => Promise<void>;
	/** Calls the webhook; resolves with its answer. */
	readonly start: () => Promise<void>;
	/** Presses Execute Workflow. */
	readonly startByHand: () => Promise<void>;
	/** Execution number `count`, once it has ended. */
	readonly ended: (count?: number) => Promise<Execution>;
}

/** When a webhook answers. Polling n8n for the end of an execution would keep it busy. */
type Answers = 'at once' | 'at the end';

/** Stores and activates a chain of nodes behind a webhook. */
export async function publishFlow(
	place: Place,
	nodes: readonly WorkflowNode[],
	{ settings = {}, answers }: Pick<WorkflowDefinition, 'settings'> & { answers?: Answers } = {},
): Promise<Flow> {
	const define = (event: WorkflowNode) => ({
		...chain(nodes.at(-1)?.name ?? event.id, event, ...nodes),
		settings,
	});
	return await publish(place, define, answers);
}

/** Stores and activates the workflow that `define` builds behind a webhook. */
export async function publish(
	place: Place,
	define: (event: WorkflowNode) => WorkflowDefinition,
	answers: Answers = 'at once',
): Promise<Flow> {
	const path = randomUUID();
	const atOnce = answers === 'at once';
	const [event, hand] = [webhook(path, atOnce ? 'onReceived' : 'lastNode'), manualTrigger()];
	const defined = define(event);
	const byHand = { [hand.name]: defined.connections[event.name] };
	let workflow = await addWorkflow(place.session, extend(defined, [hand], byHand));
	await activate(place.session, workflow);
	return {
		workflow,
		change: async (change) => {
			workflow = await changeNodes(place.session, workflow, change);
		},
		start: async () => {
			const answer = await fetchAlone(`${place.n8n.url}/webhook/${path}`, { method: 'POST' });
			await answer.arrayBuffer();
			// n8n answers 500 if the execution failed, but it stores the execution.
			const failed = !atOnce && answer.status === 500;
			if (!answer.ok && !failed) throw new Error(`The webhook answered ${answer.status}`);
		},
		startByHand: async () => {
			await runManually(place.session, workflow, hand.name);
		},
		ended: async (count) => await finishedExecution(place.session, workflow.id, count),
	};
}

/** Runs a chain of nodes to its end, as a production execution. */
export async function runFlow(place: Place, ...nodes: readonly WorkflowNode[]): Promise<Execution> {
	const flow = await publishFlow(place, nodes);
	await flow.start();
	return await flow.ended();
}
