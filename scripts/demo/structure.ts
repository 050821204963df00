import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';

/** The content of a document that assistive technology can use. */
export interface Structure {
	pages: number;
	/** Structure elements: headings, paragraphs, list items, table cells …; 0 when untagged. */
	elements: number;
}

const TYPE = PDFName.of('Type');
const STRUCTURE_ELEMENT = PDFName.of('StructElem');

/** Counts pages and `/StructElem` objects. @throws Error when the PDF is not readable */
export async function structureOf(pdf: Uint8Array): Promise<Structure> {
	const document = await PDFDocument.load(pdf, { updateMetadata: false });
	const elements = document.context
		.enumerateIndirectObjects()
		.filter(([, object]) => object instanceof PDFDict && object.get(TYPE) === STRUCTURE_ELEMENT);
	return { pages: document.getPageCount(), elements: elements.length };
}
