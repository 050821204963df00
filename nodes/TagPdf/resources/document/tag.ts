import type { Operation } from '../../operation';
import { optionsProperty } from '../../parameters/options';
import { outputFieldProperty, outputFileName, outputOf } from '../../parameters/output';
import { sourceProperties } from '../../parameters/source';
import { waitTimeout, waitTimeoutOf } from '../../parameters/waitTimeout';
import { completed, taggedItem } from '../../taggedItem';
import { AFTER_TAG, isTool } from '../../tool';
import { submissionOptions, submitDocument } from './submitDocument';

const show = { resource: ['document'], operation: ['tag'] };

/** Upload, submit, wait, download. */
export const tag: Operation = {
	description: [
		...sourceProperties(show),
		outputFieldProperty(show),
		optionsProperty(show, [...submissionOptions, outputFileName, waitTimeout]),
	],
	execute: async (item) => {
		// Read before anything is paid for: an expression may fail.
		const timeoutMs = waitTimeoutOf(item);
		const output = outputOf(item);
		const { job, fileName } = await submitDocument(item);
		const tagged = await taggedItem(item, await completed(item, job, timeoutMs), fileName, output);
		return [isTool(item) ? { ...tagged, json: { ...tagged.json, ...AFTER_TAG } } : tagged];
	},
};
