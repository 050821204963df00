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
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits. It depends on the document and on
 * the number of the job, and on no time: n8n may repeat an execution without its memory, and must find the same job.
 *
 * The service's keys are assumed to be separate for each account, as its data is (5.1.4).
 *
 * @param jobNumber which job of the document it is, from 1
 */
export function computeIdempotencyKey(
	{ digest, options, owner = [] }: JobsOfDocument,
	jobNumber: number,
): string {
	const { ocr, embed_fonts } = options;
	// The first part changes with the meaning of the others: other keys are other jobs.
	return fingerprint([
		'tag-pdf-1',
		digest,
		ocr === true,
		embed_fonts === true,
		jobNumber,
		...owner,
	]);
}
