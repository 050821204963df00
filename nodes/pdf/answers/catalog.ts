import type { Objects, PdfDocument } from '../document';
import type { Answers } from '../inspection';
import { PdfString, Reference, decodeTextString, Unknown, type PdfObject } from '../syntax';
import { findPdfUaPart, findTitle, decodeXmp } from './metadata';
import { cleanText } from './cleanText';

/** Maximum number of bytes of a text that are decoded. */
const MAX_DECODED_BYTES = 64 * 1024;

/** Decrypts a string of an object. */
export type DecryptString = (owner: Reference, bytes: Buffer) => Buffer;

export function isMarkedAsTagged({ catalog, objects }: PdfDocument): boolean {
	return objects.resolve(objects.getDictionary(catalog.get('MarkInfo'))?.get('Marked')) === true;
}

export function hasSuspects({ catalog, objects }: PdfDocument): boolean {
	return objects.resolve(objects.getDictionary(catalog.get('MarkInfo'))?.get('Suspects')) === true;
}

/** Undefined without an entry. */
export function readDisplayDocTitle({ catalog, objects }: PdfDocument): boolean | undefined {
	const preferences = objects.getDictionary(catalog.get('ViewerPreferences'));
	const entry = objects.resolve(preferences?.get('DisplayDocTitle'));
	return entry === null ? undefined : entry === true;
}

export function readFormKind({ catalog, objects }: PdfDocument): Answers['form'] {
	const form = objects.getDictionary(catalog.get('AcroForm'));
	const xfa = objects.resolve(form?.get('XFA'));
	if (xfa !== null && !(Array.isArray(xfa) && xfa.length === 0)) return 'xfa';
	return objects.getArray(form?.get('Fields')).length > 0 ? 'acroform' : 'none';
}

/** Whether XFA redraws the form: the document tells viewers to render it when they open it. */
export function isDynamicXfa(document: PdfDocument): boolean {
	const { catalog, objects } = document;
	if (readFormKind(document) !== 'xfa') return false;
	if (objects.resolve(catalog.get('NeedsRendering')) === true) return true;
	throw new Unknown('it has an XFA form, which the node cannot read');
}

/** Empty if there is none. */
export function readLanguage(document: PdfDocument, decrypt: DecryptString): string {
	const { catalog, trailer } = document;
	return readText(document, catalog.get('Lang'), trailer.get('Root'), decrypt);
}

/** The title in the document information dictionary; if it has no entry, the title in the metadata. */
export function readTitle(document: PdfDocument, decrypt: DecryptString): string {
	const title = readInformation(document, 'Title', decrypt);
	return title ?? cleanText(findTitle(readMetadata(document) ?? ''));
}

/** An entry of the document information dictionary (ISO 32000-1, 14.3.3), if there is one. */
export function readInformation(
	document: PdfDocument,
	key: string,
	decrypt: DecryptString,
): string | undefined {
	const { objects, trailer } = document;
	const info = trailer.get('Info');
	const entry = objects.getDictionary(info)?.get(key);
	return objects.resolve(entry) === null ? undefined : readText(document, entry, info, decrypt);
}

export function readPdfUaPart(document: PdfDocument): number {
	return findPdfUaPart(readMetadata(document) ?? '');
}

/** XMP metadata of the document, if there are any. */
export function readMetadata({ catalog, objects }: PdfDocument): string | undefined {
	const reference = catalog.get('Metadata');
	if (objects.resolve(reference) === null) return undefined;
	const offset = objects.findOffset(reference);
	const bytes = offset === undefined ? undefined : objects.body.metadata.get(offset);
	if (!bytes) throw new Unknown('its metadata cannot be read');
	return decodeXmp(bytes);
}

/** @param owner the object that contains the text, unless the text is a separate object */
function readText(
	{ objects }: PdfDocument,
	text: PdfObject | undefined,
	owner: PdfObject | undefined,
	decrypt: DecryptString,
): string {
	const string = objects.resolve(text);
	if (!(string instanceof PdfString)) return '';
	const holder = text instanceof Reference ? text : owner;
	return cleanText(decodeText(objects, string, holder, decrypt));
}

/** @param holder the object that the string is a part of */
export function decodeText(
	objects: Objects,
	{ bytes }: PdfString,
	holder: PdfObject | undefined,
	decrypt: DecryptString,
): string {
	const isEncrypted =
		holder instanceof Reference && objects.locate(holder.number)?.isCompressed === false;
	const plain = isEncrypted ? decrypt(holder, bytes) : bytes;
	return decodeTextString(plain.subarray(0, MAX_DECODED_BYTES));
}
