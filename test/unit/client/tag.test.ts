import { failureOf } from '../support/failureOf';
import { pdfOf } from '../support/pdf';
import { answered, type ScriptedRuntime, streamed } from '../support/scriptedRuntime';
import {
	MINUTE,
	DAY,
	jobMade,
	missing,
	NEW,
	noCredits,
	deleted,
	result,
	noSuchKey,
	openExecution as open,
} from '../support/openExecution';

const completed = (id: string) => jobMade(0, 'completed', id);

/** The answer to a document for which there is no room: it waits while others are awaited or being submitted. */
async function askLimit({ ledger: { limit }, stop: { signal } }: ReturnType<typeof open>) {
	const request = { needed: 1, maximum: 0, getSpent: () => 0, count: () => undefined };
	const answer = failureOf(limit.admit(limit.takeTurn(), request, signal));
	const silence = new Promise((resolve) => setImmediate(() => resolve('waiting')));
	return await Promise.race([answer.then(({ code }) => code), silence]);
}

describe('a document', () => {
	test('that is tagged comes with its job as the wait has seen it, and costs what the service has charged', async () => {
		const { ledger, runtime, tag } = open();
		runtime.answer('submitJob', NEW).answer('getJob', completed('new'));
		runtime.answer('getResult', result).serve(streamed(pdfOf(60)));
		expect(await tag('a', { pages: 5 })).toMatchObject({
			job: { id: 'new', status: 'completed' },
			jobNumber: 1,
			saved: 'saved',
		});
		expect(ledger.findSubmission('0:a')?.stage).toMatchObject({ status: 'completed', credits: 1 });
		expect(ledger.getSpent('account')).toBe(1);
	});

	test.each<[string, ReturnType<typeof answered>]>([
		['is tagged', completed('new')],
		['is refused', noCredits],
	])('is no longer being submitted when it %s', async (_how, answer) => {
		const opened = open({ maximum: 1 });
		opened.runtime.answer('submitJob', answer);
		opened.runtime.answer('getResult', result).serve(streamed(pdfOf(60)));
		await Promise.allSettled([opened.tag('a', { pages: 1 })]);
		expect(await askLimit(opened)).toBe('OVER_CREDIT_LIMIT');
	});

	test('is not submitted if it is skipped, and holds up nobody', async () => {
		const opened = open({ maximum: 1 });
		const prepare = async () => await Promise.resolve({ skipped: 'is tagged' });
		expect(await opened.tag('a', { prepare })).toEqual({ skipped: 'is tagged' });
		expect(opened.runtime.requests).toEqual([]);
		expect(await askLimit(opened)).toBe('OVER_CREDIT_LIMIT');
	});
});

describe('while the user waits for a paid job, an outage of ten minutes ends nothing', () => {
	test('if a Retry asks for the job', async () => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit();
		const retry = open({ stored });
		retry.runtime.answer('getJob', answered(503)).answer('getResult', result);
		retry.runtime.serve(streamed(pdfOf(60)));
		retry.runtime.after(10 * MINUTE, () => retry.runtime.answer('getJob', completed('new')));
		expect(await retry.tag()).toMatchObject({ job: { id: 'new' }, saved: 'saved' });
		expect(retry.keys()).toEqual([]);
	});

	test('if the result is asked for', async () => {
		const { runtime, tag } = open();
		runtime.answer('submitJob', completed('new')).answer('getResult', answered(503));
		runtime.serve(streamed(pdfOf(60)));
		runtime.after(10 * MINUTE, () => runtime.answer('getResult', result));
		expect(await tag()).toMatchObject({ job: { id: 'new' }, saved: 'saved' });
	});
});

describe('how often a missing result of an old job is asked for', () => {
	const processing = jobMade(2 * DAY, 'processing', 'old');
	const ended = jobMade(2 * DAY, 'completed', 'old');

	test.each<[string, number, ReturnType<typeof answered>]>([
		['no other job may follow', 1, ended],
		['no other job may follow, after a wait', 1, processing],
		['this run has waited for it', 2, processing],
	])('twice if %s', async (_why, maxJobs, submitted) => {
		const { keys, runtime, tag } = open();
		runtime.answer('submitJob', submitted).answer('getJob', processing, ended);
		runtime.answer('getResult', missing);
		expect(await failureOf(tag('a', { maxJobs }))).toMatchObject({ code: 'RESULT_GONE' });
		expect(runtime.all('getResult')).toHaveLength(2);
		expect(keys()).toHaveLength(1);
	});

	test('as often as usual if only storage misses it and another job may follow', async () => {
		const { keys, runtime, tag } = open();
		runtime.answer('submitJob', ended).answer('getResult', result);
		runtime.serve(...Array.from({ length: 8 }, () => noSuchKey), () => streamed(pdfOf(60)));
		expect(await tag('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'old' }, jobNumber: 1 });
		expect(keys()).toHaveLength(1);
	});
});

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
