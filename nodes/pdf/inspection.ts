/** What is asked about a document. */
export interface Answers {
	/** Expected credits: the service charges one a page. */
	pages: number;
	/** As in `1.7`: of the header, or of the catalog where that is newer. */
	version: string;
	/** Marked as tagged, and there is a structure tree with elements. */
	tagged: boolean;
	marked: boolean;
	structureTree: boolean;
	structureElements: number;
	/** The part of PDF/UA that the document claims to conform to; 0 without a claim. */
	pdfUaPart: number;
	/** Empty without one; so is the language. */
	title: string;
	language: string;
	displayDocTitle: boolean;
	encrypted: boolean;
	opensWithoutPassword: boolean;
	/** How many pages show an image and no text. */
	imageOnlyPages: number;
	/** On how many pages text is shown. */
	text: 'all' | 'some' | 'none';
	/** How many fonts a page may use that are not in the file. */
	notEmbeddedFonts: number;
	signed: boolean;
	form: 'none' | 'acroform' | 'xfa';
	/** Link annotations on the pages. */
	links: number;
	/** Fields of the form that have no fields below them. */
	formFields: number;
	headings: number;
	tables: number;
	figures: number;
	figuresWithoutAlt: number;
	/** The file is not as it should be, although readers may open it. */
	damaged: boolean;
}

export type Recommendation = 'tag' | 'tagWithOcr' | 'skip' | 'review';

/** The answers of which each is sure or null, with a reason for every null. */
export type Inspection = {
	size: number;
	sha256: string;
} & { [Field in keyof Answers]: Answers[Field] | null } & {
	recommendation: Recommendation;
	/** Why that is recommended. */
	reasons: string[];
	unknown: Partial<Record<keyof Answers, string>>;
};

/** A field is worth no more than the doubt about it. */
export type Known = { [Field in keyof Answers]: Answers[Field] | null };
