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

export const embedFonts: INodeProperties = {
	displayName: 'Embed Fonts',
	name: 'embedFonts',
	type: 'boolean',
	default: false,
	description:
		'Whether to embed fonts that the document uses but does not contain, if that is safe',
};

/** Job options (interface 2.3) as the user sets them, before the document is read. */
export interface AskedOptions {
	/** Whether to recognize text; `whenScanned` depends on the document's content. */
	ocr: boolean | 'whenScanned';
	embed_fonts: boolean;
}

/** @throws InputError if OCR has an unknown value */
export function readJobOptions(item: Item): AskedOptions {
	const { context, index } = item;
	return {
		ocr: readOcr(item),
		embed_fonts: context.getNodeParameter(`options.${embedFonts.name}`, index, false) === true,
	};
}

function readOcr({ context, index }: Item): AskedOptions['ocr'] {
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
