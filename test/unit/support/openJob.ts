import type { Job } from '../../../client/service';
import type { Unit } from '../../../nodes/TagPdf/operation';
import { jobOperations } from '../../../nodes/TagPdf/job/operations';
import { FakeExecution, type FakeSetup } from './fakeExecution';
import { jobOf } from './fakeService';
import { itemOf } from './itemOf';
import { answered, result, ScriptedRuntime, streamed } from './scriptedRuntime';

export type Operation = keyof typeof jobOperations;
export const id = 'job_7';
export const as = (status: Job['status'], more: Partial<Job> = {}) =>
	answered(200, jobOf(id, { status, ...more }));
export const DOWN = answered(503);
export const PDF = '%PDF-1.7 tagged\n%%EOF';

/** An item of a job operation, at a service that completes the job. */
export function openJob(
	parameters: Record<string, unknown> = {},
	setup: FakeSetup = {},
	signal?: AbortSignal,
) {
	const runtime = new ScriptedRuntime()
		.answer('getJob', as('completed'))
		.answer('getResult', result())
		.serve(streamed(PDF));
	runtime.signal = signal;
	const fake = new FakeExecution({
		...setup,
		parameters: [{ jobId: id, binaryPropertyOutput: 'data', ...parameters }],
	});
	const state: Unit['state'] = {};
	const item = itemOf(fake, { state }, runtime);
	return {
		fake,
		runtime,
		state,
		run: async (name: Operation) => await jobOperations[name].execute(item),
	};
}
