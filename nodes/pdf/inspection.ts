/** What is asked about a document. */
export interface Answers {
	/** Expected credits: the service charges one a page. */
	pages: number;
	/** Marked as tagged, and there is a structure tree with elements. */
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
	/** How many pages show an image and no text. */
	imageOnlyPages: number;
	/** How many pages show lines or areas, and neither text nor an image. */
	drawingPages: number;
	/** How many pages show text that is not, or mostly not, content of the structure tree. */
	untaggedPages: number;
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
	figuresWithoutAlt: number;
	/** The file is not as it should be, although readers may open it. */
	damaged: boolean;
}

/** What only findings need. */
export interface Facts extends Answers {
	/** The tags may be wrong, says the software that wrote them (ISO 32000-1, Table 321). */
	suspects: boolean;
	/** There is XMP metadata. */
	metadata: boolean;
	/** The metadata have a title. */
	metadataTitle: boolean;
	/** There is an entry, whatever it says. */
	displayDocTitleEntry: boolean;
	/** Text is shown whose language nothing names. */
	textWithoutLanguage: boolean;
	/** Visible text is shown in a font that is not in the file. */
	textInMissingFont: boolean;
	/** The form is drawn anew by XFA. */
	dynamicXfa: boolean;
	/** Encryption keeps assistive technology out. */
	blocksAssistance: boolean;
}

/** A condition of PDF/UA-1 that a document fails. */
export interface Finding {
	/** Of ISO 14289-1. */
	clause: string;
	/** The failure condition of the Matterhorn Protocol 1.1; empty where it has none. */
	checkpoint: string;
	what: string;
}

/** A condition of which nobody knows whether the document fails it. */
export interface UnknownFinding extends Finding {
	reason: string;
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
	findings: Finding[];
	unknownFindings: UnknownFinding[];
	unknown: Partial<Record<keyof Answers, string>>;
};

/** A field is worth no more than the doubt about it. */
export type Known = { [Field in keyof Answers]: Answers[Field] | null };
