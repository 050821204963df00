/** How much of a file's start may come before its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_WINDOW = 1024;

/** Whether these first bytes of a file (at least {@link PDF_HEADER_WINDOW}, if it has them) are a PDF's. */
export function startsLikePdf(start: Uint8Array): boolean {
	return Buffer.from(start.subarray(0, PDF_HEADER_WINDOW)).includes('%PDF-');
}

/** How much of a file's end may come after its last mark: servers and mail programs append to files. */
export const PDF_END_WINDOW = 16 * 1024;

/**
 * Whether these last bytes of a file (at least {@link PDF_END_WINDOW}, if it has them) are a whole
 * PDF's: after the last end-of-file mark no object begins, as it does where a file with several
 * marks, such as a changed or a linearized one, was cut.
 */
export function endsLikePdf(end: Uint8Array): boolean {
	const text = Buffer.from(end.subarray(-PDF_END_WINDOW)).toString('latin1');
	const mark = text.lastIndexOf('%%EOF');
	return mark >= 0 && !/\d \d+ obj\b/.test(text.slice(mark));
}

/**
 * Adds a file's next chunk to the last of it, and lets go of those that {@link endsLikePdf} does not need any more.
 * None is copied on its way: copies would be half as much memory again for n8n to collect.
 */
export function keepEnd(chunks: Buffer[], next: Buffer): void {
	chunks.push(next);
	let length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
	while (chunks[0] && length - chunks[0].length >= PDF_END_WINDOW) {
		length -= chunks[0].length;
		chunks.shift();
	}
}
