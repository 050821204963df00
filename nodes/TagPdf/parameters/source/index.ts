import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../item';
import { binarySource, binarySourceProperty } from './binarySource';
import type { Source } from './source';
import { urlSource, urlSourceProperty } from './urlSource';

/** Where the document comes from. */
export function sourceProperties(show: IDisplayOptions['show']): INodeProperties[] {
	return [
		{
			displayName: 'Source',
			name: 'source',
			type: 'options',
			displayOptions: { show },
			options: [
				{
					name: 'Binary Field',
					value: 'binary',
					description: 'A file that a node before this one has put into the item',
				},
				{
					name: 'URL',
					value: 'url',
					description: 'A file that can be fetched without signing in; the choice for AI tools',
				},
			],
			default: 'binary',
			description: 'Where the PDF comes from',
		},
		binarySourceProperty({ ...show, source: ['binary'] }),
		urlSourceProperty({ ...show, source: ['url'] }),
	];
}

/** An option of operations that submit a document. */
export const submittedFileName: INodeProperties = {
	displayName: 'Submitted File Name',
	name: 'submittedFileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report.pdf',
	description:
		'Name under which the document is submitted. Empty: the name of the binary file or the last part of the URL.',
};

/** What an item's document is read for more than once is fetched once. */
const known = new WeakMap<Item, Source>();

/** @throws InputError when the item names no document */
export function sourceOf(item: Item): Source {
	const source = known.get(item) ?? newSource(item);
	known.set(item, source);
	return source;
}

function newSource(item: Item): Source {
	const { context, index } = item;
	const given = context.getNodeParameter(`options.${submittedFileName.name}`, index, '') as unknown;
	const named = typeof given === 'string' ? given.trim() : '';
	const isFetched = context.getNodeParameter('source', index) === 'url';
	const source = isFetched ? urlSource(item, named) : binarySource(item, named);
	item.sawFile(source.fileName);
	return source;
}
