/** Bytes of a text that leaves the reader. */
const MAX_TEXT_BYTES = 1024;

/**
 * A text of a document as it may go into an item: without control characters and halves of characters,
 * which databases refuse, and no longer than 1 kB.
 */
export function outgoingText(text: string): string {
	const clean = text
		// No character is longer than two units of UTF-16; controls at the start may be many.
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
