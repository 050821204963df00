/** Answers of independent readers about a file; null where they differ. */
export interface Truth {
	pages: number | null;
	marked: boolean | null;
	structureTree: boolean | null;
	tagged: boolean | null;
	/** Approximate: some readers count unreachable elements. */
	structureElements: number | null;
	pdfUaPart: number | null;
	encrypted: boolean | null;
	opensWithoutPassword: boolean | null;
	imageOnlyPages: number | null;
	hasNotEmbeddedFonts: boolean | null;
	language: string | null;
	title: string | null;
	xfa: boolean | null;
	formFields: number | null;
	signed: boolean | null;
	version: string | null;
}

export interface Corpus {
	files: Array<{
		file: string;
		/** Path of the file in its source repository. */
		path: string;
		truth: Truth;
	}>;
}

/** A field of a file that the reader once got wrong, or `(crash)`. */
export interface Found {
	file: string;
	field: string;
	truth: unknown;
	note: string;
}
