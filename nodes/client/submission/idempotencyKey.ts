import { createHash } from 'crypto';

import type { JobOptions } from '../service';

/**
 * Who must never pay twice for the same document:
 * - `delivery`: whoever runs the node with it, until its result has been given out
 * - `content`: everyone of the account who uses this scope
 * - `custom`: whoever sends the user's own key
 */
export type IdempotencyScope =
	| {
			scope: 'delivery';
			owner: readonly string[];
			/** Owns the document where no journal says what is delivered. */
			execution: string;
	  }
	| { scope: 'content' }
	| {
			scope: 'custom';
			key: string;
			/** The key has one job for good, whatever becomes of it. */
			once?: boolean;
	  };

/** What makes two submissions the same document: its bytes and the job options. */
export interface SubmissionIdentity {
	/** SHA-256 of the document, hex. */
	digest: string;
	options: JobOptions;
	/** From 1; the next attempt begins only after the one before was delivered or has failed. */
	attempt: number;
	/** False where the store does not answer: then a document is paid for once per execution. */
	journaled: boolean;
}

/**
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits, or the user's
 * own key as it is. Its later attempts are digits, too: `<key>-2` could be the key of another record.
 */
export function idempotencyKey(scope: IdempotencyScope, identity: SubmissionIdentity): string {
	const { attempt, journaled } = identity;
	if (scope.scope === 'custom') {
		return attempt === 1 ? scope.key : hash([scope.scope, scope.key, attempt]);
	}
	const execution = scope.scope === 'delivery' && !journaled ? [scope.execution] : [];
	return hash([...execution, ...documentParts(scope, identity), attempt]);
}

/** Mark of what counts as one document: with a key of the user's own, everything that has that key. */
export function documentMark(
	account: string,
	scope: IdempotencyScope,
	identity: Pick<SubmissionIdentity, 'digest' | 'options'>,
): string {
	const own = scope.scope === 'custom' ? [scope.scope, scope.key] : documentParts(scope, identity);
	return fingerprint([account, ...own]).slice(0, 32);
}

/**
 * One-way mark of everything that decides what a document is submitted as, and to whom. A stored
 * submission is only taken up again for a document with the same mark.
 */
export function fingerprint(parts: readonly unknown[]): string {
	return hash(['fingerprint', ...parts]);
}

function documentParts(
	scope: Exclude<IdempotencyScope, { scope: 'custom' }>,
	{ digest, options }: Pick<SubmissionIdentity, 'digest' | 'options'>,
): unknown[] {
	const owner = scope.scope === 'delivery' ? scope.owner : [];
	return [scope.scope, ...owner, digest, options.ocr === true, options.embed_fonts === true];
}

function hash(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
