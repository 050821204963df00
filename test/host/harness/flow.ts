import { randomUUID } from 'node:crypto';
import type { Session } from './rest/session';
import { finishedExecution, type Execution } from './rest/executions';
import {
	activate,
	addWorkflow,
	runManually,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from './rest/workflows';
import { chain, manualTrigger, webhook } from './workflow';

/** An n8n to put workflows into: who does it, and the process whose webhooks are called. */
export interface Place {
	readonly session: Session;
	readonly n8n: { readonly url: string };
}

/** A workflow that runs whenever its webhook is called, or by hand. */
export interface Flow {
	readonly workflow: Workflow;
	/** Calls the webhook, and resolves when it has answered. */
	readonly start: () => Promise<void>;
	/** Presses Execute Workflow. */
	readonly startByHand: () => Promise<void>;
	/** The ended execution number `count`. */
	readonly ended: (count?: number) => Promise<Execution>;
}

/** When a webhook answers. To ask n8n again and again whether an execution has ended keeps it busy meanwhile. */
type Answers = 'at once' | 'at the end';

/** Stores and activates nodes that stand one after the other behind a webhook. */
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

/** Stores and activates whatever stands behind a webhook, which `define` is given. */
export async function publish(
	place: Place,
	define: (event: WorkflowNode) => WorkflowDefinition,
	answers: Answers = 'at once',
): Promise<Flow> {
	const path = randomUUID();
	const atOnce = answers === 'at once';
	const [event, hand] = [webhook(path, atOnce ? 'onReceived' : 'lastNode'), manualTrigger()];
	const defined = define(event);
	const workflow = await addWorkflow(place.session, {
		...defined,
		nodes: [...defined.nodes, hand],
		connections: { ...defined.connections, [hand.name]: defined.connections[event.name] },
	});
	await activate(place.session, workflow);
	return {
		workflow,
		start: async () => {
			const answer = await fetch(`${place.n8n.url}/webhook/${path}`, { method: 'POST' });
			await answer.arrayBuffer();
			// So n8n says that the execution failed; it is stored all the same.
			const failed = !atOnce && answer.status === 500;
			if (!answer.ok && !failed) throw new Error(`The webhook answered ${answer.status}`);
		},
		startByHand: async () => {
			await runManually(place.session, workflow, hand.name);
		},
		ended: async (count) => await finishedExecution(place.session, workflow.id, count),
	};
}

/** Runs nodes that stand one after the other, as a production execution, to its end. */
export async function runFlow(place: Place, ...nodes: readonly WorkflowNode[]): Promise<Execution> {
	const flow = await publishFlow(place, nodes);
	await flow.start();
	return await flow.ended();
}
