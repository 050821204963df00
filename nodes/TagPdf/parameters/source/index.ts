import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../item';
import { binaryFieldProperty, createBinarySource } from './binarySource';
import type { Source } from './source';
import { createUrlSource, urlProperty } from './urlSource';

/** Parameters for the source of the document. */
export const sourceProperties: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Binary Field',
				value: 'binary',
				description: 'A file that a previous node has put into the item',
			},
			{
				name: 'URL',
				value: 'url',
				description: 'A file that can be downloaded without signing in. Use this for AI tools.',
			},
		],
		default: 'binary',
		description: 'The source of the PDF',
	},
	binaryFieldProperty,
	urlProperty,
];

/** Caches the source per item, so that a document is fetched only once. */
const sources = new WeakMap<Item, Source>();

/** @throws InputError when the item names no document */
export function getSource(item: Item): Source {
	const source = sources.get(item) ?? createSource(item);
	sources.set(item, source);
	return source;
}

function createSource(item: Item): Source {
	const { context, index } = item;
	const isFetched = context.getNodeParameter('source', index) === 'url';
	const source = isFetched ? createUrlSource(item) : createBinarySource(item);
	item.state.fileName = source.fileName;
	return source;
}
