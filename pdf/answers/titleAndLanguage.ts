import type { StandardSecurityHandler } from '../encryption/securityHandler';
import type { PdfDocument } from '../file/revision';
import { PdfString, Reference, type PdfObject } from '../syntax/objects';
import { cleanText, decodeTextString } from '../syntax/textString';
import { requireKnown, Unknown } from '../unknown';

/** Maximum number of bytes of a text that are decoded. */
const MAX_DECODED_BYTES = 64 * 1024;

/** The language that the catalog names (14.9.2); empty if it names none. @throws Unknown if it cannot be read */
export function readLanguage(
	document: PdfDocument,
	handler: StandardSecurityHandler | undefined,
): string {
	const { catalog, trailer } = document;
	return readText(document, catalog.get('Lang'), trailer.get('Root'), handler);
}

/**
 * The title in the document information dictionary (14.3.3). If the dictionary has none, the title in the metadata;
 * empty if neither has one.
 *
 * @throws Unknown if damage may hide the title, or if it cannot be read
 */
export function readTitle(
	document: PdfDocument,
	handler: StandardSecurityHandler | undefined,
): string {
	const { objects, rebuilt, trailer } = document;
	// Only a trailer refers to the document information, so a damaged trailer may hide it.
	const mayBeHidden = objects.body.hasDamagedTrailer && !trailer.has('Info');
	if (rebuilt && (mayBeHidden || !trailer.has('Root')))
		throw new Unknown('damage may hide its title');
	const info = trailer.get('Info');
	const entry = objects.getDictionary(info)?.get('Title');
	if (objects.resolve(entry) === null) return readMetadataTitle(document);
	return readText(document, entry, info, handler);
}

/** The title in the document's XMP metadata; empty if there is none. @throws Unknown if the metadata cannot be read */
function readMetadataTitle({ catalog, objects }: PdfDocument): string {
	const reference = catalog.get('Metadata');
	if (objects.resolve(reference) === null) return '';
	const offset = objects.findOffset(reference);
	const title = offset === undefined ? undefined : objects.body.titles.get(offset);
	if (title === undefined) throw new Unknown('its metadata cannot be read');
	return cleanText(requireKnown(title));
}

/**
 * The decrypted and cleaned text of a string; empty for anything else.
 *
 * @param owner the object that contains the string, unless the string is a separate object
 */
function readText(
	{ objects }: PdfDocument,
	text: PdfObject | undefined,
	owner: PdfObject | undefined,
	handler: StandardSecurityHandler | undefined,
): string {
	const string = objects.resolve(text);
	if (!(string instanceof PdfString)) return '';
	const holder = text instanceof Reference ? text : owner;
	// Strings in an object stream were decrypted with the stream.
	const isEncrypted = holder instanceof Reference && objects.findOffset(holder) !== undefined;
	const plain = isEncrypted ? handler?.decryptString(holder, string.bytes) : undefined;
	return cleanText(decodeTextString((plain ?? string.bytes).subarray(0, MAX_DECODED_BYTES)));
}
