/** The objects of a document, its catalog and its pages (ISO 32000-1, 7.7). */
export { DocumentLoader, type PdfDocument, type Revision } from './document';
export type { Objects } from './objects';
export {
	haveAllRootsCount,
	listAnnotations,
	listContents,
	readPageEntries,
	readPages,
	type Page,
} from './pageTree';
