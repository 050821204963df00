import type { Operation } from '../../operation';
import { createOcrProperty } from '../../parameters/ocr';
import { createOptionsProperty } from '../../parameters/options';
import { createSourceProperties } from '../../parameters/source';
import { readKeepSource } from '../../parameters/source/keepSource';
import { createToolDescription } from '../../parameters/toolDescription';
import { createSkippedItem } from './skippedItem';
import { recallDocument, submissionOptions, submitDocument } from './submitDocument';

const show = { resource: ['document'], operation: ['submit'] };

/** Uploads and submits the document. The job continues by itself. */
export const submit: Operation = {
	description: [
		createToolDescription(
			show,
			'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
		),
		...createSourceProperties(show),
		createOcrProperty(show),
		createOptionsProperty(show, submissionOptions),
	],
	recall: recallDocument,
	execute: async (item) => {
		const addInputData = readKeepSource(item);
		const { fileName, skipped, submitted } = await submitDocument(item);
		if (skipped) return [createSkippedItem(item, fileName, skipped, addInputData)];
		return [addInputData({ json: { ...submitted.job } })];
	},
};
