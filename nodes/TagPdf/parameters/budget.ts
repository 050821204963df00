import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isLimited, type Allowance } from '../../client/submission';
import { numberOption } from '../../n8n/numberParameter';
import { choiceOption } from '../../n8n/choiceParameter';

const maximum: INodeProperties = {
	displayName: 'Max Credits per Run',
	name: 'maximumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Most credits that this node spends in one execution of the workflow, with its retries and all rounds of a loop. A page costs 1 credit: a document with more pages than credits are left of these fails before it is submitted. 0: no limit. The value of the first item counts for all.',
};

const minimum: INodeProperties = {
	displayName: 'Stop When Credits Fall Below',
	name: 'minimumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Credits that must stay in the account. A page costs 1 credit: a document whose pages would leave fewer fails before it is submitted. 0: no limit. The value of the first item counts for all.',
};

const unknownPages: INodeProperties = {
	displayName: 'When Pages Are Not Known',
	name: 'unknownPages',
	type: 'options',
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'The item fails, and its document is not submitted',
		},
		{
			name: 'Submit Anyway',
			value: 'submit',
			description:
				'The document is submitted as if it had one page, and may cost more than is left',
		},
	],
	default: 'refuse',
	description:
		'What to do with a document whose pages cannot be counted, such as one that needs a password. Matters only together with Max Credits per Run or Stop When Credits Fall Below. The value of the first item counts for all.',
};

export const budgetOptions = [maximum, minimum, unknownPages];

/** What a run may spend, and whether it needs to know the pages of a document for that. */
export interface RunBudget extends Allowance {
	pages: 'notNeeded' | 'wanted' | 'required';
}

/** @throws InputError for what is no number from 0 up, or no choice: a limit must not silently be off */
export function budgetOf(context: IExecuteFunctions): RunBudget {
	const credits = ({ displayName, name }: INodeProperties) =>
		numberOption(context, 0, { name, label: displayName, fallback: 0, min: 0 });
	const allowance = { maximum: credits(maximum), minimum: credits(minimum) };
	const needed = choiceOption(context, 0, unknownPages) === 'submit' ? 'wanted' : 'required';
	return { ...allowance, pages: isLimited(allowance) ? needed : 'notNeeded' };
}
