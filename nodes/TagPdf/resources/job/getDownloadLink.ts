import type { Operation } from '../../operation';
import { jobIdProperty } from '../../parameters/jobId';
import { maxParallel } from '../../parameters/maxParallel';
import { optionsProperty } from '../../parameters/options';
import { completedJob } from './completedJob';

const show = { resource: ['job'], operation: ['getDownloadLink'] };

/** The service's Result (interface 2.4), and when it expires: for whoever fetches by address. */
export const getDownloadLink: Operation = {
	description: [jobIdProperty(show), optionsProperty(show, [maxParallel])],
	execute: async (item) => {
		const { runtime, service, signal } = item;
		const { id } = await completedJob(item);
		const asked = runtime.now();
		const result = await service.getResult(id, { signal });
		// Counted from before the question, so that the link is never thought to live longer than it does.
		const expires = Number.isFinite(result.expires_in)
			? new Date(asked + result.expires_in * 1000).toISOString()
			: null;
		return [{ json: { ...result, expires_at: expires } }];
	},
};
