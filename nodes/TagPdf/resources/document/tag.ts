import type { INodeExecutionData } from 'n8n-workflow';

import { isGone } from '../../../client/errors';
import type { Operation } from '../../operation';
import { compareWithOriginal } from '../../parameters/compareWithOriginal';
import { ocrProperty } from '../../parameters/jobOptions';
import { readWaitTimeout, waitTimeout } from '../../parameters/limits';
import { outputFieldProperty, readOutput, taggedFileNameOption } from '../../parameters/output';
import { getSource, sourceProperties } from '../../parameters/source';
import { readKeepSource } from '../../parameters/source/keepSource';
import { addNextStep } from '../../parameters/toolDescription';
import { prepareReport } from '../../report/report';
import { waitForCompletion, createTaggedItem } from '../../taggedItem';
import { createSkippedItem, recallDocument, submissionOptions, submitDocument } from './submit';

/** Uploads, submits, waits and downloads. */
export const tag: Operation = {
	toolDescription:
		'Tag the PDF at a URL and wait until it is done. Costs 1 credit per page. Returns the job as JSON, without the file: get a link to it with the id of the job.',
	parameters: [...sourceProperties, ocrProperty, outputFieldProperty],
	options: [...submissionOptions, compareWithOriginal, taggedFileNameOption, waitTimeout],
	recall: recallDocument,
	execute: async (item) => {
		// Read before anything is paid for: an expression may fail.
		const timeoutMs = readWaitTimeout(item);
		const output = readOutput(item);
		const addInputData = readKeepSource(item);
		const addReport = await prepareReport(item, output.binaryField, getSource(item));
		const { runtime, submitter } = item;
		const tagDocument = async (): Promise<INodeExecutionData> => {
			const outcome = await submitDocument(item, runtime.now() + timeoutMs);
			const { fileName, skipped, submitted } = outcome;
			if (skipped)
				return createSkippedItem(item, fileName, skipped, addInputData, output.binaryField);
			const deadline = runtime.now() + timeoutMs;
			return await waitForCompletion(item, submitted.job, deadline)
				.then(async (done) => await createTaggedItem(item, done, fileName, output, deadline))
				.then(addReport)
				.then((tagged) => addInputData(addNextStep(item, tagged)))
				.catch(async (error: unknown) => {
					// If the result of an earlier run is gone, the document is submitted again, once.
					if (!isGone(error) || !(await submitter.abandon(submitted, 'gone'))) throw error;
					return await tagDocument();
				});
		};
		return [await tagDocument()];
	},
};
