import { TagPdfError } from '../../../client/errors';
import { jobFailed } from '../../../client/waiting';
import type { Operation } from '../../operation';
import { jobIdOf, jobIdProperty } from '../../parameters/jobId';
import { maxParallel } from '../../parameters/maxParallel';
import { optionsProperty } from '../../parameters/options';
import { outputFieldProperty, outputFileName, outputOf } from '../../parameters/output';
import { taggedItem } from '../../taggedItem';

const show = { resource: ['job'], operation: ['download'] };

/** The tagged PDF of a job that is completed. */
export const download: Operation = {
	description: [
		jobIdProperty(show),
		outputFieldProperty(show),
		optionsProperty(show, [maxParallel, outputFileName]),
	],
	execute: async (item) => {
		const output = outputOf(item);
		const job = await item.service.getJob(jobIdOf(item), { signal: item.signal });
		if (job.status === 'failed') throw jobFailed(job);
		if (job.status !== 'completed') {
			throw new TagPdfError('NOT_COMPLETED', { jobId: job.id, jobExists: true });
		}
		return [await taggedItem(item, job, job.filename, output)];
	},
};
