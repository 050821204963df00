import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { numberOption } from '../../n8n/numberParameter';

const DEFAULT = 60;
/** Job → Wait and Document → Tag keep what they wait for in memory: some 20 kB each. */
const MOST = 1_000;

export const maxInFlight: INodeProperties = {
	displayName: 'Max Documents in Flight',
	name: 'maxInFlight',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST, numberPrecision: 0 },
	default: DEFAULT,
	description:
		'How many items to work on at the same time. More of them finish a large batch sooner; with fewer of them, fewer documents are paid for when you stop a run. The rate limit of the service needs no setting: at it the node waits, and goes on. The value of the first item counts for all.',
};

/**
 * How many items are worked on at the same time.
 *
 * @throws InputError for what is no number from 1 up
 */
export function maxInFlightOf(context: IExecuteFunctions): number {
	const given = numberOption(context, 0, {
		name: maxInFlight.name,
		label: maxInFlight.displayName,
		fallback: DEFAULT,
		min: 1,
	});
	return Math.min(Math.trunc(given), MOST);
}
