import { jobFailed, TagPdfError } from '../../../client/errors';
import { notCompletedText } from '../../../client/texts';
import { downloadOptions, optionsProperty, outputFieldProperty } from '../../options';
import type { Operation } from '../../operation';
import { outputOf, taggedItem } from './completion';
import { jobIdOf, jobIdProperty } from './jobId';

const show = { resource: ['job'], operation: ['download'] };

/** The tagged PDF of a job that is completed. */
export const download: Operation = {
	description: [
		jobIdProperty(show),
		outputFieldProperty(show),
		optionsProperty(show, downloadOptions),
	],
	execute: async (run, itemIndex) => {
		const { service, signal } = run;
		const output = outputOf(run, itemIndex);
		const job = await service.getJob(jobIdOf(run, itemIndex), { signal });
		if (job.status === 'failed') throw jobFailed(job.id);
		if (job.status !== 'completed') throw new TagPdfError(notCompletedText(), { jobId: job.id });
		return await taggedItem(run, job, job.filename, output);
	},
};
