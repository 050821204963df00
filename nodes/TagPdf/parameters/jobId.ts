import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../n8n/errors';
import type { Item } from '../item';

export function jobIdProperty(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Job ID',
		name: 'jobId',
		type: 'string',
		required: true,
		displayOptions: { show },
		default: '={{ $json.data?.job?.id ?? $json.id }}',
		placeholder: 'e.g. 8f14e45f',
		description:
			'ID of the job, as a message of this node names it. Filled in: that of the item, from Document → Submit or the trigger.',
	};
}

/** @throws InputError when the parameter gives nothing */
export function jobIdOf({ context, index }: Item): string {
	const value = context.getNodeParameter('jobId', index) as unknown;
	const jobId = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (jobId !== '') return jobId;
	throw new InputError({
		message: 'Job ID is empty',
		description:
			'Enter the ID of a job. The one that is filled in, {{ $json.data?.job?.id ?? $json.id }}, takes it from the item that Document → Submit or the trigger gives.',
	});
}
