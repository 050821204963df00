import type { INodeProperties } from 'n8n-workflow';

import type { JobOptions } from '../../client/service';
import type { Item } from '../item';

const embedFonts: INodeProperties = {
	displayName: 'Embed Fonts',
	name: 'embedFonts',
	type: 'boolean',
	default: false,
	description:
		'Whether to embed fonts that the document uses but does not hold, where that is safe',
};

const ocr: INodeProperties = {
	displayName: 'OCR',
	name: 'ocr',
	type: 'boolean',
	default: false,
	description: 'Whether to recognize the text of pages that are only images',
};

export const jobOptions = [embedFonts, ocr];

/** What the service is to do beside tagging (interface 2.3). */
export function jobOptionsOf({ context, index }: Item): JobOptions {
	const isOn = ({ name }: INodeProperties) =>
		context.getNodeParameter(`options.${name}`, index, false) === true;
	return { ocr: isOn(ocr), embed_fonts: isOn(embedFonts) };
}
