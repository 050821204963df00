import { getEventListeners } from 'node:events';

import { HALT_REASON } from '../../../client/errors';
import { type Job, Service } from '../../../client/service';
import { Watcher } from '../../../client/wait';
import { failureOf } from '../support/failureOf';
import {
	answered,
	job,
	noAnswer,
	rateLimited,
	ScriptedRuntime,
	type ScriptedAnswer,
} from '../support/scriptedRuntime';

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
		const options = { since: runtime.now(), deadline: runtime.now() + timeoutMs };
		const watcher = new Watcher(runtime, new Service(runtime), signal);
		return await watcher.awaitCompletion(known(status), options, onState);
	}

	/** Times of the job's polls, in milliseconds from the start. */
	const polls = () => runtime.all('getJob').map(({ at }) => at - began);

	it('does not poll a completed job', async () => {
		expect(await wait(0, 'completed')).toEqual(known('completed'));
		expect(runtime.requests).toEqual([]);
		expect(runtime.slept).toEqual([]);
		expect(seen).toEqual(['completed']);
	});

	it('fails at once for a failed job', async () => {
		const { code, facts } = await failureOf(wait(60_000, 'failed'));
		expect(code).toBe('JOB_FAILED');
		expect(facts).toEqual({ jobId: 'j', jobExists: true, jobStatus: 'failed', creditsUsed: 1 });
		expect(runtime.requests).toEqual([]);
		expect(seen).toEqual(['failed']);
	});

	it('treats an unknown state as processing, and reports it in the end', async () => {
		const queued = answered(200, { id: 'j', status: 'queued' });
		runtime.answer('getJob', queued, queued, job('j', 'failed'));
		expect((await failureOf(wait(60_000))).code).toBe('JOB_FAILED');
		expect(seen).toEqual(['processing', 'queued', 'queued', 'failed']);
		runtime.answer('getJob', queued);
		const { code, facts } = await failureOf(wait(1_000));
		expect([code, facts.jobStatus]).toEqual(['WAIT_TIMEOUT', 'queued']);
	});

	it('polls a last time at the deadline, and reports the state and the time', async () => {
		runtime.answer('getJob', job('j'));
		const { code, facts } = await failureOf(wait(1_200));
		expect(code).toBe('WAIT_TIMEOUT');
		expect(facts).toEqual({
			jobId: 'j',
			jobExists: true,
			jobStatus: 'processing',
			waitedMs: 1_200,
			isStuck: false,
		});
		expect(polls()).toEqual([500, 800, 1_100, 1_200]);
	});

	it('reports that a job is still in process after a day', async () => {
		const date = 'Fri, 02 Jan 2026 00:00:01 GMT';
		runtime.answer('getJob', answered(200, known('processing'), { date }));
		expect((await failureOf(wait(1_200))).facts).toMatchObject({ isStuck: true });
	});

	it('returns a job that the last poll finds', async () => {
		runtime.answer('getJob', job('j'), job('j'), job('j'), job('j', 'completed'));
		expect(await wait(1_200)).toMatchObject({ status: 'completed' });
		expect(polls()).toEqual([500, 800, 1_100, 1_200]);
	});

	it('does not poll if no time is left, and reports the whole wait if it started earlier', async () => {
		const watcher = new Watcher(runtime, new Service(runtime), undefined);
		const options = { deadline: began, since: began - 2_000 };
		const error = await failureOf(watcher.awaitCompletion(known('processing'), options));
		expect(error.facts.waitedMs).toBe(2_000);
		expect(runtime.requests).toEqual([]);
	});

	it("fails with the last poll's error at the deadline, and names the job", async () => {
		runtime.answer('getJob', answered(503));
		const { code, facts } = await failureOf(wait(1_000));
		expect(code).toBe('UNREACHABLE');
		expect(facts).toMatchObject({ jobId: 'j', jobExists: true, request: 'getJob', tries: 2 });
		expect(polls()).toEqual([500, 875]);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALT_REASON, 'NOT_STARTED'],
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

	it('ends the pauses of a repeated poll, too', async () => {
		runtime.answer('getJob', answered(503));
		const stop = new AbortController();
		runtime.after(700, () => stop.abort());
		const error = await failureOf(wait(60_000, 'processing', stop.signal));
		expect(error.code).toBe('STOPPED');
		expect(error.facts).toEqual({ jobId: 'j', jobExists: true });
		expect(runtime.now() - began).toBe(700);
		expect(polls()).toEqual([500]);
	});
});

