import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Allowance } from '../../../client/submission';
import { readNumberOption } from '../../../n8n/optionParameters';

const NO_LIMIT = '0 means no limit. The value of the first item applies to all items.';

const minimum: INodeProperties = {
	displayName: 'Credits to Keep in Account',
	name: 'minimumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	hint: NO_LIMIT,
	description:
		'Credits that must stay in the account. If a document would leave fewer credits, it fails before it is submitted.',
};

const maximum: INodeProperties = {
	displayName: 'Credits to Spend at Most',
	name: 'maximumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	hint: NO_LIMIT,
	description:
		'Limit for one execution of the workflow. A document that would exceed it fails before it is submitted.',
};

export const creditLimits = [minimum, maximum];

/** @throws InputError for anything but a number from 0 up: a limit must not silently be off */
export function readCreditLimits(context: IExecuteFunctions): Allowance {
	return {
		maximum: readNumberOption(context, 0, maximum),
		minimum: readNumberOption(context, 0, minimum),
	};
}
