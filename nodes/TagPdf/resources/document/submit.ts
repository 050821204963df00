import type { Operation } from '../../operation';
import { ocrProperty } from '../../parameters/jobOptions';
import { sourceProperties } from '../../parameters/source';
import { readKeepSource } from '../../parameters/source/keepSource';
import {
	createSkippedItem,
	recallDocument,
	submissionOptions,
	submitDocument,
} from './submitDocument';

/** Uploads and submits the document. The job continues by itself. */
export const submit: Operation = {
	toolDescription:
		'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
	parameters: [...sourceProperties, ocrProperty],
	options: submissionOptions,
	recall: recallDocument,
	execute: async (item) => {
		const addInputData = readKeepSource(item);
		const { fileName, skipped, submitted } = await submitDocument(item);
		if (skipped) return [createSkippedItem(item, fileName, skipped, addInputData)];
		return [addInputData({ json: { ...submitted.job } })];
	},
};
