import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { parseHttpUrl, toVisibleText, trimInvisible } from '../../client/address';
import { fetchSource } from '../../client/download';
import { isObject } from '../../client/text';
import type { ByteStream, Runtime } from '../../client/runtime';
import {
	beginsLikePdf,
	createSave,
	getStoreId,
	hashContent,
	isStoreName,
	listBinaryFields,
	toFile,
} from '../shared/binary';
import { quoteName, quoteValue, type Words } from '../shared/errorTexts';
import { toSafeFileName } from '../shared/fileName';
import { InputError } from '../shared/inputError';
import { readParameter } from '../shared/parameters';
import { isTool } from './tool';

/** A document of an input item. Its file is read only when `getFile` is called. */
export interface Source {
	/** Binary field of the document; absent if it comes from a URL, or from an expression that returns a file. */
	field?: string;
	/** Fields of the other documents of its item. */
	neighbours: readonly string[];
	/**
	 * Identifies the document, the same on a second try of the item. If only the content does, this is a function that
	 * returns the SHA-256 of the content, hex.
	 */
	identity: string | (() => Promise<string>);
	/**
	 * Name under which the document is submitted. It may change when the file of a URL is fetched: its server may name
	 * it.
	 */
	readonly fileName: string;
	/** Whether it comes from a URL, so that the item does not have its file. */
	readonly isFromUrl: boolean;
	/** Whether `fileName` is only a guess, because the file of the URL was not fetched. */
	readonly isNameGuessed: boolean;
	/**
	 * Returns the file as n8n keeps it. The first call fetches the file of a URL.
	 *
	 * @throws InputError if the binary field has no file, or TagPdfError if the file of a URL cannot be fetched or saved
	 */
	getFile: () => Promise<IBinaryData>;
	/** The file; undefined if it has no content, or if it is a URL's file that has not been fetched. */
	getFileAtHand: () => IBinaryData | undefined;
}

