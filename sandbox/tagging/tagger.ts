/** Turns a document into a result. */
export interface Tagger {
	name: 'opendataloader' | 'stamp' | 'copy';
	/** One line for the start banner: what it does and does not do. */
	description: string;
	/** Number of pages of the PDF at a path; null if it is unreadable (needs a password, damaged, no PDF). */
	countPages(path: string): Promise<number | null>;
	/**
	 * Reads the PDF at `source` and writes the result to `target`.
	 *
	 * @throws when the document cannot be processed, or when the signal aborts
	 */
	tag(source: string, target: string, signal: AbortSignal): Promise<void>;
}
