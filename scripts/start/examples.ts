import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_TYPES } from '../../test/host/harness/package';
import type { CredentialReference } from '../../test/host/harness/rest/credentials';
import type { Session } from '../../test/host/harness/rest/session';
import {
	activate,
	addWorkflow,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../test/host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');

/** The credentials that the examples' nodes ask for. */
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

/** Credentials by the type of the node that has them, and by their own type. */
type Choices = Readonly<Record<string, Readonly<Record<string, CredentialReference>>>>;

/**
 * Imports the three examples, with the credentials that a user would choose by hand: one to run with
 * a click, and two that are active and play together.
 *
 * @param sampleUrl where the first one gets its document
 * @returns the first one
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
	const add = async (name: string) =>
		await addWorkflow(session, fetching(sampleUrl, withCredentials(readExample(name), choices)));
	for (const name of ['file-tagged-documents', 'submit-documents']) {
		await activate(session, await add(name));
	}
	return await add('tag-a-document');
}

/** The example with the credentials that its nodes ask for. */
export function withCredentials(example: WorkflowDefinition, choices: Choices): WorkflowDefinition {
	const nodes = example.nodes.map((node) => {
		const credentials = choices[node.type];
		return credentials ? { ...node, credentials } : node;
	});
	return { ...example, nodes };
}

function fetching(url: string, example: WorkflowDefinition): WorkflowDefinition {
	const nodes = example.nodes.map((node) =>
		node.type === 'n8n-nodes-base.httpRequest'
			? { ...node, parameters: { ...node.parameters, url } }
			: node,
	);
	return { ...example, nodes };
}
