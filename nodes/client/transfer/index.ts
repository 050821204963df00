/** Uploads of documents, and downloads of sources and results. */
export { fetchResult, fetchSource } from './downloads';
export { joinFileName, toSafeFileName } from './fileName';
export { startsLikePdf } from './pdfCheck';
export { hashDocument, readDocument, readDocumentStart } from './readDocument';
export type { DocumentStart, PdfDocument } from './readDocument';
export { uploadDocument, type StoredDocument } from './upload';
