import type { INodeProperties } from 'n8n-workflow';

import { readNumberOption } from '../../n8n/numberParameter';
import type { Item } from '../item';

const DEFAULT_MEGABYTES = 2048;

export const maxFileSize: INodeProperties = {
	displayName: 'File Size Limit (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_MEGABYTES,
	description:
		'Largest file to download from a URL or from the service. A larger file fails its item.',
};

/**
 * The item's File Size Limit, in bytes.
 *
 * @throws InputError for anything but a number from 1 up
 */
export function readMaxBytes({ context, index }: Item): number {
	const megabytes = readNumberOption(context, index, {
		name: maxFileSize.name,
		label: 'File Size Limit',
		fallback: DEFAULT_MEGABYTES,
		min: 1,
	});
	return megabytes * 1024 ** 2;
}
