import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import type { HintedDescription } from '../n8n/builderHint';
import { emit } from './emit';
import type { EventType } from './event';
import { activationMessage, eventTriggerDescription, triggerPanel } from './panel';
import { receive } from './receive';
import { DEFAULT_TOLERANCE_S } from './verification/signature';
import { testSigningSecrets } from './verification/signingSecrets';

const completed: EventType = 'job.completed';
const failed: EventType = 'job.failed';

const properties: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Job Completed',
				value: completed,
				description: 'A document was tagged; to get it, add Job → Download after the trigger',
			},
			{
				name: 'Job Failed',
				value: failed,
				description: 'A document could not be tagged',
			},
		],
		default: [completed],
		description: 'Which events start this workflow. The others are acknowledged and dropped.',
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
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: DEFAULT_TOLERANCE_S,
				description:
					"How far an event's timestamp may be from this machine's clock. Older events are refused, so that nobody can replay them.",
			},
		],
	},
];

/**
 * Starts a workflow for each finished job. `webhook()` decides whether to accept a delivery. The engine then
 * runs `execute()` with the item, which has access to n8n's deduplication store.
 */
export class TagPdfTrigger implements INodeType {
	description: HintedDescription = {
		displayName: 'Tag PDF Trigger',
		name: 'tagPdfTrigger',
		icon: { light: 'file:../../icons/tagPdf.svg', dark: 'file:../../icons/tagPdf.dark.svg' },
		group: ['trigger'],
		// Not 1: for webhooks of version 1, n8n evaluates an expression in an isolate for each delivery.
		version: 1.1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		// n8n lists both nodes as one entry in the nodes panel, with this text.
		description:
			'Turn PDFs into tagged, accessible (PDF/UA) PDFs, or start a workflow when a job has finished',
		eventTriggerDescription,
		activationMessage,
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
		credentials: [{ name: 'tagPdfWebhookApi', required: true, testedBy: 'testSigningSecrets' }],
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

	methods = { credentialTest: { testSigningSecrets } };

	/**
	 * Users register endpoints on the service's Developers page. There is no call for it (interface 1), so n8n
	 * has nothing to look up, create or remove.
	 */
	webhookMethods = {
		default: {
			checkExists: () => Promise.resolve(true),
			create: () => Promise.resolve(true),
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
