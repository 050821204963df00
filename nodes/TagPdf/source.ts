import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fetchSource } from '../../client/download';
import { startsLikePdf } from '../../client/pdfFile';
import type { Runtime } from '../../client/runtime';
import { createSave, getStoreId, isBinary, listFiles, openFile } from '../shared/binary';
import { quoteName, quoteValue } from '../shared/errorTexts';
import { toSafeFileName } from '../shared/fileName';
import { InputError } from '../shared/nodeError';
import { readParameter } from '../shared/parameters';

/** A document of an input item, before anything is read. */
export interface Source {
	/** Binary field of the document; absent if it comes from a URL or an expression. */
	field?: string;
	/** Fields of the other documents of its item. */
	neighbours: readonly string[];
	/** Identifies the document; the same on a second try of the item. */
	identity: string;
	/** Name under which the document is submitted. */
	fileName: string;
	/** Returns the file as n8n keeps it. The first call fetches the file of a URL. */
	getFile: () => Promise<IBinaryData>;
}

/** What reading a source needs. */
export interface Reading {
	context: IExecuteFunctions;
	runtime: Runtime;
	signal: AbortSignal;
}

const binaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	displayOptions: { show: { source: ['binary'] } },
	default: '',
	placeholder: 'e.g. attachment_0',
	hint: 'Leave it empty to use every PDF of the item',
	description:
		'Name of the binary field with the PDF, or several names separated by commas, or an expression that returns a file',
};

const url = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	required: true,
	displayOptions: { show: { source: ['url'] } },
	default: '',
	placeholder: 'e.g. https://example.com/report.pdf',
	hint: "It must lead to the file itself, without signing in. Otherwise, get the file with a node, and choose 'Binary Field'.",
	description: 'Address of the PDF',
} satisfies INodeProperties;

const source: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'Binary Field',
			value: 'binary',
			description: 'A file that a previous node has put into the item',
		},
		{
			name: 'URL',
			value: 'url',
			description: 'A file that can be downloaded without signing in. Use this for AI tools.',
		},
	],
	default: 'binary',
	description: 'The source of the PDF',
};

/** Parameters for the source of the document. */
export const sourceProperties: INodeProperties[] = [source, binaryField, url];

/**
 * The documents of an input item, in the order of their fields.
 *
 * @throws InputError if the item names no document
 * @throws TagPdfError `DOCUMENT_UNREADABLE` if a file of unknown type cannot be read
 */
export async function findSources(reading: Reading, index: number): Promise<Source[]> {
	if (readParameter(reading.context, index, source) === 'url')
		return [createUrlSource(reading, index)];
	const files = await findFiles(reading, index);
	const fields = files.flatMap(({ field }) => field ?? []);
	return files.map(({ binary, field }) => ({
		field,
		neighbours: fields.filter((other) => other !== field),
		identity: getStoreId(binary) ?? `data:${binary.data}`,
		fileName: toSafeFileName(binary.fileName),
		getFile: async () => await Promise.resolve(binary),
	}));
}

interface NamedFile {
	field?: string;
	binary: IBinaryData;
}

async function findFiles(reading: Reading, index: number): Promise<NamedFile[]> {
	const { context } = reading;
	const value = context.getNodeParameter(binaryField.name, index) as unknown;
	if (isBinary(value)) return [{ binary: value }];
	const files = listFiles(context.getInputData()[index]);
	const raw = context.getNode().parameters[binaryField.name];
	const isExpression = typeof raw === 'string' && raw.startsWith('=');
	// An expression without a value is a mistake: the user would pay for the wrong files.
	if (typeof value !== 'string' || (value.trim() === '' && isExpression)) {
		throw new InputError({
			message: "'Input Binary Field' has no file",
			fix: 'Enter the name of a field.',
			more: `It is ${quoteValue(value) ?? 'empty'}, not a file or a field name.`,
		});
	}
	const name = value.trim();
	const names = Object.hasOwn(files, name) ? [name] : name.split(',').map((each) => each.trim());
	const fields = name === '' ? await findPdfs(reading, files) : [...new Set(names)];
	return fields.map((field) => {
		// Every object has a "constructor".
		const binary = Object.hasOwn(files, field) ? files[field] : undefined;
		if (binary) return { field, binary };
		const message = `The item has no binary field ${quoteName(field)}`;
		throw createMissingFieldError(message, Object.keys(files));
	});
}

/** All PDFs among an item's files. A file alone is taken whatever it is: the upload checks it. */
async function findPdfs(reading: Reading, files: Record<string, IBinaryData>): Promise<string[]> {
	const fields = Object.keys(files);
	if (fields.length === 1) return fields;
	if (fields.length === 0) throw createMissingFieldError('The item has no file', []);
	const found: string[] = [];
	for (const [field, file] of Object.entries(files))
		if (await isPdf(reading, file)) found.push(field);
	if (found.length > 0) return found;
	throw createMissingFieldError(`None of the item's ${fields.length} files is a PDF`, fields);
}

/** Types that servers give to files that they do not know. */
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

async function isPdf({ context, runtime, signal }: Reading, binary: IBinaryData): Promise<boolean> {
	const { fileName = '', mimeType } = binary;
	const type = (mimeType.split(';')[0] ?? '').trim().toLowerCase();
	if (/^application\/(x-)?pdf$/.test(type) || /\.pdf$/i.test(fileName)) return true;
	if (!UNKNOWN_TYPES.includes(type)) return false;
	const { start } = await openFile(context, runtime, binary, fileName, signal);
	return startsLikePdf(start);
}

/** Maximum number of fields that a text names. */
const MAX_FIELDS = 2;

function createMissingFieldError(message: string, fields: string[]): InputError {
	if (fields.length === 0) {
		return new InputError({
			message,
			fix: 'Add a node that provides it.',
			more: "Or set 'Source' to 'URL', which AI tools always need.",
		});
	}
	const names = fields.slice(0, MAX_FIELDS).map((field) => quoteName(field));
	const more = `The item has ${names.join(', ')}${fields.length > MAX_FIELDS ? ', …' : ''}.`;
	return new InputError({ message, fix: 'Enter one of its field names.', more });
}

/**
 * A document from a URL. It is put into n8n's binary store first: an upload may be retried, and needs the
 * size before it starts.
 *
 * @throws InputError if the item has no http(s) address
 */
function createUrlSource({ context, runtime, signal }: Reading, index: number): Source {
	const address = readUrl(context, index);
	const fileName = toSafeFileName(decodePath(new URL(address).pathname));
	const save = createSave(context, fileName);
	let fetched: Promise<IBinaryData> | undefined;
	return {
		neighbours: [],
		identity: `url:${address}`,
		fileName,
		getFile: async () => await (fetched ??= fetchSource(runtime, address, save, signal)),
	};
}

function readUrl(context: IExecuteFunctions, index: number): string {
	const text = readParameter(context, index, url);
	if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
	const more = 'For example, https://example.com/report.pdf.';
	throw new InputError(
		text === ''
			? { message: "'URL' is empty", fix: 'Enter the http(s) address of the PDF.' }
			: { message: "'URL' is not an http(s) address", fix: 'Enter a full address.', more },
	);
}

/** Decodes a path that may hold a stray `%`. */
function decodePath(path: string): string {
	return path.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replace(/%/g, ''), 'hex').toString(),
	);
}

/** The binary field that a document came from, for outputs. */
export function nameField({ field }: Partial<Source> = {}): { source_field?: string } {
	return field === undefined ? {} : { source_field: field };
}
