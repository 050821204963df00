import type { INodeExecutionData } from 'n8n-workflow';

import { isGone } from '../../../client/errors';
import type { Operation } from '../../operation';
import { ocrProperty } from '../../parameters/ocr';
import { compareWithOriginal } from '../../parameters/compareWithOriginal';
import { optionsProperty } from '../../parameters/options';
import { outputFieldProperty, taggedFileNameOption, outputOf } from '../../parameters/output';
import { sourceOf, sourceProperties } from '../../parameters/source';
import { keepSourceOf } from '../../parameters/source/keepSource';
import { waitTimeout, waitTimeoutOf } from '../../parameters/waitTimeout';
import { toolDescription, withNextStep } from '../../parameters/toolDescription';
import { reporting } from '../../report/report';
import { completed, taggedItem } from '../../taggedItem';
import { skippedItem } from './skippedItem';
import { recallDocument, submissionOptions, submitDocument } from './submitDocument';

const show = { resource: ['document'], operation: ['tag'] };

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
			compareWithOriginal,
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
		const attempt = async (): Promise<INodeExecutionData> => {
			const outcome = await submitDocument(item, runtime.now() + timeoutMs);
			const { fileName, skipped, submitted } = outcome;
			if (skipped) return skippedItem(item, fileName, skipped, withSource, output.binaryField);
			const deadline = runtime.now() + timeoutMs;
			return await completed(item, submitted.job, deadline)
				.then(async (done) => await taggedItem(item, done, fileName, output, deadline))
				.then(withReport)
				.then((tagged) => withSource(withNextStep(item, tagged)))
				.catch(async (error: unknown) => {
					// The result of an earlier run may be gone: then the document is submitted again, once.
					if (!isGone(error) || !(await submitter.abandon(submitted, 'gone'))) throw error;
					return await attempt();
				});
		};
		return [await attempt()];
	},
};
