import type { Operation } from '../../operation';
import { compareWithOriginal } from '../../parameters/compareWithOriginal';
import { jobIdProperty } from '../../parameters/jobId';
import { maxFileSize, maxInFlight } from '../../parameters/limits';
import { outputFieldProperty, readOutput, taggedFileNameOption } from '../../parameters/output';
import { keepSource, readKeepSource } from '../../parameters/source/keepSource';
import { prepareReport } from '../../report/report';
import { createTaggedItem, getCompletedJob } from '../../taggedItem';

/** The tagged PDF of a job that is completed. */
export const download: Operation = {
	toolDescription:
		'Put the tagged PDF of a completed job into n8n. Free. Returns the job as JSON, without the file.',
	parameters: [jobIdProperty, outputFieldProperty],
	options: [keepSource, maxFileSize, maxInFlight, compareWithOriginal, taggedFileNameOption],
	execute: async (item) => {
		const output = readOutput(item);
		const addInputData = readKeepSource(item);
		// The original document of the job is not available.
		const addReport = await prepareReport(item, output.binaryField);
		const job = await getCompletedJob(item);
		return [addInputData(await addReport(await createTaggedItem(item, job, job.filename, output)))];
	},
};
