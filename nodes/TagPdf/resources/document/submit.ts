import { optionsProperty, submissionOptions } from '../../options';
import type { Operation } from '../../operation';
import { sourceProperties } from './properties';
import { submit as submitDocument } from './submission';

const show = { resource: ['document'], operation: ['submit'] };

/** Upload and submit; the job goes on by itself. */
export const submit: Operation = {
	description: [...sourceProperties(show), optionsProperty(show, submissionOptions)],
	execute: async (run, itemIndex) => {
		const { job } = await submitDocument(run, itemIndex);
		return { json: { ...job } };
	},
};
