import type { Operation } from '../../operation';
import { jobIdProperty } from '../../parameters/jobId';
import { maxFileSize } from '../../parameters/maxFileSize';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { outputFieldProperty, taggedFileNameOption, outputOf } from '../../parameters/output';
import { keepSource, keepSourceOf } from '../../parameters/source/keepSource';
import { toolDescription } from '../../parameters/toolDescription';
import { taggedItem } from '../../taggedItem';
import { completedJob } from './completedJob';

const show = { resource: ['job'], operation: ['download'] };

/** The tagged PDF of a job that is completed. */
export const download: Operation = {
	description: [
		toolDescription(
			show,
			'Put the tagged PDF of a completed job into n8n. Free. Returns the job as JSON, without the file.',
		),
		jobIdProperty(show),
		outputFieldProperty(show),
		optionsProperty(show, [keepSource, maxFileSize, maxInFlight, taggedFileNameOption]),
	],
	execute: async (item) => {
		const output = outputOf(item);
		const withSource = keepSourceOf(item);
		const job = await completedJob(item);
		return [withSource(await taggedItem(item, job, job.filename, output))];
	},
};
