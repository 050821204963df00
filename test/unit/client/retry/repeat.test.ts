import { HALT_REASON } from '../../../../client/errors';
import type { Answer, Failure } from '../../../../client/failure';
import { createSlots } from '../../../../client/http';
import { RateGate, repeat, type Repetition } from '../../../../client/retry';
import { failureOf, type AnyFacts } from '../../support/failureOf';
import { ScriptedRuntime } from '../../support/scriptedRuntime';

const RESET: Failure = { kind: 'network', code: 'ECONNRESET' };
const status = (statusCode: number, retryAfter?: string): Failure => ({
	kind: 'status',
	statusCode,
	retryAfter,
});

describe('repeat', () => {
	let runtime: ScriptedRuntime;
	let began: number;
	/** Times of the tries, in milliseconds from the start. */
	let tried: number[];

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		began = runtime.now();
		tried = [];
	});

	/** Repeats a request that fails in these ways, and then succeeds. */
	async function repeated(own: Partial<Repetition>, ...failures: Failure[]): Promise<string> {
		const repetition: Repetition = {
			request: 'getJob',
			getServer: () => 'api.example.com',
			signal: undefined,
			...own,
		};
		return await repeat(runtime, repetition, async (): Promise<Answer<string>> => {
			tried.push(runtime.now() - began);
			const failure = failures[tried.length - 1];
			return await Promise.resolve(
				failure ? { ok: false, failure } : { ok: true, value: 'the value' },
			);
		});
	}

	async function factsOf(own: Partial<Repetition>, ...failures: Failure[]): Promise<AnyFacts> {
		return (await failureOf(repeated(own, ...failures))).facts;
	}

	it('returns the value of the first successful try', async () => {
		expect(await repeated({})).toBe('the value');
		expect(tried).toEqual([0]);
		tried = [];
		expect(await repeated({}, RESET, status(500), RESET)).toBe('the value');
		expect(tried).toEqual([0, 375, 375 + 750, 375 + 750 + 1500]);
	});

	it('ends with the code and the facts of the last failure, and the number of tries', async () => {
		const failures = [RESET, status(500), status(404, '30')];
		const error = await failureOf(repeated({ job: { jobId: 'j' } }, ...failures));
		expect(error.code).toBe('NOT_FOUND');
		expect(error.facts).toEqual({
			request: 'getJob',
			server: 'api.example.com',
			failure: { kind: 'status', statusCode: 404, retryAfter: '30' },
			tries: 3,
			retryAfterMs: 30_000,
			jobId: 'j',
			jobMayExist: false,
		});
	});

	it('counts all tries, also if there is only one', async () => {
		expect((await factsOf({}, status(404))).tries).toBe(1);
		tried = [];
		expect((await factsOf({}, ...Array<Failure>(9).fill(RESET))).tries).toBe(4);
	});

	it('keeps the exception behind a failure as the cause, and out of the facts', async () => {
		const cause = new Error('unable to verify the first certificate');
		const failure: Failure = { kind: 'network', code: 'CERT', cause };
		const error = await failureOf(repeated({}, failure));
		expect(error.cause).toBe(cause);
		expect(error.facts.failure).toEqual({ kind: 'network', code: 'CERT' });
		expect(error.facts.failure).not.toHaveProperty('cause');
	});

	it('starts no try after a deadline', async () => {
		await failureOf(repeated({ deadline: began + 1_000 }, ...Array<Failure>(9).fill(RESET)));
		expect(tried).toEqual([0, 375]);
	});

	it('retries until the deadline for a job that exists', async () => {
		const retryUntil = began + 10 * 60_000;
		expect(await repeated({ retryUntil }, ...Array<Failure>(9).fill(RESET))).toBe('the value');
		tried = [];
		const job = { jobId: 'j', jobExists: true };
		expect(await repeated({ job }, status(404))).toBe('the value');
		expect(tried).toHaveLength(2);
	});

	it("reads the server's name only after a failure", async () => {
		let server = 'early.example.com';
		const own = { getServer: () => server };
		const work = factsOf(own, status(404));
		server = 'late.example.com';
		expect((await work).server).toBe('late.example.com');
	});

	it('passes on an exception of a try', async () => {
		const full = new Error('ENOSPC');
		const repetition = { request: 'download', getServer: () => '', signal: undefined } as const;
		const work = repeat(runtime, repetition, async () => await Promise.reject(full));
		await expect(work).rejects.toBe(full);
	});

	describe('of a submission', () => {
		const request = 'submitJob';

		it.each<[string, Failure[], boolean]>([
			['no answer', [{ kind: 'network', code: 'CERT' }], true],
			['a server out of reach', Array<Failure>(9).fill(status(503)), true],
			['no connection', Array<Failure>(9).fill({ kind: 'network', code: 'ENOTFOUND' }), false],
			['a refusal', [status(402)], false],
			['a refusal after no answer', [RESET, status(402)], true],
			['a refusal after a rate limit', [status(429, '1'), status(402)], false],
		])('tells after %s whether it may have taken effect', async (_name, failures, jobMayExist) => {
			expect((await factsOf({ request }, ...failures)).jobMayExist).toBe(jobMayExist);
		});

		it('is not needed for other requests', async () => {
			expect((await factsOf({ request: 'createUpload' }, RESET, status(402))).jobMayExist).toBe(
				false,
			);
		});
	});

	describe('that is stopped', () => {
		it('makes no try at all when it is stopped before', async () => {
			const error = await failureOf(repeated({ signal: AbortSignal.abort(), job: { jobId: 'j' } }));
			expect(error.code).toBe('STOPPED');
			expect(error.facts).toEqual({ request: 'getJob', tries: 0, jobMayExist: false, jobId: 'j' });
			expect(tried).toEqual([]);
		});

		it('ends its pause at once', async () => {
			const stop = new AbortController();
			runtime.after(100, () => stop.abort());
			const error = await failureOf(repeated({ signal: stop.signal }, RESET));
			expect(error.code).toBe('STOPPED');
			expect(error.facts.tries).toBe(1);
			expect(runtime.now() - began).toBe(100);
			expect(tried).toEqual([0]);
		});

		it('ends instead of pausing when a try was stopped', async () => {
			const stop = new AbortController();
			const repetition = { request: 'getJob', getServer: () => '', signal: stop.signal } as const;
			const work = repeat(runtime, repetition, async () => {
				stop.abort(HALT_REASON);
				return await Promise.resolve<Answer<never>>({ ok: false, failure: status(404) });
			});
			expect((await failureOf(work)).code).toBe('NOT_STARTED');
			expect(runtime.slept).toEqual([]);
		});

		it('keeps the value of a successful try', async () => {
			const stop = new AbortController();
			const repetition = { request: 'getJob', getServer: () => '', signal: stop.signal } as const;
			const work = repeat(runtime, repetition, async () => {
				stop.abort();
				return await Promise.resolve({ ok: true as const, value: 'the value' });
			});
			expect(await work).toBe('the value');
		});
	});

	describe('at a gate', () => {
		it('closes the gate after a 429 for all, and waits there first', async () => {
			const gate = new RateGate();
			const first = repeated({ gate }, status(429, '30'));
			await Promise.resolve();
			expect(await first).toBe('the value');
			expect(gate.getRemainingMs(began)).toBe(30_000);
			expect(tried).toEqual([0, 30_125]);
		});

		it('closes the gate for nothing else', async () => {
			const gate = new RateGate();
			expect(await repeated({ gate }, status(503, '30'), RESET)).toBe('the value');
			expect(gate.getRemainingMs(began)).toBe(0);
			expect(tried).toEqual([0, 30_000, 30_750]);
		});

		it('sleeps after a 429 if there is no gate', async () => {
			expect(await repeated({}, status(429, '30'))).toBe('the value');
			expect(tried).toEqual([0, 30_000]);
		});

		it('waits before the first try', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 5_000);
			expect(await repeated({ gate })).toBe('the value');
			expect(tried).toEqual([5_125]);
		});

		it.each([
			[0, 5_000],
			[0.999_999, 5_249.99975],
		])('leaves up to a quarter of a second late, at random: %d', async (random, at) => {
			const gate = new RateGate();
			gate.holdUntil(began + 5_000);
			runtime.random = () => random;
			await repeated({ gate });
			expect(tried[0]).toBeCloseTo(at);
		});

		it('leaves by its deadline, however late the others leave', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 5_000);
			await repeated({ gate, deadline: began + 5_050 });
			expect(tried).toEqual([5_050]);
		});

		it('waits longer if the gate is closed again meanwhile', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 5_000);
			runtime.after(4_000, () => gate.holdUntil(began + 7_000));
			await repeated({ gate });
			expect(tried).toEqual([7_125]);
		});

		it('does not wait beyond its deadline if the gate is closed again meanwhile', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 5_000);
			runtime.after(4_000, () => gate.holdUntil(began + 60_000));
			const error = await failureOf(repeated({ gate, deadline: began + 10_000 }));
			expect(error.code).toBe('RATE_LIMITED');
			expect(runtime.now() - began).toBe(5_125);
			expect(tried).toEqual([]);
		});

		it('passes an open gate even after its deadline', async () => {
			expect(await repeated({ gate: new RateGate(), deadline: began - 1 })).toBe('the value');
		});

		it('waits for windows of other requests no longer than for its own', async () => {
			const { rateLimitBudgetMs } = runtime.limits.retry;
			const gate = new RateGate();
			gate.holdUntil(began + rateLimitBudgetMs);
			expect(await repeated({ gate })).toBe('the value');
			gate.holdUntil(runtime.now() + rateLimitBudgetMs + 1);
			const error = await failureOf(repeated({ gate }));
			expect(error.code).toBe('RATE_LIMITED');
			expect(error.facts).toMatchObject({ tries: 0, retryAfterMs: rateLimitBudgetMs + 1 });
			const retryUntil = runtime.now() + 2 * rateLimitBudgetMs;
			expect(await repeated({ gate, retryUntil })).toBe('the value');
		});

		it('fails at once, with job and seconds, if the gate stays closed beyond the deadline', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 90_000);
			const job = { jobId: 'j', jobExists: true };
			const deadline = began + 90_000;
			const error = await failureOf(repeated({ gate, deadline, job }));
			expect(error.code).toBe('RATE_LIMITED');
			expect(error.facts).toEqual({
				request: 'getJob',
				server: 'api.example.com',
				tries: 0,
				retryAfterMs: 90_000,
				jobMayExist: false,
				...job,
			});
			expect(tried).toEqual([]);
			expect(runtime.slept).toEqual([]);
			expect(await repeated({ gate, deadline: deadline + 1 })).toBe('the value');
		});

		it('fails at once after a 429 that reaches beyond the deadline', async () => {
			const gate = new RateGate();
			const own = { gate, deadline: began + 30_000, job: { jobId: 'j' } };
			const error = await failureOf(repeated(own, status(429, '30')));
			expect(error.code).toBe('RATE_LIMITED');
			expect(error.facts).toMatchObject({ tries: 1, retryAfterMs: 30_000, jobId: 'j' });
			expect(runtime.slept).toEqual([]);
		});

		it('is stopped there, sure that nothing was sent', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 60_000);
			const stop = new AbortController();
			runtime.after(1_000, () => stop.abort());
			const own = { request: 'submitJob', gate, signal: stop.signal } as const;
			const error = await failureOf(repeated(own));
			expect(error.code).toBe('STOPPED');
			expect(error.facts).toEqual({ request: 'submitJob', tries: 0, jobMayExist: false });
			expect(runtime.now() - began).toBe(1_000);
			expect(tried).toEqual([]);
		});

		describe('waiting for room', () => {
			beforeEach(() => {
				runtime.slots = { ...runtime.slots, requests: createSlots(1) };
				void runtime.slots.requests.run(async () => await runtime.sleep(1_000));
			});

			it('makes no try once it is stopped', async () => {
				const stop = new AbortController();
				runtime.after(500, () => stop.abort());
				const own = { gate: new RateGate(), signal: stop.signal };
				expect((await failureOf(repeated(own))).code).toBe('STOPPED');
				expect(tried).toEqual([]);
			});

			it('waits again if the gate was closed meanwhile', async () => {
				const gate = new RateGate();
				runtime.after(500, () => gate.holdUntil(began + 5_000));
				expect(await repeated({ gate })).toBe('the value');
				expect(tried).toEqual([5_125]);
			});
		});

		it('is halted there after a 429', async () => {
			const halt = new AbortController();
			runtime.after(1_000, () => halt.abort(HALT_REASON));
			const own = { request: 'submitJob', gate: new RateGate(), signal: halt.signal } as const;
			const error = await failureOf(repeated(own, status(429, '60')));
			expect(error.code).toBe('NOT_STARTED');
			expect(error.facts).toMatchObject({ tries: 1, jobMayExist: false });
			expect(runtime.now() - began).toBe(1_000);
			expect(tried).toEqual([0]);
		});
	});

	describe('in the log', () => {
		it('logs every pause, long ones at level info', async () => {
			const unreadable: Failure = { kind: 'unreadable', reason: 'a web page came back' };
			await repeated({}, RESET, unreadable, status(503, '2'), status(503, '3'));
			expect(runtime.logged).toEqual([
				['debug', 'getJob: ECONNRESET; trying again in 375 ms'],
				['debug', 'getJob: a web page came back; trying again in 750 ms'],
				['debug', 'getJob: status 503; trying again in 2000 ms'],
				['info', 'getJob: status 503; trying again in 3000 ms'],
			]);
		});

		it('logs long waits at the gate', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 2_000);
			await repeated({ gate });
			expect(runtime.logged).toEqual([]);
			gate.holdUntil(runtime.now() + 2_001);
			await repeated({ gate });
			expect(runtime.logged).toEqual([['info', 'Rate limit: waiting 3 s for the window']]);
		});

		it('logs a closed window once, however many requests wait', async () => {
			const gate = new RateGate();
			gate.holdUntil(began + 5_000);
			await Promise.all([repeated({ gate }), repeated({ gate }), repeated({ gate })]);
			expect(runtime.logged).toEqual([['info', 'Rate limit: waiting 5 s for the window']]);
		});
	});
});
