import type { Objects, PdfDocument } from '../document';
import type { Answers } from '../inspection';
import { Name, PdfString, Reference, textOf, Unknown, type PdfObject } from '../syntax';
import { pdfUaPartIn, titleIn, xmpText } from './metadata';
import { outgoingText } from './outgoingText';

/** Bytes of a text that are decoded. */
const MAX_DECODED_BYTES = 64 * 1024;

/** Takes the encryption off a string of an object. */
export type DecryptString = (owner: Reference, bytes: Buffer) => Buffer;

/** The version of the header, or of the catalog where that is newer (ISO 32000-1, 7.2.2). */
export function versionOf(start: Buffer, catalog: PdfDocument['catalog'] | undefined): string {
	const header = /%PDF-(\d{1,4}\.\d{1,4})/.exec(start.toString('latin1'))?.[1];
	const own = catalog?.get('Version');
	const newer = own instanceof Name && /^\d{1,4}\.\d{1,4}$/.test(own.name) ? own.name : undefined;
	if (header === undefined) throw new Unknown('its header names no version');
	return newer !== undefined && Number(newer) > Number(header) ? newer : header;
}

export function markedOf({ catalog, objects }: PdfDocument): boolean {
	return objects.resolve(objects.dictionary(catalog.get('MarkInfo'))?.get('Marked')) === true;
}

export function displayDocTitleOf({ catalog, objects }: PdfDocument): boolean {
	const preferences = objects.dictionary(catalog.get('ViewerPreferences'));
	return objects.resolve(preferences?.get('DisplayDocTitle')) === true;
}

export function formOf({ catalog, objects }: PdfDocument): Answers['form'] {
	const form = objects.dictionary(catalog.get('AcroForm'));
	const xfa = objects.resolve(form?.get('XFA'));
	if (xfa !== null && !(Array.isArray(xfa) && xfa.length === 0)) return 'xfa';
	const fields = objects.resolve(form?.get('Fields'));
	return Array.isArray(fields) && fields.length > 0 ? 'acroform' : 'none';
}

/** Empty where there is none. */
export function languageOf(document: PdfDocument, decrypt: DecryptString): string {
	const { catalog, trailer } = document;
	return textIn(document, catalog.get('Lang'), trailer.get('Root'), decrypt);
}

/** Of the document information dictionary; of the metadata only where that has none at all. */
export function titleOf(document: PdfDocument, decrypt: DecryptString): string {
	const { objects, trailer } = document;
	const info = trailer.get('Info');
	const title = objects.dictionary(info)?.get('Title');
	if (objects.resolve(title) !== null) return textIn(document, title, info, decrypt);
	const xmp = metadataOf(document);
	return xmp === undefined ? '' : outgoingText(titleIn(xmp));
}

export function pdfUaPartOf(document: PdfDocument): number {
	const xmp = metadataOf(document);
	return xmp === undefined ? 0 : pdfUaPartIn(xmp);
}

function metadataOf({ catalog, objects }: PdfDocument): string | undefined {
	const reference = catalog.get('Metadata');
	if (objects.resolve(reference) === null) return undefined;
	const offset = objects.offset(reference);
	const bytes = offset === undefined ? undefined : objects.body.metadata.get(offset);
	if (!bytes) throw new Unknown('its metadata cannot be read');
	return xmpText(bytes);
}

/** @param owner the object that holds the text, unless the text is an object of its own */
function textIn(
	{ objects }: PdfDocument,
	text: PdfObject | undefined,
	owner: PdfObject | undefined,
	decrypt: DecryptString,
): string {
	const string = objects.resolve(text);
	if (!(string instanceof PdfString)) return '';
	const holder = text instanceof Reference ? text : owner;
	return outgoingText(plainText(objects, string, holder, decrypt));
}

/** @param holder the object that the string is a part of */
export function plainText(
	objects: Objects,
	{ bytes }: PdfString,
	holder: PdfObject | undefined,
	decrypt: DecryptString,
): string {
	const isEncrypted =
		holder instanceof Reference && objects.locate(holder.number)?.isCompressed === false;
	const plain = isEncrypted ? decrypt(holder, bytes) : bytes;
	return textOf(plain.subarray(0, MAX_DECODED_BYTES));
}
