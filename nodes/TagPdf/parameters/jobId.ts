import type { INodeProperties } from 'n8n-workflow';

import { isObject } from '../../client/errors';
import { isJobId } from '../../client/service';
import { InputError, quoteValue } from '../../n8n/errors';
import type { Item } from '../item';

/** Finds the ID in an event of the trigger, in a job beside kept input data, or in a job alone. */
const DEFAULT_EXPRESSION = '={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}';

export const jobIdProperty: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: DEFAULT_EXPRESSION,
	placeholder: 'e.g. 8f14e45f',
	hint: 'Filled in if the item comes from the trigger or Document → Submit. Otherwise, enter the ID that Submit returned.',
	description: 'ID of the job whose state or tagged PDF you want',
};

/** @throws InputError if the parameter is empty or not a valid ID */
export function readJobId(item: Item): string {
	const { context, index } = item;
	const value = context.getNodeParameter('jobId', index) as unknown;
	const jobId = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (jobId === '') {
		throw new InputError({
			message: 'Job ID is empty',
			description: 'Enter the ID of a job.',
			more: 'Document → Submit and the trigger return it.',
		});
	}
	if (!isJobId(jobId)) {
		throw new InputError({
			message: `Job ID is not valid: ${String(quoteValue(jobId))}`,
			description: 'Enter the ID as the service shows it.',
		});
	}
	rememberFileName(item, jobId);
	return jobId;
}

/** The input item may name the job's document before the service does. */
function rememberFileName({ context, index, state }: Item, jobId: string): void {
	const { json = {} } = context.getInputData()[index] ?? {};
	const { data, job } = json as { data?: { job?: unknown }; job?: unknown };
	const known = [data?.job, job, json].find((each) => isObject(each) && each.id === jobId);
	if (isObject(known) && typeof known.filename === 'string') state.fileName = known.filename;
}
