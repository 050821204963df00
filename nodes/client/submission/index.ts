/** The memory and the rules that make a document be paid for once. */
export { closingOf } from './closing';
export { creditGuard, type Guard } from './creditGuard';
export type { IdempotencyScope } from './idempotencyKey';
export {
	SubmissionRecords,
	type StoredSubmissions,
	type SubmissionRecord,
	type Submitted,
} from './records';
export { Submitter, type Obtained, type Submittable } from './submitter';