/** What is needed to find and read the documents of an item. */
export interface Reading {
	context: IExecuteFunctions;
	runtime: Runtime;
	signal: AbortSignal;
	/** Whether an earlier try of the execution has taken a field of an item for a document. */
	isKnown: (index: number, field: string) => boolean;
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
 */
export async function findSources(reading: Reading, index: number): Promise<Source[]> {
	if (readParameter(reading.context, index, source) === 'url')
		return [createUrlSource(reading, index)];
	const values = await findFiles(reading, index);
	const fields = values.flatMap(({ field }) => field ?? []);
	return values.map(({ field, value }) => {
		const neighbours = fields.filter((other) => other !== field);
		return { field, neighbours, ...createFileSource(reading, value, field) };
	});
}

/** A file, or what a node has put into a binary field instead of one. */
interface NamedValue {
	field?: string;
	value: unknown;
}

async function findFiles(reading: Reading, index: number): Promise<NamedValue[]> {
	const { context } = reading;
	const value = context.getNodeParameter(binaryField.name, index) as unknown;
	if (toFile(value)) return [{ value }];
	const fields = listBinaryFields(context.getInputData()[index]);
	const raw = context.getNode().parameters[binaryField.name];
	const isExpression = typeof raw === 'string' && raw.startsWith('=');
	const names = listNames(value, fields);
	if (names.length === 0) {
		// An expression that returns nothing is a mistake. If it counted as an empty field, which stands for every PDF of
		// the item, the user would pay for the wrong files.
		if (typeof value !== 'string' || isExpression) throw createNoFileError(value);
		return await findPdfs(reading, index, fields);
	}
	const found = names.map((name) => {
		const field = findField(fields, name);
		if (field !== undefined) return field;
		throw explainName(name) ?? createMissingFieldError(context, fields, name.trim());
	});
	return [...new Set(found)].map((field) => ({ field, value: fields[field] }));
}

/**
 * The names in a text or in a list, such as `Object.keys($binary)`; none in an empty text or any other value. A field's
 * own name may have commas in it, and there may be a comma after the last name.
 */
function listNames(value: unknown, fields: Record<string, unknown>): string[] {
	if (isTextList(value)) return value;
	if (typeof value !== 'string' || trimInvisible(value) === '') return [];
	if (findField(fields, value) !== undefined) return [value];
	const names = value.split(',').filter((name) => trimInvisible(name) !== '');
	return names.length > 0 ? names : [value];
}

function isTextList(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * The field of this name, or else the one that looks like it: a name may have blanks at its ends, invisible characters,
 * or letters in another form (NFC, NFD).
 */
function findField(fields: Record<string, unknown>, name: string): string | undefined {
	const seen = toVisibleText(name);
	// Not `name in fields`, which is true for inherited names such as "constructor", too.
	return (
		[name, name.trim()].find((each) => Object.hasOwn(fields, each)) ??
		Object.keys(fields).find((field) => toVisibleText(field) === seen)
	);
}

/**
 * All PDFs among an item's files. If the item has a single file, it is taken whatever it is: the operation checks it
 * when it opens it, and can tell the user what is wrong with it.
 */
async function findPdfs(
	reading: Reading,
	index: number,
	fields: Record<string, unknown>,
): Promise<NamedValue[]> {
	const files = Object.entries(fields).map(([field, value]) => ({ field, value }));
	if (files.length === 0) throw createMissingFieldError(reading.context, fields);
	if (files.length === 1) return files;
	// A document that an earlier try knew may be paid for. n8n may have removed its file since, so the file is not read.
	const judge = async ({ field, value }: (typeof files)[number]) =>
		reading.isKnown(index, field) || (await isPdf(reading, value));
	const arePdfs = await Promise.all(files.map(judge));
	const pdfs = files.filter((_file, at) => arePdfs[at]);
	if (pdfs.length > 0) return pdfs;
	const message = `None of the item's ${files.length} files is a PDF`;
	throw new InputError({ message, ...listFields(fields) });
}

/**
 * Types that no sender gives to a PDF, not even one that does not know the right type. Unless its name ends in `.pdf`,
 * a file of such a type is no PDF, even if its first bytes look like one, as those of an attached mail or an archive
 * may.
 */
const OTHER_TYPE =
	/^(image|audio|video|font|message|multipart)\/|^application\/.*(zip|compress|x-tar|\brar|7z|msword|officedocument|opendocument|vnd\.ms-)/i;

/**
 * Whether the value of a binary field is a PDF: judged by the file's type and name, or else by its first bytes. Mail
 * programs and servers give PDFs all kinds of types, and n8n itself writes `text/plain` if it knows none. If neither
 * type nor name tells, a value that has no content or cannot be read counts as a PDF, so that the user gets an error
 * that says why. Only null and undefined never do.
 */
async function isPdf({ context, runtime, signal }: Reading, value: unknown): Promise<boolean> {
	if (value === null || value === undefined) return false;
	const { fileName, mimeType } = isObject(value) ? value : {};
	const type = typeof mimeType === 'string' ? (mimeType.split(';')[0] ?? '').trim() : '';
	if (/\/(x-)?pdf$/i.test(type)) return true;
	if (typeof fileName === 'string' && /\.pdf[^\p{L}\p{N}]*$/iu.test(fileName)) return true;
	if (OTHER_TYPE.test(type)) return false;
	const file = toFile(value);
	if (!file || hasLostContent(file)) return true;
	// In a slot, so that an item with hundreds of attachments does not read them all at the same time.
	const look = async () => await beginsLikePdf(context, runtime, file, signal);
	return await runtime.slots.transfers(look).catch(() => true);
}

/** A document from a binary field or an expression. */
function createFileSource(
	{ runtime }: Reading,
	value: unknown,
	field: string | undefined,
): Omit<Source, 'field' | 'neighbours'> {
	const file = toFile(value);
	const name = isObject(value) ? value.fileName : undefined;
	// If a value has neither content nor a name, its field is all by which the user can recognize it.
	const fileName = toSafeFileName(file ? name : (name ?? field));
	return {
		identity: file ? identifyFile(runtime, file) : `field:${field}`,
		fileName,
		isFromUrl: false,
		isNameGuessed: false,
		getFile: async () => {
			if (!file) throw createNoContentError(value, fileName, field);
			if (hasLostContent(file)) throw createLostContentError(fileName);
			return await Promise.resolve(file);
		},
		getFileAtHand: () => (file && !hasLostContent(file) ? file : undefined),
	};
}

/**
 * The file's ID in n8n's binary store. If the item itself has the content, a function that hashes the content, in a
 * slot because it may be large. The client calls it only if an earlier try knew the unit.
 */
function identifyFile(runtime: Runtime, file: IBinaryData): Source['identity'] {
	const hash = async () => await hashContent(runtime, file);
	return getStoreId(file) ?? (async () => await runtime.slots.transfers(hash));
}

/** Whether a node has copied a file of n8n's binary store without its ID, so that its content cannot be found. */
function hasLostContent(file: IBinaryData): boolean {
	return getStoreId(file) === undefined && isStoreName(file.data);
}

function createNoContentError(value: unknown, fileName: string, field = ''): InputError {
	const what = isObject(value) ? 'has no content' : 'is not a file';
	return new InputError({
		message: `${quoteName(fileName)} ${what}`,
		fix: 'Check the node that made it.',
		more: `The binary field ${quoteName(field)} needs its content in 'data', as Base64.`,
	});
}

function createLostContentError(fileName: string): InputError {
	return new InputError({
		message: `${quoteName(fileName)} has lost its content`,
		fix: 'Copy the whole file.',
		more: "A node has copied the file without its 'id'. In a Code node, use {...item.binary.data}.",
	});
}

/** The error for an expression that returns neither a file nor field names. */
function createNoFileError(value: unknown): InputError {
	const message = "'Input Binary Field' has no file";
	const files = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	const [name] = files.find(([, each]) => toFile(each)) ?? [];
	if (name !== undefined) {
		const more = 'For example, {{ $binary.data }}.';
		return new InputError({ message, fix: 'Choose one of the files.', more });
	}
	return new InputError({
		message,
		fix: 'Enter the name of a field.',
		more: `It is ${quoteValue(value) ?? 'empty'}, not a file or a field name.`,
	});
}

/** The error for a name that no field has, if the name shows which mistake the user made; else undefined. */
function explainName(name: string): InputError | undefined {
	if (name.includes('[object ')) {
		return new InputError({
			message: "'Input Binary Field' mixes text and a file",
			fix: 'Remove all before {{ and after }}.',
			more: 'Blanks count, too.',
		});
	}
	if (name.includes('{{')) {
		return new InputError({
			message: "'Input Binary Field' is not an expression",
			fix: "Switch it to 'Expression'.",
		});
	}
	// An expression such as {{ $binary.data.data }} returns the name of n8n's store or the base64 text of a PDF.
	const isBase64 = name.startsWith('JVBERi');
	if (!isStoreName(name) && !isBase64) return undefined;
	return new InputError({
		message: "'Input Binary Field' has no file, but its content",
		fix: 'Return the whole file.',
		more: isBase64
			? 'Such as {{ $binary.data }}. For Base64 text in the JSON, use Convert to File first.'
			: 'For example, {{ $binary.data }} instead of {{ $binary.data.data }}.',
	});
}

/** Maximum number of fields that a text names. */
const MAX_FIELDS = 2;

/** @param field name that no field has; absent if the item has no field at all */
function createMissingFieldError(
	context: IExecuteFunctions,
	fields: Record<string, unknown>,
	field?: string,
): InputError {
	const message =
		field === undefined
			? 'The item has no file'
			: `The item has no binary field ${quoteName(field)}`;
	if (Object.keys(fields).length > 0) return new InputError({ message, ...listFields(fields) });
	if (isTool(context)) {
		const more = 'AI tools get no files.';
		return new InputError({ message, fix: "Set 'Source' to 'URL'.", more });
	}
	return new InputError({
		message,
		fix: 'Get it from an earlier node.',
		more: "If a node has dropped it, use {{ $('Gmail').item.binary.data }}, for example.",
	});
}

function listFields(fields: Record<string, unknown>): Pick<Words, 'fix' | 'more'> {
	const all = Object.keys(fields);
	const names = all.slice(0, MAX_FIELDS).map((field) => quoteName(field));
	const more = `The item has ${names.join(', ')}${all.length > MAX_FIELDS ? ', …' : ''}.`;
	return { fix: 'Enter one of its field names.', more };
}

/**
 * A document from a URL. It is put into n8n's binary store first: an upload may be retried, and needs the
 * size before it starts.
 *
 * @throws InputError if the item has no http(s) address
 */
function createUrlSource({ context, runtime, signal }: Reading, index: number): Source {
	const address = readUrl(context, index);
	let announcedName: string | undefined;
	const guessedName = guessName(address);
	let fetched: Promise<IBinaryData> | undefined;
	let file: IBinaryData | undefined;
	const getName = () => announcedName ?? guessedName;
	const fetchFile = async () => {
		const save = async (content: ByteStream, name: string | undefined) => {
			if (name !== undefined) announcedName = toSafeFileName(name);
			return await createSave(context, getName())(content);
		};
		file = await fetchSource(runtime, address, save, signal);
		return file;
	};
	return {
		neighbours: [],
		identity: `url:${address}`,
		isFromUrl: true,
		get fileName() {
			return getName();
		},
		get isNameGuessed() {
			return fetched === undefined;
		},
		getFile: async () => await (fetched ??= fetchFile()),
		getFileAtHand: () => file,
	};
}

function readUrl(context: IExecuteFunctions, index: number): string {
	const text = readParameter(context, index, url);
	if (parseHttpUrl(text)) return text;
	const more = 'For example, https://example.com/report.pdf.';
	throw new InputError(
		text === ''
			? { message: "'URL' is empty", fix: 'Enter the http(s) address of the PDF.' }
			: { message: "'URL' is not an http(s) address", fix: 'Enter a full address.', more },
	);
}

/**
 * Takes the last part of a path as the name only if it ends in `.pdf`. Any other part may be the secret of a link, and
 * names go to the service and into errors.
 */
function guessName(address: string): string {
	const path = decodePath(new URL(address).pathname);
	return toSafeFileName(/\.pdf$/i.test(path) ? path : undefined);
}

/** Decodes a path. Unlike `decodeURIComponent`, it does not throw if the path has a `%` that encodes nothing. */
function decodePath(path: string): string {
	return path.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replace(/%/g, ''), 'hex').toString(),
	);
}

/** The binary field that a document came from, for outputs. */
export function nameField({ field }: Partial<Source> = {}): { source_field?: string } {
	return field === undefined ? {} : { source_field: field };
}
