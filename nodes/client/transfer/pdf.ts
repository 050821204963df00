/** Bytes at the start of a file that may hold its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_BYTES = 1024;

/** Whether a file that starts with these bytes (at least {@link PDF_HEADER_BYTES}, or all) is a PDF. */
export function startsLikePdf(start: Uint8Array): boolean {
	return Buffer.from(start.subarray(0, PDF_HEADER_BYTES)).includes('%PDF-');
}

/** Bytes at the end of a file that may hold its last mark: servers and mail programs append to files. */
export const PDF_END_BYTES = 16 * 1024;

/**
 * Whether a file that ends with these bytes (at least {@link PDF_END_BYTES}, or all) is a complete PDF: no
 * object begins after the last end-of-file mark. In a truncated file with several marks, such as an updated
 * or linearized one, an object does.
 */
export function endsLikePdf(end: Uint8Array): boolean {
	const text = Buffer.from(end.subarray(-PDF_END_BYTES)).toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	return mark >= 0 && !/\d \d+ obj\b/.test(text.slice(mark));
}

/**
 * Appends a chunk to the kept end of a file, and drops chunks that {@link endsLikePdf} no longer needs.
 * Chunks are not copied: copies would add half as much garbage for n8n to collect.
 */
export function keepEnd(chunks: Buffer[], next: Buffer): void {
	chunks.push(next);
	let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	while (chunks[0] && length - chunks[0].length >= PDF_END_BYTES) {
		length -= chunks[0].length;
		chunks.shift();
	}
}
