import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { numberOption } from '../../n8n/numberParameter';

export const minimumCredits: INodeProperties = {
	displayName: 'Stop When Credits Fall Below',
	name: 'minimumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Credits that must be left before each submission; with fewer, nothing more is submitted. 0: no limit. Taken from the first item.',
};

/**
 * Credits that must be left before each submission; 0 for no limit.
 *
 * @throws InputError for what is no number from 0 up
 */
export function minimumCreditsOf(context: IExecuteFunctions): number {
	return numberOption(context, 0, {
		name: minimumCredits.name,
		label: minimumCredits.displayName,
		fallback: 0,
		min: 0,
	});
}
