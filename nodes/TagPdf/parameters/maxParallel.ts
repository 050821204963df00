import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { numberOption } from '../../n8n/numberParameter';

const DEFAULT = 5;
/** Each request listens to the Stop signal of the execution; Node.js warns from 11 listeners on. */
const MOST = 10;

export const maxParallel: INodeProperties = {
	displayName: 'Max Parallel Documents',
	name: 'maxParallel',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST, numberPrecision: 0 },
	default: DEFAULT,
	description: 'Max number of items to work on at the same time. Taken from the first item.',
};

/**
 * How many items are worked on at the same time.
 *
 * @throws InputError for what is no number from 1 up
 */
export function maxParallelOf(context: IExecuteFunctions): number {
	const given = numberOption(context, 0, {
		name: maxParallel.name,
		label: maxParallel.displayName,
		fallback: DEFAULT,
		min: 1,
	});
	return Math.min(Math.trunc(given), MOST);
}
