import type { Operation } from '../../operation';
import { optionsProperty } from '../../parameters/options';
import { sourceProperties } from '../../parameters/source';
import { submissionOptions, submitDocument } from './submitDocument';

const show = { resource: ['document'], operation: ['submit'] };

/** Upload and submit; the job goes on by itself. */
export const submit: Operation = {
	description: [...sourceProperties(show), optionsProperty(show, submissionOptions)],
	execute: async (item) => {
		const { job } = await submitDocument(item);
		return [{ json: { ...job } }];
	},
};
