import type { INodeProperties } from 'n8n-workflow';

import type { Obtained } from '../../../client/submission';
import type { Item } from '../../item';
import { idempotencyOptions, idempotencyScopeOf } from '../../parameters/idempotencyScope';
import { embedFonts, jobOptionsOf } from '../../parameters/jobOptions';
import { maxFileSize } from '../../parameters/maxFileSize';
import { maxInFlight } from '../../parameters/maxInFlight';
import { minimumCredits } from '../../parameters/minimumCredits';
import { sourceOf, submittedFileName } from '../../parameters/source';
import { keepSource } from '../../parameters/source/keepSource';

/** Options of operations that submit a document. */
export const submissionOptions: INodeProperties[] = [
	embedFonts,
	...idempotencyOptions,
	keepSource,
	submittedFileName,
	maxInFlight,
	maxFileSize,
	minimumCredits,
];

/**
 * Gets the job of an item's document: a new one, or the one it already has.
 *
 * @param patientUntil milliseconds since the epoch until which a job it has already is asked for
 * @returns the submission, and the item's own name for the document: items that share a job may differ
 */
export async function submitDocument(
	item: Item,
	patientUntil?: number,
): Promise<{ submitted: Obtained; fileName: string }> {
	const { runtime, slot, submitter } = item;
	const { fileName, mark, open } = sourceOf(item);
	const submitted = await submitter.jobFor({
		slot,
		marks: [mark],
		fileName,
		options: jobOptionsOf(item),
		scope: idempotencyScopeOf(item),
		patientUntil,
		open,
	});
	item.obtained(submitted);
	const { job } = submitted;
	runtime.log('debug', `job ${job.id} (${job.status})`);
	return { submitted, fileName };
}
