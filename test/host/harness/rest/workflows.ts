import { until } from '../until';
import { RestError, type Session } from './session';

/** A node of a workflow as n8n stores it. */
export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly [setting: string]: unknown;
}

/** A workflow as its JSON export holds it. */
export interface WorkflowDefinition {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings?: Readonly<Record<string, unknown>>;
}

/** A stored workflow. */
export interface Workflow extends WorkflowDefinition {
	readonly id: string;
	readonly versionId: string;
}

/** Stores a workflow, inactive. */
export async function addWorkflow(
	session: Session,
	definition: WorkflowDefinition,
): Promise<Workflow> {
	// What the editor gives a new workflow; without it n8n runs nodes in the order of 2022.
	const settings = { executionOrder: 'v1', ...definition.settings };
	return await session.call('POST', '/rest/workflows', { active: false, ...definition, settings });
}

/** The workflow of that name, or undefined; the newest if there are several. */
export async function findWorkflow(session: Session, name: string): Promise<Workflow | undefined> {
	const filter = JSON.stringify({ name });
	const query = new URLSearchParams({ filter }).toString();
	const found = await session.call<Workflow[]>('GET', `/rest/workflows?${query}`);
	const id = found.find((each) => each.name === name)?.id;
	return id === undefined ? undefined : await session.call('GET', `/rest/workflows/${id}`);
}

/** Saves other nodes in place of those of a workflow that is not active. */
export async function saveNodes(
	session: Session,
	{ id, versionId, name, connections, settings }: Workflow,
	nodes: readonly WorkflowNode[],
): Promise<Workflow> {
	const saved = { name, nodes, connections, settings, versionId };
	return await session.call('PATCH', `/rest/workflows/${id}`, saved);
}

/** Activates (2.x: publishes) a workflow and waits until its webhooks are registered. */
export async function activate(session: Session, workflow: Workflow): Promise<void> {
	await askToActivate(session, workflow).catch(async (error: unknown) => {
		if (!(error instanceof RestError && error.status === 404)) throw error;
		await saveAsActive(session, workflow);
	});
	const { id } = workflow;
	await until({ what: `workflow ${id} is published` }, async () => await isPublished(session, id));
}

/** Deactivates (2.x: unpublishes) a workflow; one that is not active stays so. */
export async function deactivate(session: Session, { id }: Workflow): Promise<void> {
	const { versionId } = await session.call<Workflow>('GET', `/rest/workflows/${id}`);
	await session
		.call('POST', `/rest/workflows/${id}/deactivate`, { versionId })
		.catch(async (error: unknown) => {
			if (!(error instanceof RestError && error.status === 404)) throw error;
			await session.call('PATCH', `/rest/workflows/${id}`, { active: false, versionId });
		});
}

async function askToActivate(session: Session, { id, versionId }: Workflow): Promise<void> {
	await session.call('POST', `/rest/workflows/${id}/activate`, { versionId });
}

/** How n8n 1.85 activates, which has no route of its own for it. */
async function saveAsActive(session: Session, { id, versionId }: Workflow): Promise<void> {
	await session.call('PATCH', `/rest/workflows/${id}`, { active: true, versionId });
}

/** 2.x registers webhooks after it has answered; 1.x before, and has no such route. */
async function isPublished(session: Session, id: string): Promise<boolean> {
	const route = `/rest/workflows/${id}/publication-status`;
	const answer = await session.call<{ status?: string }>('GET', route).catch(() => undefined);
	return answer === undefined || answer.status === 'published';
}

/**
 * Presses Execute Workflow: a manual execution that starts at a trigger. With a webhook trigger n8n
 * listens on the test URL and the answer holds no execution.
 */
export async function runManually(
	session: Session,
	workflow: Workflow,
	trigger: string,
): Promise<{ executionId?: string; waitingForWebhook?: boolean }> {
	return await session.call(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
		{ 'push-ref': 'tag-pdf-tests' },
	);
}
