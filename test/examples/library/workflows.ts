import { withCredentials } from '../../../scripts/start/examples';
import { NODE_TYPES } from '../../host/harness/package';
import { addCredential } from '../../host/harness/rest/credentials';
import { executionEnded } from '../../host/harness/rest/executions';
import {
	activate,
	addWorkflow,
	runManually,
	type Workflow,
	type WorkflowDefinition,
} from '../../host/harness/rest/workflows';
import type { Setup } from '../../host/harness/setup';
import { readExample } from '../examples';
import type { S3 } from '../servers/s3';

/** The names of the examples. */
const HAND_OUT = 'library/1-hand-out';
const A_BATCH = 'library/2-a-batch';
const BY_HAND = "When clicking 'Execute workflow'";
const SETTINGS = 'Where the files are';
/** The name and value of the header that protects the webhook. */
export const HEADER = { name: 'X-Library-Key', value: 'of the library' };

/** The two workflows in an n8n. */
export interface LibraryWorkflows {
	readonly batch: Workflow;
	readonly batchUrl: string;
	/** Presses Execute Workflow in Hand out, and waits for its end, but not for the batches. */
	readonly handOut: () => Promise<void>;
}

/** Imports both workflows and does what the README says, except for the schedule. */
export async function setUpLibrary(
	{ session, credential }: Pick<Setup, 'session' | 'credential'>,
	n8n: { readonly url: string },
	s3: S3,
	filesAnHour: number,
): Promise<LibraryWorkflows> {
	const add = async (type: string, data: Readonly<Record<string, unknown>>) =>
		await addCredential(session, type, `Library ${type}`, data);
	const header = { httpHeaderAuth: await add('httpHeaderAuth', HEADER) };
	const choices = {
		[NODE_TYPES.tagPdf]: { tagPdfApi: credential },
		'n8n-nodes-base.s3': { s3: await add('s3', s3.credential) },
		'n8n-nodes-base.webhook': header,
		'n8n-nodes-base.httpRequest': header,
	};
	const batch = await addWorkflow(session, withCredentials(readExample(A_BATCH), choices));
	await activate(session, batch);
	const batchUrl = `${n8n.url}/webhook/tag-a-batch`;
	const ready = fillIn(readExample(HAND_OUT), { batchUrl, filesAnHour });
	const handingOut = await addWorkflow(session, withCredentials(ready, choices));
	return {
		batch,
		batchUrl,
		handOut: async () => {
			const { executionId = '' } = await runManually(session, handingOut, BY_HAND);
			const succeeded = await executionEnded(session, handingOut.id, executionId);
			if (!succeeded) throw new Error('Hand out has failed');
		},
	};
}

interface Assignment {
	readonly name: string;
	readonly value: unknown;
}

/** Hand out with these values in the node that holds its settings. */
function fillIn(
	example: WorkflowDefinition,
	values: Readonly<Record<string, string | number>>,
): WorkflowDefinition {
	const nodes = example.nodes.map((node) => {
		if (node.name !== SETTINGS) return node;
		const { assignments } = node.parameters.assignments as { assignments: readonly Assignment[] };
		const filled = assignments.map((each) => ({ ...each, value: values[each.name] ?? each.value }));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments: filled } } };
	});
	return { ...example, nodes };
}
