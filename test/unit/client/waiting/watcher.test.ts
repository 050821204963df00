import { HALTED } from '../../../../nodes/client/errors';
import { Service, type Job } from '../../../../nodes/client/service';
import { jobFailed, Watcher } from '../../../../nodes/client/waiting';
import { failureOf } from '../../support/failureOf';
import { answered, job, rateLimited, ScriptedRuntime } from '../../support/scriptedRuntime';

const known = (status: Job['status']): Job => ({
	id: 'j',
	status,
	filename: null,
	credits_used: 1,
	options: null,
	created_at: '2026-01-01T00:00:00Z',
	request_id: 'r',
});

describe('one job', () => {
	let runtime: ScriptedRuntime;
	let began: number;
	let seen: string[];

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		began = runtime.now();
		seen = [];
	});

	async function wait(
		timeoutMs: number,
		status: Job['status'] = 'processing',
		signal?: AbortSignal,
	): Promise<Job> {
		const onState = (state: Job) => void seen.push(state.status);
		const options = { deadline: runtime.now() + timeoutMs, onState };
		const watcher = new Watcher(runtime, new Service(runtime), signal);
		return await watcher.completed(known(status), options);
	}

	/** When the job was asked for, in milliseconds from the start. */
	const polls = () => runtime.all('getJob').map(({ at }) => at - began);

	it('asks nothing about a job that is known to be completed', async () => {
		expect(await wait(0, 'completed')).toEqual(known('completed'));
		expect(runtime.requests).toEqual([]);
		expect(runtime.slept).toEqual([]);
		expect(seen).toEqual(['completed']);
	});

	it('fails at once for a job that is known to have failed', async () => {
		const { code, facts } = await failureOf(wait(60_000, 'failed'));
		expect(code).toBe('JOB_FAILED');
		expect(facts).toEqual({ jobId: 'j', jobExists: true, jobStatus: 'failed' });
		expect(runtime.requests).toEqual([]);
		expect(seen).toEqual(['failed']);
	});

	it('polls after a share of the time waited until the job is completed', async () => {
		const processing = Array.from({ length: 13 }, () => job('j'));
		runtime.answer('getJob', ...processing, job('j', 'completed'));
		expect(await wait(60_000)).toMatchObject({ id: 'j', status: 'completed' });
		expect(polls()).toEqual([
			...[500, 800, 1_100, 1_400, 1_700, 2_000, 2_300],
			...[2_629, 3_005, 3_434, 3_925, 4_486, 5_127, 5_859],
		]);
		expect(seen).toEqual([...Array<string>(14).fill('processing'), 'completed']);
	});

	it('fails when the job does', async () => {
		runtime.answer('getJob', job('j'), job('j', 'failed'));
		expect((await failureOf(wait(60_000))).code).toBe('JOB_FAILED');
		expect(seen).toEqual(['processing', 'processing', 'failed']);
	});

	it('waits for a state that it does not know as for processing, and tells it in the end', async () => {
		const queued = answered(200, { id: 'j', status: 'queued' });
		runtime.answer('getJob', queued, queued, job('j', 'completed'));
		expect(await wait(60_000)).toMatchObject({ status: 'completed' });
		runtime.answer('getJob', queued);
		const { code, facts } = await failureOf(wait(1_000));
		expect([code, facts.jobStatus]).toEqual(['WAIT_TIMEOUT', 'queued']);
	});

	it('needs nobody to tell of the states', async () => {
		runtime.answer('getJob', job('j', 'completed'));
		const watcher = new Watcher(runtime, new Service(runtime), undefined);
		const done = await watcher.completed(known('processing'), { deadline: began + 60_000 });
		expect(done.status).toBe('completed');
	});

	it('looks a last time at the deadline, and tells what it waited for and how long', async () => {
		runtime.answer('getJob', job('j'));
		const { code, facts } = await failureOf(wait(1_200));
		expect(code).toBe('WAIT_TIMEOUT');
		expect(facts).toEqual({
			jobId: 'j',
			jobExists: true,
			jobStatus: 'processing',
			waitedMs: 1_200,
		});
		expect(polls()).toEqual([500, 800, 1_100, 1_200]);
	});

	it('takes what the last look at the deadline finds', async () => {
		runtime.answer('getJob', job('j'), job('j'), job('j', 'completed'));
		expect(await wait(1_200)).toMatchObject({ status: 'completed' });
	});

	it('does not wait without time', async () => {
		expect((await failureOf(wait(0))).facts.waitedMs).toBe(0);
		expect(runtime.requests).toEqual([]);
	});

	it('waits out what may pass while the deadline lasts', async () => {
		runtime.answer('getJob', answered(503), job('j', 'completed'));
		expect(await wait(60_000)).toMatchObject({ status: 'completed' });
		expect(polls()).toEqual([500, 875]);
	});

	it('asks again for about a minute for a job that is not found yet', async () => {
		runtime.answer('getJob', answered(404), answered(404), job('j'), job('j', 'completed'));
		expect(await wait(60_000)).toMatchObject({ status: 'completed' });
		runtime.answer('getJob', answered(404));
		const again = runtime.now();
		const { code, facts } = await failureOf(wait(600_000));
		expect(code).toBe('NOT_FOUND');
		expect(facts).toMatchObject({ jobId: 'j', jobExists: true });
		expect(runtime.now() - again).toBeGreaterThan(45_000);
		expect(runtime.now() - again).toBeLessThan(90_000);
	});

	it('outlasts a service that is down for minutes', async () => {
		runtime.answer('getJob', () =>
			runtime.now() - began < 10 * 60_000 ? answered(500) : job('j', 'completed'),
		);
		expect(await wait(30 * 60_000)).toMatchObject({ status: 'completed' });
		expect(runtime.now() - began).toBeLessThan(11 * 60_000);
		expect(polls().length).toBeLessThan(50);
	});

	it('ends with what a poll ends with at the deadline, and names the job', async () => {
		runtime.answer('getJob', answered(503));
		const { code, facts } = await failureOf(wait(1_000));
		expect(code).toBe('UNREACHABLE');
		expect(facts).toMatchObject({ jobId: 'j', jobExists: true, request: 'getJob', tries: 2 });
		expect(polls()).toEqual([500, 875]);
	});

	it('does not wait for a rate window that reaches beyond the deadline', async () => {
		runtime.answer('getJob', rateLimited(60));
		const { code, facts } = await failureOf(wait(30_000));
		expect(code).toBe('RATE_LIMITED');
		expect(facts).toMatchObject({ jobId: 'j', jobExists: true, retryAfterMs: 60_000 });
		expect(runtime.now() - began).toBe(500);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALTED, 'NOT_STARTED'],
	])('ends a pause at once when it is stopped (%p), and names the job', async (reason, code) => {
		runtime.answer('getJob', job('j'));
		const stop = new AbortController();
		runtime.after(700, () => stop.abort(reason));
		const error = await failureOf(wait(60_000, 'processing', stop.signal));
		expect(error.code).toBe(code);
		expect(error.facts).toEqual({ jobId: 'j', jobExists: true });
		expect(runtime.now() - began).toBe(700);
		expect(polls()).toEqual([500]);
	});

	it('ends the pauses of a poll that is repeated, too', async () => {
		runtime.answer('getJob', answered(503));
		const stop = new AbortController();
		runtime.after(700, () => stop.abort());
		const error = await failureOf(wait(60_000, 'processing', stop.signal));
		expect(error.code).toBe('STOPPED');
		expect(error.facts).toMatchObject({ jobId: 'j', jobExists: true, tries: 1 });
		expect(runtime.now() - began).toBe(700);
	});
});

describe('jobFailed', () => {
	it('names the job, which exists, and its state', () => {
		const error = jobFailed(known('failed'));
		expect(error.code).toBe('JOB_FAILED');
		expect(error.facts).toEqual({ jobId: 'j', jobExists: true, jobStatus: 'failed' });
	});
});
