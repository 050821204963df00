import type { Objects } from '../document';
import { decodeTextString, PdfString, Reference, type PdfObject } from '../syntax';

/** Maximum number of bytes of a text that are decoded. */
const MAX_DECODED_BYTES = 64 * 1024;
/** Maximum number of bytes of a text that the reader returns. */
const MAX_TEXT_BYTES = 1024;

/** Decrypts a string of an object. */
export type DecryptString = (owner: Reference, bytes: Buffer) => Buffer;

/**
 * The text of a string; empty for anything else.
 *
 * @param owner the object that contains the string, unless the string is a separate object
 */
export function decodeText(
	objects: Objects,
	text: PdfObject | undefined,
	owner: PdfObject | undefined,
	decrypt: DecryptString,
): string {
	const string = objects.resolve(text);
	if (!(string instanceof PdfString)) return '';
	const holder = text instanceof Reference ? text : owner;
	const isEncrypted =
		holder instanceof Reference && objects.locate(holder.number)?.isCompressed === false;
	const plain = isEncrypted ? decrypt(holder, string.bytes) : string.bytes;
	return decodeTextString(plain.subarray(0, MAX_DECODED_BYTES));
}

/**
 * Prepares a text of a document for an item: at most 1 kB, without the control characters and lone surrogates
 * that databases refuse.
 */
export function cleanText(text: string): string {
	const clean = text
		// Longer than the result, because there may be many control characters at the start.
		.slice(0, 4 * MAX_TEXT_BYTES)
		.replace(/[\t\n\r]+/g, ' ')
		.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '');
	let bytes = 0;
	let end = 0;
	for (const character of clean) {
		bytes += Buffer.byteLength(character);
		if (bytes > MAX_TEXT_BYTES) break;
		end += character.length;
	}
	return clean.slice(0, end);
}
