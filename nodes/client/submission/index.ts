/** The memory and the rules that make a document be paid for once. */
export { closingOf } from './closing';
export { Budget, isLimited, type Allowance } from './budget';
export type { StoredCredits } from './creditLedger';
export type { IdempotencyScope } from './idempotencyKey';
export {
	SubmissionRecords,
	type StoredSubmissions,
	type SubmissionRecord,
	type Submitted,
} from './records';
export type { Obtained, ReadyDocument, Submittable } from './submittable';
export { Submitter } from './submitter';
