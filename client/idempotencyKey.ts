import { createHash } from 'crypto';

import type { JobOptions } from './service';

/** One-way hash of several values, hex. */
export function fingerprint(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What the jobs of a document have in common. */
export interface JobsOfDocument {
	/** SHA-256 of the file, hex. */
	digest: string;
	options: JobOptions;
	/** With New Job per Execution: instance, workflow and the execution in which the node first ran. */
	owner?: readonly string[];
}

/**
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits. It depends on the file, its job
 * options, the owner and the number of the job, but not on the time: n8n may repeat an execution after it has lost its
 * memory, and the repeated execution must find the same job.
 *
 * Idempotency keys are assumed to be separate for each account, as the service's data is (interface 5.1.4).
 *
 * @param jobNumber which job of the document it is, from 1
 */
export function computeIdempotencyKey(
	{ digest, options, owner = [] }: JobsOfDocument,
	jobNumber: number,
): string {
	const { ocr, embed_fonts } = options;
	// The first part is the version of this list. It must change if another part gets a new meaning, but never otherwise:
	// it changes all keys, so every document would be paid for again.
	return fingerprint([
		'tag-pdf-1',
		digest,
		ocr === true,
		embed_fonts === true,
		jobNumber,
		...owner,
	]);
}
