import type { PdfDocument } from '../document';
import type { Answers } from '../inspection';
import { Unknown } from '../syntax';
import { findPdfUaPart, findTitle, decodeXmp } from './metadata';
import { cleanText, decodeText, type DecryptString } from './texts';

/** Whether an entry of the mark information (ISO 32000-1, Table 321) is true. */
export function readMarkInfo(
	{ catalog, objects }: PdfDocument,
	key: 'Marked' | 'Suspects',
): boolean {
	return objects.resolve(objects.getDictionary(catalog.get('MarkInfo'))?.get(key)) === true;
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
export function readLanguage(
	{ catalog, objects, trailer }: PdfDocument,
	decrypt: DecryptString,
): string {
	return cleanText(decodeText(objects, catalog.get('Lang'), trailer.get('Root'), decrypt));
}

/** The title in the document information dictionary; if it has no entry, the title in the metadata. */
export function readTitle(document: PdfDocument, decrypt: DecryptString): string {
	const title = readInformation(document, 'Title', decrypt);
	return title ?? cleanText(findTitle(readMetadata(document) ?? ''));
}

/** An entry of the document information dictionary (ISO 32000-1, 14.3.3), if there is one. */
export function readInformation(
	{ objects, trailer }: PdfDocument,
	key: string,
	decrypt: DecryptString,
): string | undefined {
	const info = trailer.get('Info');
	const entry = objects.getDictionary(info)?.get(key);
	if (objects.resolve(entry) === null) return undefined;
	return cleanText(decodeText(objects, entry, info, decrypt));
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
