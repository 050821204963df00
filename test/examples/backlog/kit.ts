import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCredentials } from '../../../scripts/start/examples';
import { addCredential, type CredentialReference } from '../../host/harness/rest/credentials';
import { executionEnded } from '../../host/harness/rest/executions';
import {
	activate,
	addWorkflow,
	runManually,
	saveNodes,
	type Workflow,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../host/harness/rest/workflows';
import type { Setup } from '../../host/harness/setup';
import type { S3 } from '../servers/s3';
import type { Smtp } from '../servers/smtp';
import type { Relay } from './relay';
import type { Table } from './tables';

const FOLDER = join(__dirname, '../../../examples/backlog');
/** The workflows of a set, in the order in which they are used. */
export const NAMES = [
	'0-set-up',
	'1-inventory',
	'1b-triage',
	'2-work',
	'3-settle',
	'4-report',
] as const;
type Name = (typeof NAMES)[number];

const BY_HAND = "When clicking 'Execute workflow'";

/** The n8n that runs the workflows. */
export interface Host extends Pick<Setup, 'sandbox' | 'session' | 'credential'> {
	/** The process that takes the events. */
	readonly n8n: { readonly url: string };
}

/** Services that the workflows are connected to. */
export interface Ends {
	readonly s3: S3;
	readonly smtp: Smtp;
	readonly relay: Relay;
	readonly table: Table;
}

/** The kit's workflows in an n8n, with every credential chosen. */
export interface Kit {
	/** Presses Execute Workflow and waits for the end. */
	readonly run: (name: Name) => Promise<void>;
	/** Presses Execute Workflow, of a workflow that waits for an answer. */
	readonly start: (name: Name) => Promise<void>;
	/** Runs one slice of 2-work with these credit limits instead of its own. */
	readonly workOnce: (limits: Readonly<Record<string, number>>) => Promise<void>;
	readonly activate: (name: Name) => Promise<void>;
}

/** Turns minutes into seconds, so that a day's work takes minutes. */
function hurried(text: string): string {
	return text
		.replaceAll(
			/"field": "minutes",\s*"minutesInterval": \d+/g,
			'"field": "seconds", "secondsInterval": 3',
		)
		.replaceAll('{ minutes: 15 }', '{ seconds: 20 }')
		.replaceAll('{ minutes: 30 }', '{ seconds: 40 }');
}

/** Sets the credit limits of a node that has such options. */
const within = (limits: Readonly<Record<string, number>>) => (node: WorkflowNode) => {
	const { options } = node.parameters as { options?: object };
	if (!options || !('maximumCredits' in options)) return node;
	return { ...node, parameters: { ...node.parameters, options: { ...options, ...limits } } };
};

/** Imports the workflows unchanged, except for their times. */
export async function importKit(host: Host, ends: Ends): Promise<Kit> {
	const { s3, smtp, relay, table } = ends;
	const [account] = host.sandbox.accounts;
	const endpoint = host.sandbox.webhooks.endpoints.add(account, relay.url);
	const add = async (type: string, data: Readonly<Record<string, unknown>> = {}) =>
		await addCredential(host.session, type, `Backlog ${type}`, data);
	const credentials: Record<string, Record<string, CredentialReference>> = {
		'n8n-nodes-tag-pdf.tagPdf': { tagPdfApi: host.credential },
		'n8n-nodes-tag-pdf.tagPdfTrigger': {
			tagPdfWebhookApi: await add('tagPdfWebhookApi', { signingSecret: endpoint.secret }),
		},
		'n8n-nodes-base.s3': { s3: await add('s3', s3.credential) },
		'n8n-nodes-base.emailSend': { smtp: await add('smtp', smtp.credential) },
		'n8n-nodes-base.postgres': table.credential
			? { postgres: await add('postgres', table.credential) }
			: {},
	};
	const workflows = new Map<Name, Workflow>();
	for (const name of NAMES) {
		const text = readFileSync(join(FOLDER, table.folder, `${name}.json`), 'utf8');
		const definition = JSON.parse(hurried(text)) as WorkflowDefinition;
		const ready = withCredentials(definition, credentials);
		workflows.set(name, await addWorkflow(host.session, ready));
	}
	const named = (name: Name) => workflows.get(name) as Workflow;
	const trigger = named('3-settle').nodes.find(({ name }) => name === 'Tag PDF Trigger');
	relay.target = `${host.n8n.url}/webhook/${String(trigger?.webhookId)}/webhook`;
	const run = async (workflow: Workflow, start: string) => {
		const { executionId = '' } = await runManually(host.session, workflow, start);
		const succeeded = await executionEnded(host.session, workflow.id, executionId);
		if (!succeeded) throw new Error(`${workflow.name} has failed`);
	};
	return {
		run: async (name) => await run(named(name), BY_HAND),
		start: async (name) => {
			await runManually(host.session, named(name), BY_HAND);
		},
		workOnce: async (limits) => {
			const work = named('2-work');
			const limited = await saveNodes(host.session, work, work.nodes.map(within(limits)));
			await run(limited, 'Every 5 minutes');
			workflows.set('2-work', await saveNodes(host.session, limited, work.nodes));
		},
		activate: async (name) => await activate(host.session, named(name)),
	};
}
