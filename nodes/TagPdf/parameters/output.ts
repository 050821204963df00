import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { safeFileName, taggedFileName } from '../../client/transfer';
import { InputError } from '../../n8n/errors';
import type { Item } from '../item';
import { maxBytesOf } from './maxFileSize';

/** The field that receives the tagged PDF, of operations that download it. */
export function outputFieldProperty(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'outputBinaryField',
		type: 'string',
		required: true,
		default: 'data',
		displayOptions: { show },
		hint: 'Where the next node finds the tagged PDF. The rest of the input item goes on only with Options → Keep Source',
		description:
			'Name of the binary field for the tagged PDF. Data and files of the input item are not in the output, unless Keep Source says so; an expression can take them from the node that gave them.',
	};
}

export const taggedFileNameOption: INodeProperties = {
	displayName: 'Tagged File Name',
	name: 'taggedFileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report-tagged.pdf',
	description: 'Name of the tagged PDF. Empty: the name of the document with "-tagged".',
};

/** Where an item wants its tagged PDF. */
export interface Output {
	binaryField: string;
	/** @param documentName what the tagged PDF is named after unless the item names it */
	fileName: (documentName: string | null) => string;
	/** Bytes of the largest tagged PDF that is taken. */
	maxBytes: number;
}

/** @throws InputError when the item names no field, or a size that is no number */
export function outputOf(item: Item): Output {
	const { context, index } = item;
	const binaryField = context.getNodeParameter('outputBinaryField', index) as unknown;
	const given = context.getNodeParameter(
		`options.${taggedFileNameOption.name}`,
		index,
		'',
	) as unknown;
	if (typeof binaryField !== 'string' || binaryField.trim() === '') {
		throw new InputError({
			message: 'Put Output File in Field is empty',
			description: 'Enter the name of the binary field for the tagged PDF, e.g. data.',
		});
	}
	const named = typeof given === 'string' ? given.trim() : '';
	return {
		binaryField: binaryField.trim(),
		fileName: (documentName) => (named === '' ? taggedFileName(documentName) : safeFileName(named)),
		maxBytes: maxBytesOf(item),
	};
}
