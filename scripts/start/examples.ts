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

/**
 * Imports the three examples, with the credentials that a user would choose by hand: one to run with
 * a click, and two that are active and play together.
 *
 * @param sampleUrl where the first one gets its document
 * @returns the first one
 */
export async function importExamples(
	session: Session,
	credentials: Credentials,
	sampleUrl: string,
): Promise<Workflow> {
	const add = async (name: string) =>
		await addWorkflow(session, withCredentials(readExample(name), credentials, sampleUrl));
	for (const name of ['file-tagged-documents', 'submit-documents']) {
		await activate(session, await add(name));
	}
	return await add('tag-a-document');
}

function withCredentials(
	example: WorkflowDefinition,
	credentials: Credentials,
	sampleUrl: string,
): WorkflowDefinition {
	const { tagPdfApi, tagPdfWebhookApi } = credentials;
	const nodes = example.nodes.map((node) => {
		if (node.type === NODE_TYPES.tagPdf) return { ...node, credentials: { tagPdfApi } };
		if (node.type === NODE_TYPES.tagPdfTrigger) {
			return { ...node, credentials: { tagPdfWebhookApi } };
		}
		if (node.type !== 'n8n-nodes-base.httpRequest') return node;
		return { ...node, parameters: { ...node.parameters, url: sampleUrl } };
	});
	return { ...example, nodes };
}
