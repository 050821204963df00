import { randomUUID } from 'node:crypto';
import { finishedExecutions, type Execution } from '../../test/host/harness/rest/executions';
import { activate, addWorkflow, type WorkflowNode } from '../../test/host/harness/rest/workflows';
import type { Setup } from '../../test/host/harness/setup';
import { chain, node } from '../../test/host/harness/workflow';

/** A workflow that tells when it has ended: asking n8n for it takes a tenth of the processor. */
interface QuietFlow {
	run: () => Promise<void>;
	/** Its only execution. */
	execution: () => Promise<Execution>;
}

/** Stores and activates nodes behind a webhook that answers when the last of them is done. */
export async function publishQuietFlow(
	{ n8n, session }: Setup,
	nodes: readonly WorkflowNode[],
): Promise<QuietFlow> {
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
	const workflow = await addWorkflow(session, {
		...chain(path, webhook, ...nodes),
		settings: {},
	});
	await activate(session, workflow);
	return {
		run: async () => {
			const answer = await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST' });
			if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`);
			await answer.text();
		},
		execution: async () => {
			const [execution] = await finishedExecutions(session, workflow.id, 1);
			if (!execution) throw new Error('The workflow has not run.');
			return execution;
		},
	};
}
