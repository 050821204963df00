import type { Operation } from '../../operation';
import { ocrProperty } from '../../parameters/ocr';
import { optionsProperty } from '../../parameters/options';
import { sourceProperties } from '../../parameters/source';
import { keepSourceOf } from '../../parameters/source/keepSource';
import { toolDescription } from '../../parameters/toolDescription';
import { skippedItem } from './skippedItem';
import { recallDocument, submissionOptions, submitDocument } from './submitDocument';

const show = { resource: ['document'], operation: ['submit'] };

/** Upload and submit; the job goes on by itself. */
export const submit: Operation = {
	description: [
		toolDescription(
			show,
			'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
		),
		...sourceProperties(show),
		ocrProperty(show),
		optionsProperty(show, submissionOptions),
	],
	recall: recallDocument,
	execute: async (item) => {
		const withSource = keepSourceOf(item);
		const { fileName, skipped, submitted } = await submitDocument(item);
		if (skipped) return [skippedItem(item, fileName, skipped, withSource)];
		return [withSource({ json: { ...submitted.job } })];
	},
};
