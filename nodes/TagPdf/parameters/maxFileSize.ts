import type { INodeProperties } from 'n8n-workflow';

import { numberOption } from '../../n8n/numberParameter';
import type { Item } from '../item';

const DEFAULT_MEGABYTES = 2048;

export const maxFileSize: INodeProperties = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_MEGABYTES,
	description:
		'Largest file to download, whether a document from a URL or a tagged PDF. A larger one fails its item, and does not fill the disk of this n8n.',
};

/**
 * The item's Max File Size, in bytes.
 *
 * @throws InputError for what is no number from 1 up
 */
export function maxBytesOf({ context, index }: Item): number {
	const megabytes = numberOption(context, index, {
		name: maxFileSize.name,
		label: 'Max File Size',
		fallback: DEFAULT_MEGABYTES,
		min: 1,
	});
	return megabytes * 1024 ** 2;
}
