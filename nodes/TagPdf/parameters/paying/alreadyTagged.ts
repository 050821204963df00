import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../item';
import { readChoiceOption } from '../../../n8n/optionParameters';

export const alreadyTagged: INodeProperties = {
	displayName: 'Already Tagged',
	name: 'alreadyTagged',
	type: 'options',
	options: [
		{
			name: 'Tag Anyway',
			value: 'tag',
			description: 'Submit every document. Its tags are replaced.',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Do not submit the document. The item passes on its own file, free of charge.',
		},
		{
			name: 'Fail',
			value: 'fail',
			description: 'Do not submit the document. The item fails, free of charge.',
		},
	],
	default: 'tag',
	description:
		'What to do with a document that is tagged already. If the node is not sure, it submits the document.',
};

/** @throws InputError for an unknown value: a document must not be paid for by mistake */
export function readAlreadyTagged({ context, index }: Item): 'tag' | 'skip' | 'fail' {
	const choice = readChoiceOption(context, index, alreadyTagged);
	return choice === 'skip' || choice === 'fail' ? choice : 'tag';
}
