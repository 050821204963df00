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
			description: 'Submit every document; the tags that it has are replaced',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Do not submit the document: the item goes on with its own file, for free',
		},
		{
			name: 'Fail',
			value: 'fail',
			description: 'Do not submit the document: the item fails, for free',
		},
	],
	default: 'tag',
	description:
		'What to do with a document that has tags. The node looks before it submits. In doubt a document counts as not tagged: tagged is what is marked so, has structure elements and no page that is only an image, and is neither damaged nor signed.',
};

/** @throws InputError for what is no choice: a document must not be paid for by mistake */
export function alreadyTaggedOf({ context, index }: Item): 'tag' | 'skip' | 'fail' {
	const choice = choiceOption(context, index, alreadyTagged);
	return choice === 'skip' || choice === 'fail' ? choice : 'tag';
}
