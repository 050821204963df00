import { TagPdfError } from '../../../client/errors';
import type { Job } from '../../../client/service';
import { createJobFailedError } from '../../../client/waiting';
import type { Item } from '../../item';
import { readJobId } from '../../parameters/jobId';

/**
 * Gets the item's job, which must be completed.
 *
 * @throws TagPdfError `JOB_FAILED` or `NOT_COMPLETED`
 */
export async function getCompletedJob(item: Item): Promise<Job> {
	const job = await item.service.getJob(readJobId(item), { signal: item.signal });
	item.recordJob(job);
	if (job.status === 'failed') throw createJobFailedError(job);
	if (job.status === 'completed') return job;
	throw new TagPdfError('NOT_COMPLETED', { jobId: job.id, jobExists: true });
}
