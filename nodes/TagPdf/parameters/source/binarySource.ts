import type { IBinaryData, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { safeFileName } from '../../../client/transfer';
import { FILES_IN_JSON, filesOf, isBinary, storeId } from '../../../n8n/binary';
import { InputError } from '../../../n8n/errors';
import type { Item } from '../../item';
import { sourceOfFile, type Source } from './source';

export function binarySourceProperty(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		displayOptions: { show },
		default: 'data',
		placeholder: 'e.g. attachment_0',
		hint: 'Mostly "data"; the first attachment of an email is "attachment_0"; the file of a form is named after its field',
		description:
			'Name of the binary field with the PDF, as the Binary tab of the input shows it, or an expression that gives a binary file. An item with several PDFs must become an item for each before, e.g. with a Code node.',
	};
}

/**
 * @param named the user's own name for the document; empty for that of the file
 * @throws InputError when the item has no such file
 */
export function binarySource(item: Item, named: string): Source {
	const binary = binaryOf(item);
	const fileName = safeFileName(named === '' ? binary.fileName : named);
	const mark = storeId(binary) ?? `data:${binary.data}`;
	return sourceOfFile(item, { mark, fileName }, async () => await Promise.resolve(binary));
}

function binaryOf({ context, index }: Item): IBinaryData {
	const field = context.getNodeParameter('binaryPropertyName', index) as unknown;
	if (isBinary(field)) return field;
	if (typeof field !== 'string' || field.trim() === '') {
		throw new InputError({
			message: 'Input Binary Field is empty',
			description:
				'Enter the name of the binary field that holds the PDF, or an expression that gives one.',
		});
	}
	const name = field.trim();
	for (const path of [name, `${FILES_IN_JSON}.${name}`]) {
		try {
			const file: unknown = context.helpers.assertBinaryData(index, path);
			// n8n takes "__proto__" and "constructor" for fields of every item.
			if (isBinary(file)) return file;
		} catch {
			// Not there.
		}
	}
	const own = context.getInputData()[index];
	throw missingField(name, own ? Object.keys(filesOf(own)) : []);
}

function missingField(field: string, present: string[]): InputError {
	return new InputError({
		message: `The item has no binary field "${field}"`,
		description:
			present.length > 0
				? `Its binary fields are: ${present.join(', ')}. Enter one of them in Input Binary Field.`
				: 'The item carries no file. Put a node before this one that gives it, or choose URL as Source, which is also the way for AI tools.',
	});
}
