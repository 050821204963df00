import type { INodeProperties } from 'n8n-workflow';

import type { EventType } from './event';
import { DEFAULT_TOLERANCE_S } from './verification/signature';

const completed: EventType = 'job.completed';
const failed: EventType = 'job.failed';

export const triggerProperties: INodeProperties[] = [
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
