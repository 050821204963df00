import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { TagPdfError } from '../../../client/errors';
import type { Run } from '../../run';

export function jobIdProperty(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Job ID',
		name: 'jobId',
		type: 'string',
		required: true,
		displayOptions: { show },
		default: '',
		placeholder: 'e.g. 8f14e45f',
		description:
			'ID of the job, as Document → Submit, the trigger or a message of this node names it',
	};
}

/** @throws TagPdfError `INVALID_INPUT` when the parameter gives nothing */
export function jobIdOf({ context }: Run, itemIndex: number): string {
	const value = context.getNodeParameter('jobId', itemIndex) as unknown;
	const jobId = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (jobId !== '') return jobId;
	throw new TagPdfError({
		code: 'INVALID_INPUT',
		message: 'Job ID is empty',
		description: 'Enter the ID of a job, e.g. {{ $json.id }} after Document → Submit.',
	});
}
