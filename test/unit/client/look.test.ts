import { askForCurrentState } from '../../../client/look';
import type { Job } from '../../../client/service';
import { failureOf } from '../support/failureOf';
import { jobOf } from '../support/fakeService';
import { answered, upload } from '../support/scriptedRuntime';
import {
	MINUTE,
	DAY,
	DATE,
	jobMade,
	NEW,
	error,
	missing,
	deleted,
	forbidden,
	noCredits,
	result,
	openExecution as open,
} from '../support/openExecution';

describe('with more jobs, the first look decides', () => {
	test('a job that has failed before is followed by one new job', async () => {
		const { keys, ledger, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'failed'), NEW);
		const found = await submit('a', { maxJobs: 2 });
		expect(found).toMatchObject({ job: { id: 'new' }, jobNumber: 2, paidBefore: false });
		expect(new Set(keys()).size).toBe(2);
		const [first] = ledger.findSubmission('0:a')?.dismissed ?? [];
		expect(first).toMatchObject({ status: 'failed', paidBefore: true });
	});

	test('a job that has failed within the last minute is followed, too', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(10_000, 'failed'), NEW);
		expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' } });
	});

	test('a failed job of this run is followed by nothing, in no try of it', async () => {
		const { keys, runtime, submit } = open();
		runtime
			.answer('submitJob', jobMade(0, 'failed', 'own'))
			.answer('getJob', jobMade(0, 'failed', 'own'));
		for (const maxJobs of [3, 3, 20]) {
			expect(await submit('a', { maxJobs })).toMatchObject({ job: { id: 'own' }, jobNumber: 1 });
		}
		expect(keys()).toHaveLength(1);
	});

	test('a first answer that is repeated is asked for once more', async () => {
		const { ledger, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'processing', 'old'), NEW);
		runtime.answer('getJob', jobMade(2 * MINUTE, 'failed', 'old'));
		expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' } });
		expect(runtime.all('getJob')).toHaveLength(1);
		const [first] = ledger.findSubmission('0:a')?.dismissed ?? [];
		expect(first).toMatchObject({ jobId: 'old', status: 'failed' });
	});

	test.each<[string, string, number]>([
		['no look is needed at a job that has just been made', 'new', 0],
		['no look is needed if there may be no other job', 'old', 1],
	])('%s', async (_what, id, msAgo) => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(msAgo * DAY, 'processing', id));
		await submit('a', { maxJobs: msAgo === 0 ? 9 : 1 });
		expect(runtime.all('getJob')).toEqual([]);
	});

	test('the last job that a document may have is its job, whatever became of it', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer(
			'submitJob',
			jobMade(3 * DAY, 'failed', 'one'),
			jobMade(2 * DAY, 'failed', 'two'),
		);
		expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'two' }, jobNumber: 2 });
		expect(new Set(keys()).size).toBe(2);
	});

	test('a look without an answer is no look: the wait meets what it is', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * DAY, 'processing', 'old')).answer('getJob', forbidden);
		expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'old' } });
	});

	describe('a missing job', () => {
		test('that is more than a day old is followed', async () => {
			const { runtime, submit } = open();
			runtime.answer('submitJob', jobMade(DAY + MINUTE, 'processing'), NEW);
			runtime.answer('getJob', missing);
			expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' } });
		});

		test.each<[string, ReturnType<typeof answered>, ReturnType<typeof answered>]>([
			['is younger', jobMade(DAY - MINUTE, 'processing', 'j'), missing],
			['is younger and deleted', jobMade(DAY - MINUTE, 'processing', 'j'), deleted],
			['is hidden by a firewall', jobMade(30 * DAY, 'processing', 'j'), forbidden],
			['is hidden by a proxy', jobMade(30 * DAY, 'processing', 'j'), answered(404, '<html>', DATE)],
			[
				'has no time',
				answered(202, { id: 'j', status: 'processing', created_at: 'long ago' }, DATE),
				missing,
			],
		])('that %s is not followed', async (_what, answer, look) => {
			const { keys, runtime, submit } = open();
			runtime.answer('submitJob', answer).answer('getJob', look);
			expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'j' }, jobNumber: 1 });
			expect(keys()).toHaveLength(1);
		});

		test('that comes without a Date is not followed', async () => {
			const { keys, runtime, submit } = open();
			const old = { id: 'j', status: 'processing', created_at: '2020-01-01T00:00:00Z' };
			runtime.answer('createUpload', upload('undated')).answer('submitJob', answered(202, old));
			runtime.answer('getJob', answered(404, error('not_found')));
			expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'j' } });
			expect(keys()).toHaveLength(1);
		});

		test('that is found again after some seconds is the job of the document', async () => {
			const { keys, runtime, submit } = open();
			runtime.answer('submitJob', jobMade(2 * DAY, 'processing', 'j'));
			runtime.answer('getJob', missing, missing, jobMade(2 * DAY, 'completed', 'j'));
			runtime.answer('getResult', result);
			expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { status: 'completed' } });
			expect(keys()).toHaveLength(1);
		});
	});

	describe('a missing result', () => {
		test('of a job that is more than a day old is followed, after Submit, too', async () => {
			const { runtime, submit } = open();
			runtime.answer('submitJob', jobMade(2 * DAY, 'completed'), NEW).answer('getResult', deleted);
			expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' } });
		});
	});

	describe('in a Retry, without a submission,', () => {
		/** The job of an earlier try. */
		const retry = async (msAgo: number, status: 'processing' | 'completed') => {
			const { runtime, stored, submit } = open();
			runtime.answer('submitJob', jobMade(msAgo, status, 'old'));
			await submit();
			return open({ stored });
		};

		test('a missing job that is more than a day old is followed', async () => {
			const { keys, runtime, submit } = await retry(2 * DAY, 'processing');
			runtime.answer('getJob', missing).answer('submitJob', NEW);
			const found = await submit('a', { maxJobs: 2 });
			expect(found).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
			expect(keys()).toHaveLength(1);
		});

		test.each<[string, object]>([
			['the same item', {}],
			['another item with its document', { units: {} }],
		])('a job whose state cannot be read is not followed: %s', async (_what, changed) => {
			const { keys, runtime, stored, submit } = await retry(2 * DAY, 'processing');
			Object.assign(stored, changed);
			runtime.answer('getJob', forbidden).answer('submitJob', NEW);
			expect(await failureOf(submit('a', { maxJobs: 2 }))).toMatchObject({
				code: 'UNEXPECTED_ANSWER',
				facts: { jobId: 'old', jobNumber: 1, maxJobs: 2 },
			});
			expect(keys()).toEqual([]);
		});
	});

	test('a result is asked for as long as the user waits for a paid job', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * DAY, 'completed', 'old'), NEW);
		runtime.answer('getResult', answered(503));
		runtime.after(10 * MINUTE, () => runtime.answer('getResult', deleted));
		const retryUntil = runtime.now() + 30 * MINUTE;
		const found = await submit('a', { maxJobs: 2, retryUntil });
		expect(found).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
	});

	test('a refused next job leaves the one before, and the next try goes on from there', async () => {
		const { keys, ledger, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'failed', 'one'), noCredits);
		expect(await failureOf(submit('a', { maxJobs: 2 }))).toMatchObject({
			code: 'NOT_ENOUGH_CREDITS',
			facts: { jobNumber: 2 },
		});
		expect(ledger.findSubmission('0:a')?.stage).toMatchObject({ jobId: 'one', status: 'failed' });
		runtime.answer('submitJob', NEW);
		expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
		expect(new Set(keys()).size).toBe(2);
		expect(runtime.all('getJob')).toEqual([]);
	});

	test('the highest number of all items with the document counts', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'failed', 'one'), NEW);
		const [one, two] = await Promise.all([
			submit('a', { maxJobs: 1 }),
			submit('a', { maxJobs: 2 }),
		]);
		expect([one.job.id, two.job.id]).toEqual(['new', 'new']);
		expect(new Set(keys()).size).toBe(2);
	});

	test('a number that is raised later in the run helps', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'failed', 'one'), NEW);
		runtime.answer('getJob', jobMade(2 * MINUTE, 'failed', 'one'));
		expect(await submit('a', { maxJobs: 1 })).toMatchObject({ job: { id: 'one' } });
		expect(await submit('a', { maxJobs: 2 })).toMatchObject({ job: { id: 'new' } });
	});
});

