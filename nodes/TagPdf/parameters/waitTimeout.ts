import type { INodeProperties } from 'n8n-workflow';

import { readNumberOption } from '../../n8n/numberParameter';
import type { Item } from '../item';

const DEFAULT_SECONDS = 1800;

export const waitTimeout: INodeProperties = {
	displayName: 'Wait Timeout (Seconds)',
	name: 'waitTimeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_SECONDS,
	description:
		'How long to wait for a job before the item fails. The job continues: Job → Wait or another run gets it, free of charge.',
};

/**
 * The item's Wait Timeout, in milliseconds.
 *
 * @throws InputError for anything but a number from 1 up
 */
export function readWaitTimeout({ context, index }: Item): number {
	const seconds = readNumberOption(context, index, {
		name: waitTimeout.name,
		label: 'Wait Timeout',
		fallback: DEFAULT_SECONDS,
		min: 1,
	});
	return seconds * 1000;
}
