/** Records and rules that ensure that a document is paid for only once. */
export { Budget, isLimited, type Allowance } from './budget';
export { DocumentRecords, hasLastingKey } from './documentRecords';
export type { DocumentRecord, StoredDocuments, Submission } from './documentRecords';
export type { IdempotencyScope, KnownDocument } from './idempotencyKey';
export { settleDocuments } from './settleDocuments';
export type { DocumentJob, ReadyDocument, DocumentToSubmit } from './documentToSubmit';
export { Submitter } from './submitter';
