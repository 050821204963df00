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
		'Most credits that this node spends in one execution of the workflow, its retries and the rounds of a loop included. The pages of a document are counted before it is submitted, and one that would cost more than is left is refused. 0: no limit. Taken from the first item.',
};

const minimum: INodeProperties = {
	displayName: 'Stop When Credits Fall Below',
	name: 'minimumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Credits that the account must have left after each document. Its pages are counted before it is submitted, and one that would leave fewer is refused. 0: no limit. Taken from the first item.',
};

const unknownPages: INodeProperties = {
	displayName: 'When Pages Are Not Known',
	name: 'unknownPages',
	type: 'options',
	options: [
		{
			name: 'Refuse',
			value: 'refuse',
			description: 'The document is not submitted, and nothing is spent that was not allowed',
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
		'What to do under a limit of credits with a document whose pages cannot be counted, such as one that needs a password. Taken from the first item.',
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
