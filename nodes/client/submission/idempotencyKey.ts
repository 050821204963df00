import { createHash } from 'crypto';

import type { JobOptions } from '../service';

/**
 * Scope within which the same document is paid for only once:
 * - `delivery`: all runs of the node, until the result is delivered
 * - `content`: all submissions of the account with this scope
 * - `custom`: all submissions with the user's own key
 */
export type IdempotencyScope =
	| {
			scope: 'delivery';
			owner: readonly string[];
			/** Owner of the document if no journal records the delivery. */
			execution: string;
	  }
	| { scope: 'content' }
	| {
			scope: 'custom';
			key: string;
			/** The key always refers to the same job, even if the job failed. */
			once?: boolean;
	  };

/** Identity of a document: its bytes and the job options. */
export interface SubmissionIdentity {
	/** SHA-256 of the document, hex. */
	digest: string;
	options: JobOptions;
	/** From 1; the next attempt begins only after the one before was delivered or has failed. */
	attempt: number;
	/** False if the store does not answer: then a document is paid for once per execution. */
	journaled: boolean;
}

/**
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits, or the user's own key.
 * Later attempts of an own key use digits, too: `<key>-2` could be the own key of another document.
 */
export function computeIdempotencyKey(
	scope: IdempotencyScope,
	identity: SubmissionIdentity,
): string {
	const { attempt, journaled } = identity;
	if (scope.scope === 'custom') {
		return attempt === 1 ? scope.key : hash([scope.scope, scope.key, attempt]);
	}
	const execution = scope.scope === 'delivery' && !journaled ? [scope.execution] : [];
	return hash([...execution, ...listDocumentParts(scope, identity), attempt]);
}

/** Mark of a document. With the user's own key, all content with that key counts as one document. */
export function computeDocumentId(
	account: string,
	scope: IdempotencyScope,
	identity: Pick<SubmissionIdentity, 'digest' | 'options'>,
): string {
	const own =
		scope.scope === 'custom' ? [scope.scope, scope.key] : listDocumentParts(scope, identity);
	return fingerprint([account, ...own]).slice(0, 32);
}

/**
 * One-way hash of everything that decides how and to whom a document is submitted. A stored submission is
 * only resumed for a document with the same hash.
 */
export function fingerprint(parts: readonly unknown[]): string {
	return hash(['fingerprint', ...parts]);
}

function listDocumentParts(
	scope: Exclude<IdempotencyScope, { scope: 'custom' }>,
	{ digest, options }: Pick<SubmissionIdentity, 'digest' | 'options'>,
): unknown[] {
	const owner = scope.scope === 'delivery' ? scope.owner : [];
	return [scope.scope, ...owner, digest, options.ocr === true, options.embed_fonts === true];
}

function hash(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
