import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';
import { choiceOption } from '../../n8n/choiceParameter';

export const alreadyTagged: INodeProperties = {
	displayName: 'Already Tagged',
	name: 'alreadyTagged',
	type: 'options',
	options: [
		{
			name: 'Tag Anyway',
			value: 'tag',
			description: 'Tag every document; tags that it has are made anew',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Leave the document as it is: the item goes on with its own file, for free',
		},
		{
			name: 'Fail',
			value: 'fail',
			description: 'The item fails, for free',
		},
	],
	default: 'tag',
	description:
		'What to do with a document that is tagged. It is read here first, and counts as tagged only on full evidence: it says so, has structure elements, no page is an image alone, and it is neither damaged nor signed.',
};

/** @throws InputError for what is no choice: a document must not be paid for by mistake */
export function alreadyTaggedOf({ context, index }: Item): 'tag' | 'skip' | 'fail' {
	const choice = choiceOption(context, index, alreadyTagged);
	return choice === 'skip' || choice === 'fail' ? choice : 'tag';
}
