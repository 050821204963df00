import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../item';
import { readOcr, type Ocr } from './ocr';

export const embedFonts: INodeProperties = {
	displayName: 'Embed Fonts',
	name: 'embedFonts',
	type: 'boolean',
	default: false,
	description:
		'Whether to embed fonts that the document uses but does not hold, where that is safe',
};

/** What the service is to do beside tagging (interface 2.3), of a document that is not read yet. */
export interface AskedOptions {
	ocr: Ocr;
	embed_fonts: boolean;
}

/** @throws InputError when OCR is none of its choices */
export function readJobOptions(item: Item): AskedOptions {
	const { context, index } = item;
	return {
		ocr: readOcr(item),
		embed_fonts: context.getNodeParameter(`options.${embedFonts.name}`, index, false) === true,
	};
}
