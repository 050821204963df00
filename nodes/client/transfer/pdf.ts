/** How much of a file's start may come before its header (PDF 1.7, Annex H.3). */
export const PDF_HEADER_WINDOW = 1024;

/** Whether these first bytes of a file (at least {@link PDF_HEADER_WINDOW}, if it has them) are a PDF's. */
export function startsLikePdf(start: Uint8Array): boolean {
	return Buffer.from(start.subarray(0, PDF_HEADER_WINDOW)).includes('%PDF-');
}

/** Whether these last bytes of a file are a PDF's: the end-of-file mark within the last kilobyte. */
export function endsLikePdf(end: Uint8Array): boolean {
	return Buffer.from(end.subarray(-PDF_HEADER_WINDOW)).includes('%%EOF');
}
