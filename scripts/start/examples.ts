import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_TYPES } from '../../test/host/harness/package';
import type { CredentialReference } from '../../test/host/harness/rest/credentials';
import type { Session } from '../../test/host/harness/rest/session';
import {
	activate,
	addWorkflow,
	findWorkflow,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../test/host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');

/** The credentials that the examples' nodes need. */
export interface Credentials {
	readonly tagPdfApi: CredentialReference;
}

/** Credentials, by the type of the node and by their own type. */
export type Choices = Readonly<Record<string, Readonly<Record<string, CredentialReference>>>>;

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

/** The example with the credentials that a user would choose by hand. */
export function withCredentials(example: WorkflowDefinition, choices: Choices): WorkflowDefinition {
	const nodes = example.nodes.map((node) => {
		const credentials = choices[node.type];
		return credentials ? { ...node, credentials } : node;
	});
	return { ...example, nodes };
}

/** Imports an example. If n8n already has it, it stays as it is. */
export async function importExample(
	session: Session,
	example: WorkflowDefinition,
	choices: Choices,
): Promise<{ workflow: Workflow; isNew: boolean }> {
	const kept = await findWorkflow(session, example.name);
	if (kept) return { workflow: kept, isNew: false };
	const workflow = await addWorkflow(session, withCredentials(example, choices));
	return { workflow, isNew: true };
}

/**
 * Imports the examples of the tour. One runs with a click, and two are active and work together.
 *
 * @param sampleUrl address of the first example's document
 * @returns the first example
 */
export async function importExamples(
	session: Session,
	credentials: Credentials,
	sampleUrl: string,
): Promise<Workflow> {
	const choices = {
		[NODE_TYPES.tagPdf]: { ...credentials },
		[NODE_TYPES.tagPdfTrigger]: { ...credentials },
	};
	for (const name of ['file-tagged-documents', 'submit-documents']) {
		const { workflow, isNew } = await importExample(session, readExample(name), choices);
		if (isNew) await activate(session, workflow);
	}
	const first = readExample('tag-a-document');
	const nodes = first.nodes.map((node) =>
		node.type === 'n8n-nodes-base.httpRequest'
			? { ...node, parameters: { ...node.parameters, url: sampleUrl } }
			: node,
	);
	return (await importExample(session, { ...first, nodes }, choices)).workflow;
}
