import { until } from '../until';
import { type Session } from './session';

/** A node of a stored workflow. */
export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly [setting: string]: unknown;
}

/** A workflow in n8n's JSON export format. */
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

/** Stores a workflow without activating it. */
export async function addWorkflow(
	session: Session,
	definition: WorkflowDefinition,
): Promise<Workflow> {
	// The editor sets this for new workflows; otherwise n8n runs nodes in the order of 2022.
	const settings = { executionOrder: 'v1', ...definition.settings };
	return await session.call('POST', '/rest/workflows', { active: false, ...definition, settings });
}

/** A row of the list of workflows. */
export type WorkflowSummary = Pick<Workflow, 'id' | 'name'> & { readonly active: boolean };

/** All workflows, without their nodes. */
export async function listWorkflows(session: Session): Promise<WorkflowSummary[]> {
	return await session.call('GET', '/rest/workflows');
}

/** The newest workflow of that name, or undefined. */
export async function findWorkflow(session: Session, name: string): Promise<Workflow | undefined> {
	const filter = JSON.stringify({ name });
	const query = new URLSearchParams({ filter }).toString();
	const found = await session.call<Workflow[]>('GET', `/rest/workflows?${query}`);
	const id = found.find((each) => each.name === name)?.id;
	return id === undefined ? undefined : await session.call('GET', `/rest/workflows/${id}`);
}

/** Saves a change of a workflow's nodes, and activates it again if it was active. */
export async function changeNodes(
	session: Session,
	{ id }: Workflow,
	change: (node: WorkflowNode) => WorkflowNode,
): Promise<Workflow> {
	const route = `/rest/workflows/${id}`;
	const stored = await session.call<Workflow & { active: boolean }>('GET', route);
	const { active, connections, name, settings, versionId } = stored;
	const nodes = stored.nodes.map(change);
	const body = { name, nodes, connections, settings, versionId };
	const changed = await session.call<Workflow>('PATCH', route, body);
	if (active) await activate(session, changed);
	return changed;
}

/** Activates (2.x: publishes) a workflow and waits until its webhooks are registered. */
export async function activate(session: Session, workflow: Workflow): Promise<void> {
	const { id, versionId } = workflow;
	await session.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	await until({ what: `workflow ${id} is published` }, async () => await isPublished(session, id));
}

/** Deactivates (2.x: unpublishes) a workflow; no effect on an inactive workflow. */
export async function deactivate(session: Session, { id }: Workflow): Promise<void> {
	const { versionId } = await session.call<Workflow>('GET', `/rest/workflows/${id}`);
	await session.call('POST', `/rest/workflows/${id}/deactivate`, { versionId });
}

/** 2.x registers webhooks after its answer. 1.x registers them before it and lacks this route. */
async function isPublished(session: Session, id: string): Promise<boolean> {
	const route = `/rest/workflows/${id}/publication-status`;
	const answer = await session.call<{ status?: string }>('GET', route).catch(() => undefined);
	return answer === undefined || answer.status === 'published';
}

/**
 * Presses Execute Workflow: starts a manual execution at a trigger. With a webhook trigger n8n listens on
 * the test URL, and the answer contains no execution.
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
