import type { INodeProperties } from 'n8n-workflow';

import { joinFileName, toSafeFileName } from '../../client/transfer';
import { InputError } from '../../n8n/errors';
import type { Item } from '../item';
import { readMaxBytes } from './limits';

const DEFAULT_FIELD_NAME = 'data';

/** The field for the tagged PDF, in operations that download it. */
export const outputFieldProperty: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputBinaryField',
	type: 'string',
	required: true,
	default: DEFAULT_FIELD_NAME,
	// Tools return no files.
	displayOptions: { hide: { '@tool': [true] } },
	hint: 'Other data of the input item is dropped unless you set Options → Keep Input Data',
	description: 'Name of the binary field where the next node finds the tagged PDF',
};

export const taggedFileNameOption: INodeProperties = {
	displayName: 'File Name of Tagged PDF',
	name: 'taggedFileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report-tagged.pdf',
	description: 'Name of the tagged PDF. By default, it is the name of the document with "-tagged".',
};

/** Field, name and size limit for an item's tagged PDF. */
export interface Output {
	binaryField: string;
	/** @param documentName base of the tagged PDF's name unless the item sets a name */
	chooseFileName: (documentName: string | null) => string;
	/** Size limit of the tagged PDF, in bytes. */
	maxBytes: number;
}

/** @throws InputError if the field is empty or the size is not a number */
export function readOutput(item: Item): Output {
	const { context, index } = item;
	const binaryField = context.getNodeParameter(
		'outputBinaryField',
		index,
		DEFAULT_FIELD_NAME,
	) as unknown;
	const given = context.getNodeParameter(
		`options.${taggedFileNameOption.name}`,
		index,
		'',
	) as unknown;
	if (typeof binaryField !== 'string' || binaryField.trim() === '') {
		throw new InputError({
			message: 'Put Output File in Field is empty',
			description: `Enter a name, e.g. ${DEFAULT_FIELD_NAME}.`,
			more: 'The tagged PDF will be in the binary field of this name.',
		});
	}
	const named = typeof given === 'string' ? given.trim() : '';
	return {
		binaryField: binaryField.trim(),
		chooseFileName: (documentName) =>
			named === '' ? nameTaggedPdf(documentName) : toSafeFileName(named),
		maxBytes: readMaxBytes(item),
	};
}

/** `report.pdf` → `report-tagged.pdf`. A name without an extension gets one. */
function nameTaggedPdf(documentName: string | null): string {
	return joinFileName(toSafeFileName(documentName).replace(/\.pdf$/i, ''), '-tagged.pdf');
}
