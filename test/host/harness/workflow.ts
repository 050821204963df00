import { randomUUID } from 'node:crypto';
import { NODE_TYPES } from './package';
import type { CredentialReference } from './rest/credentials';
import type { WorkflowDefinition, WorkflowNode } from './rest/workflows';

type Parameters = Readonly<Record<string, unknown>>;
/** Settings other than parameters: onError, retryOnFail, credentials and the like. */
type Settings = Readonly<Record<string, unknown>>;

/** A node of any type; connections and outputs refer to its name. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Parameters = {},
	settings: Settings = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...settings };
}

/** The node under test, named Tag PDF. */
export function tagPdf(
	credential: CredentialReference | undefined,
	parameters: Parameters = {},
	settings: Settings = {},
): WorkflowNode {
	const credentials = credential && { tagPdfApi: credential };
	return node('Tag PDF', NODE_TYPES.tagPdf, 1, parameters, { credentials, ...settings });
}

/** The trigger under test, named Tag PDF Trigger; its URLs hold its `webhookId`. */
export function tagPdfTrigger(
	credential: CredentialReference | undefined,
	parameters: Parameters = {},
): WorkflowNode {
	const credentials = credential && { tagPdfApi: credential };
	const settings = { credentials, webhookId: randomUUID() };
	return node('Tag PDF Trigger', NODE_TYPES.tagPdfTrigger, 1.1, parameters, settings);
}

/** A production webhook that starts the workflow when its URL is called. */
export function webhook(
	path: string,
	responseMode: 'onReceived' | 'lastNode' = 'onReceived',
): WorkflowNode {
	const parameters = { path, httpMethod: 'POST', responseMode, options: {} };
	return node('Webhook', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
}

/** The trigger of Execute Workflow. */
export function manualTrigger(): WorkflowNode {
	return node('By Hand', 'n8n-nodes-base.manualTrigger', 1);
}

/** Reads each file that matches a pattern into an item with the binary field `data`. */
export function readFiles(pattern: string): WorkflowNode {
	const parameters = { operation: 'read', fileSelector: pattern, options: {} };
	return node('Read Files', 'n8n-nodes-base.readWriteFile', 1, parameters);
}

/** Passes its items on, as an end point for connections. */
export function noOp(name: string): WorkflowNode {
	return node(name, 'n8n-nodes-base.noOp', 1);
}

/** A workflow of connected nodes, one after the other. */
export function chain(name: string, ...nodes: readonly WorkflowNode[]): WorkflowDefinition {
	const links = nodes.slice(1).map((next, index) => [nodes[index] as WorkflowNode, next] as const);
	return { name, nodes: nodes.map(place), connections: Object.fromEntries(links.map(link)) };
}

/** A workflow with further nodes and connections. */
export function extend(
	workflow: WorkflowDefinition,
	nodes: readonly WorkflowNode[],
	connections: WorkflowDefinition['connections'],
): WorkflowDefinition {
	return {
		...workflow,
		nodes: [...workflow.nodes, ...nodes],
		connections: { ...workflow.connections, ...connections },
	};
}

function link([from, to]: readonly [WorkflowNode, WorkflowNode]) {
	return [from.name, { main: [[target(to)]] }] as const;
}

/** The target of a connection. */
export function target(to: WorkflowNode, type = 'main') {
	return { node: to.name, type, index: 0 };
}

function place(placed: WorkflowNode, index: number): WorkflowNode {
	return { ...placed, position: [index * 220, 0] };
}
