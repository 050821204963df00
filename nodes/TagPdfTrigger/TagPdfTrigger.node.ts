import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type TriggerPanelDefinition,
} from 'n8n-workflow';

import type { HintedDescription } from '../shared/hints';
import { checkSecretsOnListening } from './activation';
import { emit } from './emit';
import { receive } from './receive';
import { CREDENTIAL } from './secrets';
import { DEFAULT_TOLERANCE_S, MAX_TOLERANCE_S } from './signature';

const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Job Completed',
				value: 'job.completed',
				description: 'A document was tagged; to get it, add Job → Download after the trigger',
			},
			{
				name: 'Job Failed',
				value: 'job.failed',
				description: 'A document could not be tagged',
			},
		],
		default: ['job.completed'],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'More settings of this trigger',
		options: [
			{
				displayName: 'Timestamp Tolerance (Seconds)',
				name: 'timestampTolerance',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MAX_TOLERANCE_S, numberPrecision: 0 },
				default: DEFAULT_TOLERANCE_S,
				description:
					"How far an event's timestamp may be from your n8n server's clock, at most an hour. Older events are refused, so that nobody can replay them.",
			},
		],
	},
];

const DEVELOPERS_PAGE = "the <b>Developers page</b> of the service's dashboard";
const EXECUTIONS = '<a data-key="executions">executions list</a>';

const whileBuilding = [
	`Under <b>Webhook URLs</b>, copy the <b>Test URL</b>, and add it as an endpoint on ${DEVELOPERS_PAGE}.`,
	"Open the credential and paste that endpoint's signing secret as <b>Signing Secret for Test URL</b>. With the secret of another endpoint, every delivery gets status 401.",
	'Click <b>Execute step</b>, then let a job finish, or send an earlier event again from the Developers page. The event appears here.',
];

const whenReady = [
	'Copy the <b>Production URL</b>, and add it as a second endpoint.',
	"Paste this endpoint's secret into the same credential, as <b>Signing Secret for Production URL</b>.",
	`Activate (publish) the workflow. From then on each event that <b>Trigger On</b> names starts it; the runs are in the ${EXECUTIONS}.`,
	'Switch the endpoint of the <b>Test URL</b> off until your next test. Without a test, every delivery to it gets status 404.',
];

/**
 * Text that the editor shows beside the node until an event arrives. n8n does not show it before the node has a
 * credential, so the hints of the credential's fields also say where a secret comes from.
 */
const triggerPanel: TriggerPanelDefinition = {
	header: 'Connect the service to this workflow',
	executionsHelp: {
		inactive: `<b>When it is ready:</b>${numberSteps(whenReady)}`,
		active: `Events at the <b>Production URL</b> start this workflow; the runs are in the ${EXECUTIONS}. Nothing arrives? ${DEVELOPERS_PAGE.replace('the', 'The')} lists the deliveries and what n8n answered.<br /><br /><b>To test a change,</b> switch the endpoint of the <b>Test URL</b> on, and off again afterwards. If you have none yet:${numberSteps(whileBuilding)}`,
	},
	// n8n adds a link "More info", which unfolds executionsHelp.
	activationHint: {
		inactive: `n8n does not register its URLs with the service: you do.${numberSteps(whileBuilding, '<br />')}<br /><br />When the test works, go live:`,
		active: `Events start this workflow; the runs are in the ${EXECUTIONS}.`,
	},
};

/** Numbered by hand: the panel has no room for the numbers of a list. */
function numberSteps(texts: string[], space = ''): string {
	return texts.map((text, index) => `${space}<br />${index + 1}. ${text}`).join('');
}

/**
 * Starts a workflow for each finished job. `webhook()` decides whether to accept a delivery. n8n's engine then runs
 * `execute()` with the event. Only `execute()` has access to n8n's deduplication store.
 */
export class TagPdfTrigger implements INodeType {
	description: HintedDescription = {
		displayName: 'Tag PDF Trigger',
		name: 'tagPdfTrigger',
		icon: { light: 'file:../../icons/tagPdf.svg', dark: 'file:../../icons/tagPdf.dark.svg' },
		group: ['trigger'],
		// Not 1: if a trigger has version 1, n8n evaluates an expression for each delivery, which is slow (in n8n 2 it
		// takes a V8 isolate).
		version: 1.1,
		subtitle: '={{ [$parameter["events"]].flat().join(", ").replaceAll(".", " ").toTitleCase() }}',
		// n8n lists both nodes as one entry in the nodes panel, with this text.
		description:
			'Turn PDFs into tagged, accessible (PDF/UA) PDFs, or start a workflow when a job is completed or has failed',
		eventTriggerDescription:
			'Waiting for an event at the Test URL: let a job finish, or send an earlier event again from the Developers page',
		activationMessage:
			"From now on, each event that 'Trigger On' names starts this workflow, if its Production URL is an enabled endpoint on the service's Developers page. Switch the endpoint of the Test URL off there until your next test: without a test, every delivery to it gets status 404.",
		triggerPanel,
		defaults: { name: 'Tag PDF Trigger' },
		builderHint: {
			searchHint:
				'Starts a workflow for each finished job. The item has only the event: Tag PDF with Job: Download gets the file. Users add the URL of the trigger on the Developers page of the service.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-tag-pdf.tagPdf',
					relationHint: 'Submits documents, and downloads the tagged PDF of a finished job',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: 'noData',
			},
		],
		properties,
	};

	/**
	 * Users register endpoints on the service's Developers page. The service has no call for that (interface 1), so n8n
	 * has nothing to look up, create or remove. `checkExists` returns false so that n8n calls `create`, which looks at
	 * the signing secrets.
	 */
	webhookMethods = {
		default: {
			checkExists: () => Promise.resolve(false),
			async create(this: IHookFunctions) {
				return await checkSecretsOnListening(this);
			},
			delete: () => Promise.resolve(true),
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await emit(this);
	}
}
