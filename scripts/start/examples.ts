import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_TYPES } from '../../test/host/harness/package';
import type { CredentialReference } from '../../test/host/harness/rest/credentials';
import type { Session } from '../../test/host/harness/rest/session';
import {
	activate,
	addWorkflow,
	findWorkflow,
	saveNodes,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../test/host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');

/** The credentials that the examples' nodes need. */
export interface Credentials {
	readonly tagPdfApi: CredentialReference;
	readonly tagPdfWebhookApi: CredentialReference;
}

/** An example as its file holds it. */
export function readExample(name: string): WorkflowDefinition {
	return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as WorkflowDefinition;
}

/** The example's node of that type. */
export function nodeOf(example: WorkflowDefinition, type: string): WorkflowNode {
	const found = example.nodes.find((node) => node.type === type);
	if (!found) throw new Error(`The example "${example.name}" has no node ${type}`);
	return found;
}

/** Credentials, by the type of the node and by their own type. */
export type Choices = Readonly<Record<string, Readonly<Record<string, CredentialReference>>>>;

/**
 * Imports the three examples, with the credentials that a user would choose by hand. One example runs with
 * a click, and two are active and work together. Examples that n8n already has stay unchanged.
 *
 * @param sampleUrl address of the first example's document; it has the current port
 * @returns the first example
 */
export async function importExamples(
	session: Session,
	{ tagPdfApi, tagPdfWebhookApi }: Credentials,
	sampleUrl: string,
): Promise<Workflow> {
	const choices = {
		[NODE_TYPES.tagPdf]: { tagPdfApi },
		[NODE_TYPES.tagPdfTrigger]: { tagPdfWebhookApi },
	};
	for (const name of ['file-tagged-documents', 'submit-documents']) {
		const example = withCredentials(readExample(name), choices);
		if (await findWorkflow(session, example.name)) continue;
		await activate(session, await addWorkflow(session, example));
	}
	const example = withCredentials(readExample('tag-a-document'), choices);
	const kept = await findWorkflow(session, example.name);
	return kept
		? await refreshSampleUrl(session, kept, sampleUrl)
		: await addWorkflow(session, { ...example, nodes: fetching(example.nodes, sampleUrl) });
}

/** Address of the sample in an earlier tour, which may have used another port. */
const SAMPLE_URL = /^http:\/\/127\.0\.0\.1:\d+\/sample\.pdf$/;

async function refreshSampleUrl(
	session: Session,
	workflow: Workflow,
	sampleUrl: string,
): Promise<Workflow> {
	const isStale = ({ parameters: { url } }: WorkflowNode) =>
		typeof url === 'string' && SAMPLE_URL.test(url) && url !== sampleUrl;
	if (!workflow.nodes.some(isStale)) return workflow;
	const nodes = workflow.nodes.flatMap((node) =>
		isStale(node) ? fetching([node], sampleUrl) : node,
	);
	return await saveNodes(session, workflow, nodes);
}

/** The example with the credentials that its nodes need. */
export function withCredentials(example: WorkflowDefinition, choices: Choices): WorkflowDefinition {
	const nodes = example.nodes.map((node) => {
		const credentials = choices[node.type];
		return credentials ? { ...node, credentials } : node;
	});
	return { ...example, nodes };
}

function fetching(nodes: readonly WorkflowNode[], url: string): WorkflowNode[] {
	return nodes.map((node) =>
		node.type === 'n8n-nodes-base.httpRequest'
			? { ...node, parameters: { ...node.parameters, url } }
			: node,
	);
}
