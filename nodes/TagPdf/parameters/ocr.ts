import type { INodeProperties } from 'n8n-workflow';

import { createChoiceError } from '../../n8n/optionParameters';
import type { Inspection } from '../../pdf';
import type { Item } from '../item';

const LABEL = 'Recognize Text (OCR)';

export const ocrProperty: INodeProperties = {
	displayName: LABEL,
	name: 'ocr',
	type: 'options',
	options: [
		{ name: 'Off', value: 'off', description: 'Tag the text that the document has' },
		{ name: 'On', value: 'on', description: 'Also recognize the text of pages that are images' },
		{
			name: 'When Scanned',
			value: 'whenScanned',
			description:
				'On if a page is an image without text, or if the node is not sure. The node reads the document before the upload.',
		},
	],
	default: 'off',
	description:
		'Whether to recognize the text of scanned pages, so that it can be read and tagged. The price is the same.',
};

/** Whether to recognize text; `whenScanned` depends on the document's content. */
export type Ocr = boolean | 'whenScanned';

/** @throws InputError for an unknown value */
export function readOcr({ context, index }: Item): Ocr {
	const value = context.getNodeParameter('ocr', index, 'off') as unknown;
	if (value === 'whenScanned') return value;
	if (value === 'on' || value === true) return true;
	if (value === 'off' || value === false) return false;
	throw createChoiceError(LABEL, value, ['off', 'on', 'whenScanned']);
}

/** OCR does not change pages with text (interface 2.3), so unneeded OCR does no harm. */
export function mayBeScanned({ imageOnlyPages }: Inspection): boolean {
	return imageOnlyPages !== 0;
}
