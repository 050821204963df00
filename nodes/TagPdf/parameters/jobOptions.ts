import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';
import { readOcr, type Ocr } from './ocr';

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
	ocr: Ocr;
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
