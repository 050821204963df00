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
					description: 'A file that a previous node has put into the item',
				},
				{
					name: 'URL',
					value: 'url',
					description: 'A file that can be downloaded without signing in. Use this for AI tools.',
				},
			],
			default: 'binary',
			description: 'Where the PDF comes from',
		},
		binarySourceProperty({ ...show, source: ['binary'] }),
		urlSourceProperty({ ...show, source: ['url'] }),
	];
}

/** Caches the source per item, so that a document is fetched only once. */
const known = new WeakMap<Item, Source>();

/** @throws InputError when the item names no document */
export function sourceOf(item: Item): Source {
	const source = known.get(item) ?? newSource(item);
	known.set(item, source);
	return source;
}

function newSource(item: Item): Source {
	const { context, index } = item;
	const isFetched = context.getNodeParameter('source', index) === 'url';
	const source = isFetched ? urlSource(item) : binarySource(item);
	item.sawFile(source.fileName);
	return source;
}
