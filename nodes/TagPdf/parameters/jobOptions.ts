import type { INodeProperties } from 'n8n-workflow';

import type { JobOptions } from '../../client/service';
import type { Item } from '../item';
import { ocrOf } from './ocr';

export const embedFonts: INodeProperties = {
	displayName: 'Embed Fonts',
	name: 'embedFonts',
	type: 'boolean',
	default: false,
	description:
		'Whether to embed fonts that the document uses but does not hold, where that is safe',
};

/**
 * What the service is to do beside tagging (interface 2.3).
 *
 * @throws InputError when OCR is neither on nor off
 */
export function jobOptionsOf(item: Item): JobOptions {
	const { context, index } = item;
	return {
		ocr: ocrOf(item),
		embed_fonts: context.getNodeParameter(`options.${embedFonts.name}`, index, false) === true,
	};
}