describe('many jobs', () => {
	/** Opens many jobs; job n is done after `doneAfter(n)` milliseconds. */
	const open = (doneAfter: (n: number) => number, signal?: AbortSignal) => {
		const runtime = new ScriptedRuntime();
		const began = runtime.now();
		let underWay = 0;
		let most = 0;
		runtime.answer('getJob', async ({ url }) => {
			underWay += 1;
			most = Math.max(most, underWay);
			await runtime.sleep(10);
			underWay -= 1;
			const id = url.split('/').at(-1) ?? '';
			const isDone = runtime.now() - began >= doneAfter(Number(id));
			return job(id, isDone ? 'completed' : 'processing');
		});
		const watcher = new Watcher(runtime, new Service(runtime), signal);
		const wait = async (n: number, timeoutMs = 3_600_000) =>
			await watcher.awaitCompletion(
				{ ...known('processing'), id: String(n) },
				{ since: runtime.now(), deadline: began + timeoutMs },
			);
		const asked = () => runtime.all('getJob').map(({ url }) => url.split('/').at(-1));
		return { runtime, began, wait, asked, most: () => most };
	};
	const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

	it('each get their own state, with at most four concurrent polls', async () => {
		const { wait, most } = open(() => 5_000);
		const jobs = await Promise.all(numbers(200).map(async (n) => await wait(n)));
		expect(jobs.map(({ id }) => id)).toEqual(numbers(200).map(String));
		expect(most()).toBe(4);
	});

	it('are watched again after all have ended', async () => {
		const { runtime, wait, asked } = open(() => 0);
		await wait(1);
		await runtime.sleep(1);
		await wait(2);
		expect(asked()).toEqual(['1', '2']);
	});

	/** Jobs 0 to 4 get this answer instead of a status; the others are done. */
	const openBroken = (broken: () => ScriptedAnswer | Promise<never>) => {
		const opened = open(() => 0);
		const { runtime } = opened;
		runtime.answer('getJob', async (request) => {
			const id = request.url.split('/').at(-1) ?? '';
			if (Number(id) >= 5) return job(id, 'completed');
			const answer = await broken();
			if (answer instanceof Error) throw answer;
			return typeof answer === 'function' ? await answer(request) : answer;
		});
		return opened;
	};

	it.each<[string, () => ScriptedAnswer]>([
		['are answered with 500', () => answered(500)],
		['are not found', () => answered(404)],
		['have an answer that cannot be used', () => answered(200, 'no JSON')],
		['have no answer', () => noAnswer('ECONNRESET')],
	])('are found at once beside five whose polls %s', async (_name, broken) => {
		const { runtime, began, wait } = openBroken(broken);
		const ends = numbers(5).map(async (n) => await failureOf(wait(n, 120_000)));
		await Promise.all(numbers(15).map(async (n) => await wait(5 + n)));
		expect(runtime.now() - began).toBeLessThan(3_000);
		for (const { facts } of await Promise.all(ends)) expect(facts.jobExists).toBe(true);
	});

	it('fail at their own deadline behind a rate limit, however many others wait for it', async () => {
		const { runtime, began, wait } = open(() => 0);
		runtime.answer('getJob', ({ url }) =>
			runtime.now() - began < 600_000
				? rateLimited(600)
				: job(url.split('/').at(-1) ?? '', 'completed'),
		);
		const others = numbers(20).map(async (n) => await wait(n));
		const { code, facts } = await failureOf(wait(99, 30_000));
		expect([code, facts.jobId]).toEqual(['RATE_LIMITED', '99']);
		expect(runtime.now() - began).toBeLessThanOrEqual(30_000);
		await Promise.all(others);
		expect(runtime.now() - began).toBeLessThan(605_000);
		// Four polls were in flight when the limit was reached.
		expect(runtime.all('getJob').length).toBeLessThan(2 * 20 + 4);
	});

	it('leave no pause behind', async () => {
		const stop = new AbortController();
		const { runtime, began, wait } = open((n) => (n === 0 ? 0 : 600_000), stop.signal);
		const first = wait(0);
		const second = failureOf(wait(1));
		await first;
		runtime.after(100_000, () => stop.abort());
		await second;
		await new Promise(setImmediate);
		expect(runtime.pending).toBe(0);
		expect(runtime.now() - began).toBeLessThan(101_000);
	});

	it('share one listener of the signal', async () => {
		const stop = new AbortController();
		const { runtime, wait } = open(() => 5_000, stop.signal);
		const all = Promise.all(numbers(100).map(async (n) => await wait(n)));
		await runtime.sleep(300);
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
		await all;
	});

	it('all stop at once', async () => {
		const stop = new AbortController();
		const { runtime, began, wait, asked } = open(() => 60_000, stop.signal);
		runtime.after(700, () => stop.abort(HALT_REASON));
		const ends = await Promise.all(numbers(20).map(async (n) => await failureOf(wait(n))));
		expect(ends.map(({ code, facts }) => [code, facts.jobId])).toEqual(
			numbers(20).map((n) => ['NOT_STARTED', String(n)]),
		);
		expect(runtime.now() - began).toBeLessThan(720);
		expect(asked().length).toBeLessThan(6);
		expect((await failureOf(wait(99))).code).toBe('NOT_STARTED');
	});

	it('are polled again, even if the machine stands still while another one ends', async () => {
		const runtime = new ScriptedRuntime();
		const began = runtime.now();
		const virtual = runtime.now.bind(runtime);
		let stoodStillMs = 0;
		runtime.now = () => virtual() + stoodStillMs;
		const states: Array<Job['status']> = ['completed', 'processing', 'completed'];
		runtime.answer('getJob', ({ url }) => job(url.split('/').at(-1) ?? '', states.shift()));
		const watcher = new Watcher(runtime, new Service(runtime), undefined);
		const options = { since: began, deadline: began + 60_000 };
		const wait = async (id: string, onState?: (state: Job) => void) =>
			await watcher.awaitCompletion({ ...known('processing'), id }, options, onState);
		const first = wait('first', ({ status }) => {
			if (status === 'completed') stoodStillMs = 5_000;
		});
		const both = await Promise.all([first, wait('second')]);
		expect(both.map(({ status }) => status)).toEqual(['completed', 'completed']);
	});

	it('fail alone if their listener throws', async () => {
		const { runtime, wait } = open(() => 0);
		const watcher = new Watcher(runtime, new Service(runtime), undefined);
		const onState = jest.fn().mockImplementationOnce(() => {});
		onState.mockImplementation(() => {
			throw new Error('No more room');
		});
		const options = { since: runtime.now(), deadline: runtime.now() + 60_000 };
		await expect(
			watcher.awaitCompletion({ ...known('processing'), id: '1' }, options, onState),
		).rejects.toThrow('No more room');
		await wait(2);
	});
});
