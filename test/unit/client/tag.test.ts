import { failureOf } from '../support/failureOf';
import { pdfOf } from '../support/pdf';
import { type answered, type ScriptedRuntime, streamed } from '../support/scriptedRuntime';
import {
	MINUTE,
	DAY,
	jobMade,
	missing,
	deleted,
	result,
	noSuchKey,
	openExecution as open,
} from '../support/openExecution';

describe('with one job, the first job is the job of the document', () => {
	test.each<[string, string, (runtime: ScriptedRuntime) => unknown]>([
		[
			'the service does not find it',
			'JOB_NOT_FOUND',
			(runtime) =>
				runtime.answer('submitJob', jobMade(2 * DAY, 'processing')).answer('getJob', missing),
		],
		[
			'the service has deleted its result',
			'RESULT_GONE',
			(runtime) =>
				runtime.answer('submitJob', jobMade(2 * DAY, 'completed')).answer('getResult', deleted),
		],
		[
			'storage does not have its result',
			'RESULT_GONE',
			(runtime) =>
				runtime
					.answer('submitJob', jobMade(2 * DAY, 'completed'))
					.answer('getResult', result)
					.serve(noSuchKey),
		],
	])('although %s: the error says so, and nothing is paid', async (_what, code, script) => {
		const { keys, runtime, tag } = open();
		script(runtime);
		const failure = await failureOf(tag());
		expect(failure).toMatchObject({ code, facts: { jobNumber: 1, maxJobs: 1, isGone: true } });
		expect(keys()).toHaveLength(1);
	});
});

describe('with more jobs, the first look decides', () => {
	test('a job that this run has waited for is its last one', async () => {
		const { keys, runtime, tag } = open();
		const failed = jobMade(2 * MINUTE, 'failed', 'slow');
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'processing', 'slow'));
		runtime.answer('getJob', jobMade(2 * MINUTE, 'processing', 'slow'), failed);
		for (let tries = 0; tries < 3; tries += 1) {
			expect(await failureOf(tag('a', { maxJobs: 5 }))).toMatchObject({
				code: 'JOB_FAILED',
				facts: { jobId: 'slow', jobNumber: 1, maxJobs: 5 },
			});
		}
		expect(keys()).toHaveLength(1);
	});

	describe('a missing result', () => {
		test('that only storage misses is followed after Tag', async () => {
			const { keys, runtime, tag } = open();
			runtime.answer(
				'submitJob',
				jobMade(2 * DAY, 'completed', 'old'),
				jobMade(0, 'completed', 'new'),
			);
			runtime.answer('getResult', result);
			runtime.serve(...Array.from({ length: 9 }, () => noSuchKey), () => streamed(pdfOf(60)));
			expect(await tag('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
			expect(new Set(keys()).size).toBe(2);
		});

		test.each<[string, ReturnType<typeof answered>]>([
			['is younger than a day', jobMade(DAY - MINUTE, 'completed', 'j')],
			['has just been made', jobMade(0, 'completed', 'j')],
		])('of a job that %s is not followed', async (_what, answer) => {
			const { keys, runtime, tag } = open();
			runtime.answer('submitJob', answer).answer('getResult', missing);
			expect(await failureOf(tag('a', { maxJobs: 2 }))).toMatchObject({ code: 'NOT_FOUND_YET' });
			expect(keys()).toHaveLength(1);
		});

		test('of a job that this run has waited for is not followed', async () => {
			const { keys, runtime, tag } = open();
			runtime.answer('submitJob', jobMade(2 * DAY, 'processing', 'j'));
			runtime.answer(
				'getJob',
				jobMade(2 * DAY, 'processing', 'j'),
				jobMade(2 * DAY, 'completed', 'j'),
			);
			runtime.answer('getResult', deleted);
			expect(await failureOf(tag('a', { maxJobs: 2 }))).toMatchObject({
				code: 'RESULT_GONE',
				facts: { jobNumber: 1, maxJobs: 2 },
			});
			expect(keys()).toHaveLength(1);
		});
	});
});
