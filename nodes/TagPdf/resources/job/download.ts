import type { Operation } from '../../operation';
import { compareWithOriginal } from '../../parameters/compareWithOriginal';
import { jobIdProperty } from '../../parameters/jobId';
import { maxFileSize } from '../../parameters/maxFileSize';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { outputFieldProperty, taggedFileNameOption, outputOf } from '../../parameters/output';
import { keepSource, keepSourceOf } from '../../parameters/source/keepSource';
import { toolDescription } from '../../parameters/toolDescription';
import { reporting } from '../../report/report';
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
		optionsProperty(show, [
			keepSource,
			maxFileSize,
			maxInFlight,
			compareWithOriginal,
			taggedFileNameOption,
		]),
	],
	execute: async (item) => {
		const output = outputOf(item);
		const withSource = keepSourceOf(item);
		// The document that the job was made of is not at hand.
		const withReport = await reporting(item, output.binaryField);
		const job = await completedJob(item);
		return [withSource(await withReport(await taggedItem(item, job, job.filename, output)))];
	},
};
