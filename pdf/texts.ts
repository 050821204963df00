import type { Objects } from './documentObjects';
import { PdfString, Reference, type PdfObject } from './objects';
import type { StandardSecurityHandler } from './securityHandler';

/** Maximum number of bytes of a text that are decoded. */
const MAX_DECODED_BYTES = 64 * 1024;
/** Maximum number of bytes of a text that the reader returns. */
const MAX_TEXT_BYTES = 1024;

/**
 * The text of a string; empty for anything else.
 *
 * @param owner the object that contains the string, unless the string is a separate object
 */
export function decodeText(
	objects: Objects,
	text: PdfObject | undefined,
	owner: PdfObject | undefined,
	handler: StandardSecurityHandler | undefined,
): string {
	const string = objects.resolve(text);
	if (!(string instanceof PdfString)) return '';
	const holder = text instanceof Reference ? text : owner;
	// Those in object streams were decrypted with the stream.
	const isEncrypted = holder instanceof Reference && objects.findOffset(holder) !== undefined;
	const plain = isEncrypted ? handler?.decryptString(holder, string.bytes) : undefined;
	return decodeTextString((plain ?? string.bytes).subarray(0, MAX_DECODED_BYTES));
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
	// A character that does not fit is cut off.
	return new TextDecoder().decode(Buffer.from(clean).subarray(0, MAX_TEXT_BYTES), { stream: true });
}

/** Differences between PDFDocEncoding (ISO 32000-1, Annex D.2) and Latin-1. */
const DIFFERENCES: Array<[first: number, characters: string]> = [
	[0x18, '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'],
	[
		0x80,
		'\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018' +
			'\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac',
	],
];

const CHARACTERS_BY_CODE = new Map(
	DIFFERENCES.flatMap(([first, characters]) =>
		Array.from(characters, (character, index) => [first + index, character] as const),
	),
);

/** A text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 after a byte order mark, else PDFDocEncoding. */
function decodeTextString(bytes: Buffer): string {
	const encoding = findEncoding(bytes);
	if (encoding !== undefined) {
		const parts = new TextDecoder(encoding).decode(bytes).split('\u001b');
		// Every other part is a language code between escape characters.
		return parts.filter((_, index) => index % 2 === 0).join('');
	}
	return Array.from(
		bytes,
		(code) => CHARACTERS_BY_CODE.get(code) ?? String.fromCharCode(code),
	).join('');
}

/** The encoding that the byte order mark names; undefined without one. */
function findEncoding(bytes: Buffer): string | undefined {
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

/** Maximum number of characters of XML that are decoded; entities count undecoded. */
const MAX_TEXT_CHARACTERS = 32 * 1024;
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** The first Dublin Core title of XMP metadata (ISO 16684-1) in any encoding; empty without one. */
export function readXmpTitle(bytes: Buffer): string {
	const xmp = new TextDecoder(findEncoding(bytes)).decode(bytes);
	const title = sliceAfter(removeComments(xmp), /<dc:title[^<>]*>/);
	const first = sliceAfter(title, /<rdf:li(?:\s[^<>]*[^<>/])?>/);
	return cleanText(decodeEntities(first.slice(0, Math.max(0, first.indexOf('</rdf:li>')))));
}

/** Text of XML, with its entities decoded. */
function decodeEntities(text: string): string {
	return text
		.slice(0, MAX_TEXT_CHARACTERS)
		.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) => {
			const code = Number.parseInt(digits, hex === '' ? 10 : 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/&(\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
		.trim();
}

/** A comment without an end extends to the end of the text. */
function removeComments(xml: string): string {
	return xml.replace(/<!--.*?(?:-->|$)/gs, ' ');
}

/** The text after the first match; empty without one. One expression for two parts is slow on damaged text. */
function sliceAfter(text: string, expression: RegExp): string {
	const found = expression.exec(text);
	return found ? text.slice(found.index + found[0].length) : '';
}
