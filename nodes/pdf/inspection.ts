/** Answers to all questions about a document. */
export interface Answers {
	/** Expected credits: the service charges one per page. */
	pages: number;
	/** The document is marked as tagged and has a structure tree with elements. */
	tagged: boolean;
	marked: boolean;
	structureTree: boolean;
	structureElements: number;
	/** The part of PDF/UA that the document claims to conform to; 0 without a claim. */
	pdfUaPart: number;
	/** Empty without one; so are the language, the producer and the dates. */
	title: string;
	language: string;
	/** The software that wrote the file. */
	producer: string;
	/** ISO 8601, as precise as the document says. */
	created: string;
	modified: string;
	displayDocTitle: boolean;
	encrypted: boolean;
	opensWithoutPassword: boolean;
	/** Number of pages that show an image and no text. */
	imageOnlyPages: number;
	/** Number of pages that show lines or areas, but neither text nor an image. */
	drawingPages: number;
	/** Number of pages with text that is not, or mostly not, content of the structure tree. */
	untaggedPages: number;
	/** Whether all pages show text, or only some, or none. */
	text: 'all' | 'some' | 'none';
	/** Number of fonts that pages may use and that are not in the file. */
	notEmbeddedFonts: number;
	signed: boolean;
	form: 'none' | 'acroform' | 'xfa';
	/** Link annotations on the pages. */
	links: number;
	/** Form fields without child fields. */
	formFields: number;
	figuresWithoutAlt: number;
	/** The file has errors, although readers may open it. */
	damaged: boolean;
}

/** Facts that only findings need. */
export interface Facts extends Answers {
	/** The software that wrote the tags says that they may be wrong (ISO 32000-1, Table 321). */
	suspects: boolean;
	/** There is XMP metadata. */
	metadata: boolean;
	/** The metadata have a title. */
	metadataTitle: boolean;
	/** There is an entry with any value. */
	displayDocTitleEntry: boolean;
	/** Some visible text has no language. */
	textWithoutLanguage: boolean;
	/** Visible text is shown in a font that is not in the file. */
	textInNotEmbeddedFont: boolean;
	/** XFA redraws the form. */
	dynamicXfa: boolean;
	/** Encryption keeps assistive technology out. */
	blocksAssistance: boolean;
}

/** A condition of PDF/UA-1 that a document fails. */
export interface Finding {
	/** Clause of ISO 14289-1. */
	clause: string;
	/** The failure condition of the Matterhorn Protocol 1.1; empty if it has none. */
	checkpoint: string;
	what: string;
}

/** A condition that cannot be decided for the document. */
export interface UnknownFinding extends Finding {
	reason: string;
}

export type Recommendation = 'tag' | 'tagWithOcr' | 'skip' | 'review';

/** All answers. Each one is certain or null, with a reason for every null. */
export type Inspection = {
	size: number;
	sha256: string;
} & { [Field in keyof Answers]: Answers[Field] | null } & {
	recommendation: Recommendation;
	/** Reasons for the recommendation. */
	reasons: string[];
	findings: Finding[];
	unknownFindings: UnknownFinding[];
	unknown: Partial<Record<keyof Answers, string>>;
};

/** A field is null if it could not be determined. */
export type NullableAnswers = { [Field in keyof Answers]: Answers[Field] | null };
