import { createHash } from 'crypto';

import type { JobOptions } from '../service';

/**
 * Who must never pay twice for the same document:
 * - `execution`: one n8n execution, whatever is retried in it
 * - `content`: everyone of the account who uses this scope
 * - `custom`: whoever sends the user's own key
 */
export type IdempotencyScope =
	| { scope: 'execution'; owner: readonly string[] }
	| { scope: 'content' }
	| { scope: 'custom'; key: string };

/** What makes two submissions the same document: its bytes and the job options. */
export interface SubmissionIdentity {
	/** SHA-256 of the document, hex. */
	digest: string;
	options: JobOptions;
	/** From 1; the next one only after a job has failed. */
	attempt: number;
}

/**
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits, or the user's
 * own key as it is. Its later attempts are digits, too: `<key>-2` could be another record's own.
 *
 * The owner of the scope `execution` names the execution the document was first seen in, so a
 * manual retry has the same key.
 */
export function idempotencyKey(scope: IdempotencyScope, identity: SubmissionIdentity): string {
	const { digest, options, attempt } = identity;
	if (scope.scope === 'custom') {
		return attempt === 1 ? scope.key : hash([scope.scope, scope.key, attempt]);
	}

	const document = [digest, options.ocr === true, options.embed_fonts === true, attempt];
	const owner = scope.scope === 'execution' ? scope.owner : [];
	return hash([scope.scope, ...owner, ...document]);
}

/**
 * One-way mark of everything that decides what a document is submitted as, and to whom. A stored
 * submission is only taken up again for a document with the same mark.
 */
export function fingerprint(parts: readonly unknown[]): string {
	return hash(['fingerprint', ...parts]);
}

function hash(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
