import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../n8n/errors';
import type { Item } from '../item';

const LABEL = 'Recognize Text (OCR)';

export function ocrProperty(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: LABEL,
		name: 'ocr',
		type: 'options',
		displayOptions: { show },
		options: [
			{ name: 'Off', value: 'off', description: 'Tag the text that the document has' },
			{ name: 'On', value: 'on', description: 'Also recognize the text of pages that are images' },
		],
		default: 'off',
		description:
			'Whether to recognize the text of scanned pages, so that it can be read and tagged',
	};
}

/** @throws InputError for what is neither Off nor On */
export function ocrOf({ context, index }: Item): boolean {
	const value = context.getNodeParameter('ocr', index, 'off') as unknown;
	if (value === 'on' || value === true) return true;
	if (value === 'off' || value === false) return false;
	throw new InputError({
		message: `${LABEL} is neither on nor off: ${JSON.stringify(value)}`,
		description: 'Choose Off or On, or use an expression that gives "off" or "on".',
	});
}
