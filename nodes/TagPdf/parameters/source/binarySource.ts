import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import { toSafeFileName } from '../../../client/transfer';
import { FILES_IN_JSON, listFiles, isBinary, getStoreId } from '../../../n8n/binary';
import { InputError, quoteName, quoteValue } from '../../../n8n/errors';
import type { Item } from '../../item';
import { createFileSource, type Source } from './source';

export const binaryFieldProperty: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	displayOptions: { show: { source: ['binary'] } },
	default: '',
	placeholder: 'e.g. attachment_0',
	hint: 'Leave it empty to use the only file of the item',
	description:
		'Name of the binary field with the PDF, as the Binary tab of the input shows it, or an expression that gives a file',
};

/** @throws InputError when the item has no such file, or several and the field is empty */
export function createBinarySource(item: Item): Source {
	const binary = findFile(item);
	const fileName = toSafeFileName(binary.fileName);
	const identity = getStoreId(binary) ?? `data:${binary.data}`;
	return createFileSource(item, { identity, fileName }, async () => await Promise.resolve(binary));
}

function findFile({ context, index }: Item): IBinaryData {
	const field = context.getNodeParameter('binaryPropertyName', index) as unknown;
	if (isBinary(field)) return field;
	const files = listFiles(context.getInputData()[index]);
	// An expression without a value is a mistake: the user would pay for the wrong file.
	if (typeof field !== 'string') {
		throw new InputError({
			message: 'Input Binary Field gives no file',
			description: 'Change the value.',
			more: `It is ${quoteValue(field) ?? 'empty'}, not a file or the name of a field.`,
		});
	}
	const name = field.trim();
	if (name === '') return takeOnlyFile(files);
	for (const path of [name, `${FILES_IN_JSON}.${name}`]) {
		try {
			const file: unknown = context.helpers.assertBinaryData(index, path);
			// n8n finds fields named "__proto__" and "constructor" in every item.
			if (isBinary(file)) return file;
		} catch {
			// Not there.
		}
	}
	throw createMissingFieldError(
		`The item has no binary field ${quoteName(name)}`,
		Object.keys(files),
	);
}

function takeOnlyFile(files: Record<string, IBinaryData>): IBinaryData {
	const fields = Object.keys(files);
	const [file] = Object.values(files);
	if (file && fields.length === 1) return file;
	throw createMissingFieldError(
		fields.length === 0 ? 'The item carries no file' : `The item carries ${fields.length} files`,
		fields,
	);
}

/** Maximum number of fields that a text names. */
const MAX_FIELDS = 2;

function createMissingFieldError(message: string, fields: string[]): InputError {
	if (fields.length === 0) {
		return new InputError({
			message,
			description: 'Add a node that gives the file.',
			more: 'Or choose URL as Source, which AI tools always need.',
		});
	}
	const names = fields.slice(0, MAX_FIELDS).map((field) => quoteName(field));
	const known = `The item has ${names.join(', ')}${fields.length > MAX_FIELDS ? ', …' : '.'}`;
	const all = fields.length === 1 ? '' : ' Or use Split Out with $binary.';
	return new InputError({ message, description: 'Enter a field.', more: `${known}${all}` });
}
