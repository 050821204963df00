import {
	downloadOptions,
	optionsProperty,
	outputFieldProperty,
	submissionOptions,
	waitOptions,
} from '../../options';
import type { Operation } from '../../operation';
import { taggedItem, waitUntilCompleted } from '../job/completion';
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
		const submitted = await submit(run, itemIndex);
		const job = await waitUntilCompleted(run, itemIndex, submitted);
		return await taggedItem(run, itemIndex, job);
	},
};
