import { readdirSync, readFileSync } from 'node:fs';
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

/** The example that runs with a click, because its document is the tour's sample. */
export const FIRST_EXAMPLE = 'tag-a-document';
/** The examples that are active: a form takes documents, and what is tagged starts the other one. */
export const ACTIVE_EXAMPLES = {
	submit: 'submit-documents',
	file: 'file-tagged-documents',
} as const;
/** The example that `--mailbox` imports with its mailbox; without it, n8n does not have this example. */
export const MAIL_EXAMPLE = 'imap-to-s3';

/** Names of the examples. Folders are left out: their workflows need a setup of several steps. */
function exampleNames(): string[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length))
		.sort();
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
 * Imports all examples but the mailbox's. One runs with a click, and two are active and work together; the others wait for their
 * user's accounts.
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
		[NODE_TYPES.tagPdfTool]: { ...credentials },
		[NODE_TYPES.tagPdfTrigger]: { ...credentials },
	};
	const active: readonly string[] = Object.values(ACTIVE_EXAMPLES);
	const special: readonly string[] = [FIRST_EXAMPLE, MAIL_EXAMPLE];
	for (const name of exampleNames().filter((each) => !special.includes(each))) {
		const { workflow, isNew } = await importExample(session, readExample(name), choices);
		if (isNew && active.includes(name)) await activate(session, workflow);
	}
	// Last, so that n8n's list begins with it.
	const first = readExample(FIRST_EXAMPLE);
	const nodes = first.nodes.map((node) =>
		node.type === 'n8n-nodes-base.httpRequest'
			? { ...node, parameters: { ...node.parameters, url: sampleUrl } }
			: node,
	);
	return (await importExample(session, { ...first, nodes }, choices)).workflow;
}
