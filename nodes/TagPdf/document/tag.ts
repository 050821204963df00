import type { Job } from '../../../client/service';
import { tagAndPayOnce } from '../../../client/tag';
import { createSave } from '../../shared/binary';
import { readOption } from '../../shared/parameters';
import type { Operation } from '../operation';
import { tagOptions, waitTimeout } from '../options';
import {
	addNextStep,
	createTaggedItem,
	nameTaggedPdf,
	outputFieldProperty,
	readKeepInputData,
	readOutput,
} from '../output';
import { sourceProperties } from '../source';
import { createSkippedItem, describePayment, ocr, readWantedJob } from './wantedJob';

/** Uploads, submits, waits and downloads. */
export const tag: Operation = {
	name: 'Tag',
	action: 'Tag document',
	description: 'Turn a PDF into a tagged, accessible one and get it; costs 1 credit per page',
	toolDescription:
		'Tag the PDF at a URL and wait until it is done. Costs 1 credit per page. Returns the job as JSON, without the file: get a link to it with the id of the job.',
	parameters: [...sourceProperties, ocr, outputFieldProperty],
	options: tagOptions,
	execute: async (task) => {
		const { connection, context, index, source } = task;
		// All parameters are read before anything is paid for: an expression may fail.
		const timeoutMs = readOption(context, index, waitTimeout) * 1000;
		const output = readOutput(task);
		const addInputData = readKeepInputData(task);
		const nameOf = (job: Job) => nameTaggedPdf(source, job, output.fileName);
		const wanted = readWantedJob(task);
		const save = (job: Job) => createSave(context, nameOf(job));
		const outcome = await tagAndPayOnce(connection, wanted, timeoutMs, save);
		if ('skipped' in outcome)
			return createSkippedItem(task, outcome.skipped, addInputData, output.binaryField);
		const { job, saved } = outcome;
		const tagged = createTaggedItem(job, nameOf(job), output.binaryField, saved);
		return addInputData(addNextStep(context, describePayment(task, outcome, tagged)));
	},
};