describe('after Submit, without waiting,', () => {
	const ask = async (
		given: Partial<Job>,
		paidBefore: boolean | null,
		answer = answered(200, jobOf('j')),
	) => {
		const { connection, runtime } = open();
		runtime.answer('getJob', answer);
		const job = jobOf('j', given);
		const { status } = await askForCurrentState(connection, { documentId: 'd', job, paidBefore });
		return [status, runtime.all('getJob').length];
	};

	test('a job that another run has made may have ended meanwhile', async () => {
		expect(await ask({ status: 'processing' }, true)).toEqual(['completed', 1]);
		expect(await ask({ status: 'processing' }, null)).toEqual(['completed', 1]);
	});

	test('a new job, and one that has ended, are as the submission says', async () => {
		expect(await ask({ status: 'processing' }, false)).toEqual(['processing', 0]);
		expect(await ask({ status: 'failed' }, true)).toEqual(['failed', 0]);
	});

	test('nothing is asked for after Stop', async () => {
		const { connection, runtime, stop } = open();
		runtime.answer('getJob', answered(200, jobOf('j')));
		stop.abort();
		const job = jobOf('j', { status: 'processing' });
		const found = { documentId: 'd', job, paidBefore: true };
		expect(await askForCurrentState(connection, found)).toBe(job);
		expect(runtime.requests).toEqual([]);
	});

	test('the state that the submission gave counts if the service does not answer', async () => {
		expect(await ask({ status: 'processing' }, true, forbidden)).toEqual(['processing', 1]);
	});
});
