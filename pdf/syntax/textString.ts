/** Maximum length in UTF-8 of a text that the reader returns. */
const MAX_TEXT_BYTES = 1024;

/**
 * Prepares a document's text for an n8n item: at most 1 kB, in one line, without the control characters and lone
 * surrogates that databases refuse.
 */
export function cleanText(text: string): string {
	const clean = text
		// Longer than the result, because there may be many control characters at the start.
		.slice(0, 4 * MAX_TEXT_BYTES)
		.replace(/[\t\n\r]+/g, ' ')
		.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '');
	// `stream` drops a character that the cut has split. Otherwise it would become U+FFFD.
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
export function decodeTextString(bytes: Buffer): string {
	const encoding = findEncoding(bytes);
	if (encoding !== undefined) {
		const parts = new TextDecoder(encoding).decode(bytes).split('\u001b');
		// Every second part is a language code between escape characters.
		return parts.filter((_, index) => index % 2 === 0).join('');
	}
	return Array.from(
		bytes,
		(code) => CHARACTERS_BY_CODE.get(code) ?? String.fromCharCode(code),
	).join('');
}

/** The encoding that the byte order mark names; undefined without one. */
export function findEncoding(bytes: Buffer): string | undefined {
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}
