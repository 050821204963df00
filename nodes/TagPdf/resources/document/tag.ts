import type { INodeExecutionData } from 'n8n-workflow';

import { isGone } from '../../../client/errors';
import type { Operation } from '../../operation';
import { ocrProperty } from '../../parameters/ocr';
import { optionsProperty } from '../../parameters/options';
import { outputFieldProperty, taggedFileNameOption, outputOf } from '../../parameters/output';
import { sourceOf, sourceProperties } from '../../parameters/source';
import { keepSourceOf } from '../../parameters/source/keepSource';
import { waitTimeout, waitTimeoutOf } from '../../parameters/waitTimeout';
import { isTool, toolDescription } from '../../parameters/toolDescription';
import { reportOptions } from '../../report/options';
import { reporting } from '../../report/report';
import { completed, taggedItem } from '../../taggedItem';
import { skippedItem } from './skippedItem';
import { recallDocument, submissionOptions, submitDocument } from './submitDocument';

const show = { resource: ['document'], operation: ['tag'] };

/** Files never reach an agent: it is told in the JSON how to get at this one, free of charge. */
const AFTER_TAG = {
	next: 'The tagged PDF is ready. It is not part of this answer: get a link to it with Job: Get Download Link and the id of this job, free of charge.',
};

/** Upload, submit, wait, download. */
export const tag: Operation = {
	description: [
		toolDescription(
			show,
			'Tag the PDF at a URL and wait until it is done. Costs 1 credit per page. Returns the job as JSON, without the file: get a link to it with the id of the job.',
		),
		...sourceProperties(show),
		ocrProperty(show),
		outputFieldProperty(show),
		optionsProperty(show, [
			...submissionOptions,
			...reportOptions,
			taggedFileNameOption,
			waitTimeout,
		]),
	],
	recall: recallDocument,
	execute: async (item) => {
		// Read before anything is paid for: an expression may fail.
		const timeoutMs = waitTimeoutOf(item);
		const output = outputOf(item);
		const withSource = keepSourceOf(item);
		const withReport = await reporting(item, output.binaryField, sourceOf(item));
		const { runtime, submitter } = item;
		const told = (tagged: INodeExecutionData) =>
			withSource(isTool(item) ? { ...tagged, json: { ...tagged.json, ...AFTER_TAG } } : tagged);
		const attempt = async (): Promise<INodeExecutionData> => {
			const outcome = await submitDocument(item, runtime.now() + timeoutMs);
			const { fileName, skipped, submitted } = outcome;
			if (skipped) return skippedItem(item, fileName, skipped, withSource, output.binaryField);
			const deadline = runtime.now() + timeoutMs;
			return await completed(item, submitted.job, deadline)
				.then(async (done) => await taggedItem(item, done, fileName, output, deadline))
				.then(withReport)
				.then(told)
				.catch(async (error: unknown) => {
					// The result of an earlier run may be gone: then the document is submitted again, once.
					if (!isGone(error) || !(await submitter.abandon(submitted, 'gone'))) throw error;
					return await attempt();
				});
		};
		return [await attempt()];
	},
};
