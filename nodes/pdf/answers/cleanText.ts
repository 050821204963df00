/** Maximum number of bytes of a text that the reader returns. */
const MAX_TEXT_BYTES = 1024;

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
