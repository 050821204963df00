/** Records and rules that ensure that a document is paid for only once. */
export { Budget, isLimited, type Allowance } from './budget';
export {
	DocumentRecords,
	type DocumentRecord,
	type StoredDocuments,
	type Submitted,
} from './documentRecords';
export type { IdempotencyScope } from './idempotencyKey';
export { settleDocuments } from './settleDocuments';
export type { KnownDocument, Obtained, ReadyDocument, Submittable } from './submittable';
export { Submitter } from './submitter';
