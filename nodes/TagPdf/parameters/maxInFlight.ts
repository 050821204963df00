import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNumberOption } from '../../n8n/numberParameter';

const DEFAULT_IN_FLIGHT = 60;
/** Job → Wait and Document → Tag keep some 20 kB in memory for each awaited job. */
const MAX_IN_FLIGHT = 1_000;

export const maxInFlight: INodeProperties = {
	displayName: 'Max Documents at Once',
	name: 'maxInFlight',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_IN_FLIGHT, numberPrecision: 0 },
	default: DEFAULT_IN_FLIGHT,
	hint: 'The value of the first item applies to all items.',
	description:
		'How many documents to process at the same time. Lower values limit what you pay for if you stop a run.',
};

/**
 * Maximum number of items that are processed at the same time.
 *
 * @throws InputError for anything but a number from 1 up
 */
export function readMaxInFlight(context: IExecuteFunctions): number {
	const given = readNumberOption(context, 0, {
		name: maxInFlight.name,
		label: maxInFlight.displayName,
		fallback: DEFAULT_IN_FLIGHT,
		min: 1,
	});
	return Math.min(Math.trunc(given), MAX_IN_FLIGHT);
}
