import { submitAndPayOnce } from '../../../client/submit';
import { askForCurrentState } from '../../../client/look';
import type { Operation } from '../operation';
import { submitOptions } from '../options';
import { readKeepInputData } from '../output';
import { sourceProperties } from '../source';
import { createSkippedItem, describePayment, ocr, readWantedJob } from './wantedJob';

/** Uploads and submits the document. The job continues by itself. */
export const submit: Operation = {
	name: 'Submit',
	action: 'Submit document without waiting',
	description:
		'Get the job at once, and the tagged PDF later by the trigger; costs 1 credit per page',
	toolDescription:
		'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
	parameters: [...sourceProperties, ocr],
	options: submitOptions,
	execute: async (task) => {
		const addInputData = readKeepInputData(task);
		const outcome = await submitAndPayOnce(task.connection, readWantedJob(task));
		if ('skipped' in outcome) return createSkippedItem(task, outcome.skipped, addInputData);
		const job = await askForCurrentState(task.connection, outcome);
		return addInputData(describePayment(task, outcome, { json: { ...job } }));
	},
};
