/** Uploads of documents, and downloads of sources and results. */
export { fetchResult } from './fetchResult';
export { fetchSource } from './fetchSource';
export { joinFileName, safeFileName } from './fileName';
export { startsLikePdf } from './pdf';
export { firstLook, hashDocument, readDocument, type FirstLook } from './readDocument';
export { uploadDocument, type StoredDocument } from './upload';
export type { PdfDocument } from './uploadBody';
