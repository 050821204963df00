import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { TagPdfError } from '../client/errors';
import { fetchDocument } from '../client/fetchDocument';
import { safeFileName } from '../client/fileName';
import type { ByteStream } from '../client/host';
import { fingerprint } from '../client/idempotency';
import type { PdfDocument } from '../client/upload';
import { documentOf } from './document';
import type { Run } from './run';

/** Where n8n 2 keeps an item's files in a workflow with `binaryMode: combined`. */
const FILES_IN_JSON = '_files';

/** Where an item's document comes from, before anything of it is read. */
export interface Source {
	/** The same for the same document on a second try of the item. */
	mark: string;
	fileName: string;
	/** Reads what must be known before an upload, and refuses what is no PDF. */
	open: () => Promise<PdfDocument>;
}

/** @throws TagPdfError when the item names no document */
export function sourceOf(run: Run, itemIndex: number): Source {
	const { context } = run;
	const named = context.getNodeParameter('options.fileName', itemIndex, '') as string;
	if (context.getNodeParameter('source', itemIndex) === 'url') {
		const url = urlOf(context, itemIndex);
		return {
			mark: `url:${url}`,
			fileName: safeFileName(named || decodeURIComponentLoosely(new URL(url).pathname)),
			open: async () => await documentFromUrl(run, url, named),
		};
	}
	const binary = binaryOf(context, itemIndex);
	const fileName = safeFileName(named || binary.fileName);
	return {
		mark: binary.id ?? `data:${fingerprint([binary.data])}`,
		fileName,
		open: async () => await documentOf(context, binary, fileName),
	};
}

function binaryOf(context: IExecuteFunctions, itemIndex: number): IBinaryData {
	const field = context.getNodeParameter('binaryPropertyName', itemIndex) as unknown;
	if (isBinary(field)) return field;
	if (typeof field !== 'string' || field.trim() === '') {
		throw invalid(
			'Input Binary Field is empty',
			'Enter the name of the binary field that holds the PDF, or an expression that gives one.',
		);
	}
	const name = field.trim();
	for (const path of [name, `${FILES_IN_JSON}.${name}`]) {
		try {
			return context.helpers.assertBinaryData(itemIndex, path);
		} catch {
			// Not there.
		}
	}
	const { binary, json } = context.getInputData()?.[itemIndex] ?? {};
	throw missingField(name, Object.keys(binary ?? json?.[FILES_IN_JSON] ?? {}));
}

function missingField(field: string, present: string[]): TagPdfError {
	return invalid(
		`The item has no binary field "${field}"`,
		present.length > 0
			? `Its binary fields are: ${present.join(', ')}. Enter one of them in Input Binary Field.`
			: 'The item carries no file. Put a node before this one that gives it, or choose URL as Source, which is also the way for AI tools.',
	);
}

function urlOf(context: IExecuteFunctions, itemIndex: number): string {
	const value = context.getNodeParameter('url', itemIndex) as unknown;
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw invalid('URL is empty', 'Enter the http(s) address of the PDF.');
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
		throw invalid(
			'The URL is not an http(s) address',
			'Enter a full address, e.g. https://example.com/report.pdf.',
		);
	}
	return text;
}

async function documentFromUrl(run: Run, url: string, named: string): Promise<PdfDocument> {
	const { context, host, signal } = run;
	const fileName = safeFileName(named || decodeURIComponentLoosely(new URL(url).pathname));
	const save = async (content: ByteStream) =>
		await context.helpers.prepareBinaryData(content, fileName, 'application/pdf');
	const binary = await fetchDocument(host, url, save, signal);
	return await documentOf(context, binary, fileName);
}

function isBinary(value: unknown): value is IBinaryData {
	return (
		typeof value === 'object' &&
		value !== null &&
		'mimeType' in value &&
		('data' in value || 'id' in value)
	);
}

/** A path that holds a stray `%` is a name all the same. */
function decodeURIComponentLoosely(text: string): string {
	return text.replace(/(%[0-9a-f]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replace(/%/g, ''), 'hex').toString(),
	);
}

function invalid(message: string, description: string): TagPdfError {
	return new TagPdfError({ code: 'INVALID_INPUT', message, description });
}
