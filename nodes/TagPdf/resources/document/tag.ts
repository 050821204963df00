import {
	downloadOptions,
	optionsProperty,
	outputFieldProperty,
	submissionOptions,
	waitOptions,
} from '../../options';
import type { Operation } from '../../operation';
import { completed, outputOf, taggedItem, waitTimeoutOf } from '../job/completion';
import { sourceProperties } from './properties';
import { submit } from './submission';

const show = { resource: ['document'], operation: ['tag'] };

/** Upload, submit, wait, download. */
export const tag: Operation = {
	description: [
		...sourceProperties(show),
		outputFieldProperty(show),
		optionsProperty(show, submissionOptions, waitOptions, downloadOptions),
	],
	execute: async (run, itemIndex) => {
		// Read before anything is paid for: an expression may fail.
		const timeoutMs = waitTimeoutOf(run, itemIndex);
		const output = outputOf(run, itemIndex);
		const { job, fileName } = await submit(run, itemIndex);
		return await taggedItem(run, await completed(run, job, timeoutMs), fileName, output);
	},
};
