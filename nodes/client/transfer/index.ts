/** Uploads of documents, and downloads of sources and results. */
export { fetchResult, fetchSource } from './downloads';
export { joinFileName, toSafeFileName } from './fileName';
export { startsLikePdf } from './pdfCheck';
export { readDocumentStart, hashDocument, readDocument, type DocumentStart } from './readDocument';
export { uploadDocument, type StoredDocument } from './upload';
export type { PdfDocument } from './uploadBody';
