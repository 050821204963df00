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

/** A document whose content is known. */
export interface KnownDocument {
	/** SHA-256, hex. */
	digest: string;
	options: JobOptions;
	scope: IdempotencyScope;
}

/**
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits, or the user's own key.
 * Later attempts of an own key use digits, too: `<key>-2` could be the own key of another document.
 *
 * @param attempt from 1; the next attempt begins only after the one before was delivered or has failed
 * @param journaled false if the store does not answer: then a document is paid for once per execution
 */
export function computeIdempotencyKey(
	known: KnownDocument,
	attempt: number,
	journaled: boolean,
): string {
	const { scope } = known;
	if (scope.scope === 'custom' && attempt === 1) return scope.key;
	const execution = scope.scope === 'delivery' && !journaled ? [scope.execution] : [];
	return hash([...execution, ...listParts(known), attempt]);
}

/** Mark of a document. With the user's own key, all content with that key counts as one document. */
export function computeDocumentId(account: string, known: KnownDocument): string {
	return fingerprint([account, ...listParts(known)]).slice(0, 32);
}

/**
 * One-way hash of everything that decides how and to whom a document is submitted. A stored submission is
 * only resumed for a document with the same hash.
 */
export function fingerprint(parts: readonly unknown[]): string {
	return hash(['fingerprint', ...parts]);
}

function listParts({ digest, options, scope }: KnownDocument): unknown[] {
	if (scope.scope === 'custom') return [scope.scope, scope.key];
	const owner = scope.scope === 'delivery' ? scope.owner : [];
	return [scope.scope, ...owner, digest, options.ocr === true, options.embed_fonts === true];
}

function hash(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
