import type { INodeProperties } from 'n8n-workflow';

import { outputFieldProperty } from '../TagPdf/options';
import type { EventType } from './event';

const completed: EventType = 'job.completed';
const failed: EventType = 'job.failed';

const showDownload = { downloadTaggedPdf: [true] };

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			"Add this node's URL on the service's <b>Developers page</b>, and the signing secret it shows there to the credential. Activating the workflow does not register the URL.",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Job Completed',
				value: completed,
				description: 'A document was tagged; its tagged PDF can be downloaded',
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
		displayName: 'Download Tagged PDF',
		name: 'downloadTaggedPdf',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the tagged PDF of a completed job to the item. A failed job has none.',
	},
	outputFieldProperty(showDownload),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'More settings of this trigger',
		options: [
			{
				displayName: 'Output File Name',
				name: 'outputFileName',
				type: 'string',
				displayOptions: { show: { '/downloadTaggedPdf': [true] } },
				default: '',
				placeholder: 'e.g. report-tagged.pdf',
				description: 'Name of the tagged PDF. Empty: the name of the document with "-tagged".',
			},
			{
				displayName: 'Timestamp Tolerance (Seconds)',
				name: 'timestampTolerance',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 300,
				description:
					"How far an event's timestamp may be from this machine's clock, before or after it. Older events are refused, so that nobody can send them again.",
			},
		],
	},
];
