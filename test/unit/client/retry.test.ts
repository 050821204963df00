import fc from 'fast-check';

import { HALT_REASON } from '../../../client/errors';
import { type Answer, type Failure, type RequestName, REQUESTS } from '../../../client/failure';
import { createSlots } from '../../../client/http';
import { type ApiKeyMemory, RateWindow } from '../../../client/rateWindow';
import { readRetryAfterMs, repeat, type Repetition } from '../../../client/retry';
import { failureOf } from '../support/failureOf';
import { ScriptedRuntime } from '../support/scriptedRuntime';

const API: RequestName[] = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
const status = (statusCode: number, type?: string): Failure => ({
	kind: 'status',
	statusCode,
	type,
});
const asking = (statusCode: number, retryAfter?: string): Failure => ({
	kind: 'status',
	statusCode,
	retryAfter,
});
const network = (code: string): Failure => ({ kind: 'network', code });
const RESET = { kind: 'network', code: 'ECONNRESET' } as const;
const UNREADABLE: Failure = { kind: 'unreadable', reason: 'a web page came back' };

const memoryOf = (isReachable = true): ApiKeyMemory => ({
	rateWindow: new RateWindow(),
	isReachable,
});

test('Retry-After is whole seconds, and anything else is ignored', () => {
	const read = (...values: Array<string | undefined>) => values.map(readRetryAfterMs);
	expect(read('0', ' 120 ', '999999999')).toEqual([0, 120_000, 999_999_999_000]);
	const ignored = [undefined, '', ' ', '-1', '+1', '1.5', '1e9', '0x10', '7 s', '9999999999'];
	expect(read(...ignored, 'Thu, 01 Jan 2026 12:00:30 GMT')).toEqual(Array(11).fill(undefined));
});

describe('the patience of a request', () => {
	type Circumstances = Omit<Partial<Repetition>, 'request' | 'key'> & {
		tryMs?: number;
		/** Nothing has shown yet that the service is reachable. */
		isNew?: boolean;
		random?: number;
	};

	/**
	 * All pauses until the tries end. Each failure happens once, the last one from then on. `deadline` and
	 * `retryUntil` are milliseconds from the start.
	 */
	async function pauses(
		request: RequestName,
		failures: Failure | Iterable<Failure>,
		{
			deadline = Infinity,
			retryUntil = 0,
			tryMs = 0,
			isNew = false,
			random = 0.999999,
			...own
		}: Circumstances = {},
	): Promise<number[]> {
		const runtime = new ScriptedRuntime();
		runtime.random = () => random;
		const began = runtime.now();
		const rest = Symbol.iterator in failures ? failures[Symbol.iterator]() : undefined;
		let failure: Failure = rest ? status(400) : (failures as Failure);
		const given: number[] = [];
		const pause = async (ms: number) => {
			given.push(ms);
			await runtime.sleep(ms);
		};
		const ends = { deadline: began + deadline, retryUntil: began + retryUntil, pause };
		const apiKey = API.includes(request) ? memoryOf(!isNew) : undefined;
		const repetition = { request, signal: undefined, apiKey, ...ends, ...own };
		const tried = repeat(runtime, repetition, async () => {
			await runtime.sleep(tryMs);
			const next = rest?.next();
			if (next && next.done !== true) failure = next.value;
			if (given.length > 20_000) throw new Error('No end of patience');
			return { ok: false, failure };
		});
		await expect(tried).rejects.toMatchObject({ name: 'TagPdfError' });
		return given;
	}

	const jobExists = { job: { jobExists: true } };
	const paid = { retryUntil: 30 * 60_000 };
	const REFUSED = network('ECONNREFUSED');
	const repeated = (count: number, ...list: number[]) => Array<number[]>(count).fill(list).flat();
	/** An address that nobody has used yet may be mistyped. */
	const MAY_BE_WRONG = ['fetchSource', ...API];
	const SHORT = [500, 1000, 2000];
	const OUTAGE = [...SHORT, 4000, 8000, 16_000, 30_000, 30_000];
	const NINE_TRIES = OUTAGE;
	const WINDOWS = [...OUTAGE, ...repeated(26, 30_000)];
	const PAID = [...OUTAGE, ...repeated(56, 30_000)];

	type Row = [RequestName, Failure | Failure[], Circumstances, expected: number[]];

	it.each<Row>([
		...REQUESTS.flatMap((request): Row[] => [
			[request, REFUSED, { isNew: true }, MAY_BE_WRONG.includes(request) ? SHORT : OUTAGE],
			...[REFUSED, status(500)].map((failure): Row => {
				return [request, failure, {}, request === 'fetchSource' ? SHORT : OUTAGE];
			}),
		]),
		// A slow first try gets a second one.
		['createUpload', network('ETIMEDOUT'), { isNew: true, tryMs: 60_000 }, [500]],
		// Only a 429 says when to come back (interface 7).
		['getJob', [asking(503, '120'), status(400)], paid, [500]],
		['getJob', status(404), paid, []],
		['getJob', status(401), paid, []],
		['download', network('CERT_HAS_EXPIRED'), paid, []],
		['getJob', status(500), { deadline: 1_501 }, [500, 1000]],
		['getJob', status(500), { deadline: 1_500 }, [500]],
		['getJob', asking(429, '60'), { deadline: 60_000 }, []],
		['store', status(403), { deadline: 0 }, []],
		['store', status(403), paid, NINE_TRIES],
		['download', status(403), paid, NINE_TRIES],
		['download', status(404), paid, NINE_TRIES],
		['getAccount', asking(429, '1'), {}, repeated(15 * 60, 1_000)],
		['getJob', asking(429, '900'), {}, [900_000]],
		['getJob', asking(429, '901'), {}, []],
		['getJob', asking(429), {}, WINDOWS],
		['getJob', asking(429, '0'), {}, WINDOWS],
		// For storage a 429 is an outage.
		['store', asking(429), {}, OUTAGE],
		['store', asking(429, '3600'), {}, OUTAGE],
		['submitJob', asking(409, '1000'), paid, NINE_TRIES],
		['getJob', status(404), { ...paid, ...jobExists }, NINE_TRIES],
		['getResult', status(404), { ...paid, ...jobExists }, NINE_TRIES],
		['submitJob', status(409), { ...paid, askAgainTries: 4 }, SHORT],
		['getJob', status(500), paid, PAID],
		['getResult', REFUSED, paid, PAID],
		['download', status(503), paid, PAID],
		['getResult', status(409), paid, PAID],
		['getResult', asking(429), paid, PAID],
		['getJob', asking(429, '901'), { retryUntil: 901_001 }, [901_000]],
		['getJob', asking(429, '901'), { retryUntil: 901_000 }, []],
		['download', network('TRUNCATED'), paid, NINE_TRIES],
		['download', { ...RESET, kept: true }, paid, NINE_TRIES],
		['download', UNREADABLE, paid, NINE_TRIES],
		['store', UNREADABLE, paid, NINE_TRIES],
	])('%s, after %j, with %j', async (request, failures, circumstances, expected) => {
		expect(await pauses(request, failures, circumstances)).toEqual(expected);
	});

	it('doubles up to the longest pause, of which jitter keeps at least half', async () => {
		const at = async (random: number) =>
			(await pauses('store', status(503), { ...paid, random })).slice(0, 9);
		expect(await at(0.999999)).toEqual([
			...[500, 1_000, 2_000, 4_000, 8_000, 16_000],
			...[30_000, 30_000, 30_000],
		]);
		expect(await at(0)).toEqual([
			...[250, 500, 1_000, 2_000, 4_000, 8_000],
			...[15_000, 15_000, 15_000],
		]);
		expect((await at(0.001))[0]).toBe(251);
	});

	it('has a limit for each remedy, and counts useless transfers among others', async () => {
		const windows = Array<Failure>(3).fill(asking(429, '60'));
		// After three minutes in rate windows, a failure still has its time.
		const given = await pauses('submitJob', [...windows, status(503)], {});
		expect(given.slice(3)).toEqual([...OUTAGE.slice(3), 30_000]);
		const alternating = function* () {
			for (;;) yield* [asking(429, '1'), status(503)];
		};
		const all = await pauses('getJob', alternating());
		expect(all.reduce((sum, ms) => sum + ms)).toBeLessThan(130_000);
		const mixed = Array.from({ length: 8 }, () => [UNREADABLE, RESET]).flat();
		expect(await pauses('download', [...mixed, UNREADABLE], paid)).toHaveLength(16);
	});

	it('ends for every request and every mixture of failures', async () => {
		const failure = fc.oneof(
			fc.constantFrom(400, 401, 403, 404, 408, 409, 429, 500, 503).map((code) => status(code)),
			fc.integer({ min: 0, max: 10 ** 9 }).map((seconds) => asking(429, String(seconds))),
			fc.constantFrom('ECONNRESET', 'STALLED', 'CERT_HAS_EXPIRED').map(network),
		);
		const request = fc.constantFrom(...REQUESTS);
		const property = fc.asyncProperty(request, fc.infiniteStream(failure), async (...given) => {
			expect((await pauses(...given, {})).length).toBeLessThan(10_000);
		});
		await fc.assert(property, { numRuns: 50 });
	});
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
		const repetition = { request: 'getJob', signal: undefined, ...own } as const;
		return await repeat(runtime, repetition, async (): Promise<Answer<string>> => {
			tried.push(runtime.now() - began);
			const failure = failures[tried.length - 1];
			return await Promise.resolve(failure ? { ok: false, failure } : { ok: true, value: 'value' });
		});
	}

	it('returns the value of the first successful try', async () => {
		expect(await repeated({}, RESET, status(500), RESET)).toBe('value');
		expect(tried).toEqual([0, 375, 375 + 750, 375 + 750 + 1500]);
	});

	it('ends with the code and facts of the last failure', async () => {
		const last: Failure = { kind: 'network', code: 'CERT' };
		const error = await failureOf(repeated({ job: { jobId: 'j' } }, RESET, status(500), last));
		expect(error.code).toBe('UNREACHABLE');
		expect(error.facts).toEqual({
			request: 'getJob',
			server: 'api.example.com',
			failure: { kind: 'network', code: 'CERT' },
			tries: 3,
			jobId: 'j',
			jobMayExist: false,
		});
		tried = [];
		const { facts } = await failureOf(repeated({}, asking(429, '901')));
		expect(facts).toMatchObject({ retryAfterMs: 901_000 });
	});

	it('passes on an exception of a try', async () => {
		const full = new Error('ENOSPC');
		const repetition = { request: 'download', signal: undefined } as const;
		const work = repeat(runtime, repetition, async () => await Promise.reject(full));
		await expect(work).rejects.toBe(full);
	});

	it.each<[string, Failure[], boolean]>([
		['no answer', [network('CERT')], true],
		['a server out of reach', Array<Failure>(11).fill(status(503)), true],
		['no connection', Array<Failure>(11).fill(network('ENOTFOUND')), false],
		['a refusal', [status(402)], false],
		['a refusal after no answer', [RESET, status(402)], true],
		['a refusal after a rate limit', [asking(429, '1'), status(402)], false],
	])('says after %s whether a job may exist', async (_what, failures, may) => {
		const { facts } = await failureOf(repeated({ request: 'submitJob' }, ...failures));
		expect(facts.jobMayExist).toBe(may);
		tried = [];
		const other = await failureOf(repeated({ request: 'createUpload' }, ...failures));
		expect(other.facts.jobMayExist).toBe(false);
	});

	describe('that is stopped', () => {
		it.each<[Answer<string>, string]>([
			[{ ok: false, failure: status(404) }, 'NOT_STARTED'],
			[{ ok: true, value: 'value' }, 'value'],
		])('during a try ends without a pause, and keeps a value: %j', async (answer, end) => {
			const stop = new AbortController();
			const repetition = { request: 'getJob', signal: stop.signal } as const;
			const work = repeat(runtime, repetition, async () => {
				stop.abort(HALT_REASON);
				return await Promise.resolve(answer);
			});
			expect(answer.ok ? await work : (await failureOf(work)).code).toBe(end);
			expect(runtime.slept).toEqual([]);
		});
	});

	describe('in a rate window', () => {
		let apiKey: ApiKeyMemory;
		/** The window stays closed until this time after the beginning. */
		const closeUntil = (ms: number) =>
			apiKey.rateWindow.close(began + ms - runtime.now(), runtime.now());
		const openIn = () => apiKey.rateWindow.openIn(runtime.now());

		beforeEach(() => {
			apiKey = memoryOf();
		});

		it('closes it after a 429 for all, and waits there', async () => {
			runtime.after(1_000, () => expect(openIn()).toBe(29_000));
			expect(await repeated({ apiKey }, asking(429, '30'))).toBe('value');
			expect(tried).toEqual([0, 30_000]);
		});

		it('closes it as soon as the answer is read, even without patience of its own', async () => {
			const [closed] = await Promise.allSettled([repeated({ apiKey }, asking(429, '1800'))]);
			expect(closed.status).toBe('rejected');
			for (let others = 0; others < 50; others += 1) {
				expect(await failureOf(repeated({ apiKey }))).toMatchObject({
					code: 'RATE_LIMITED',
					facts: { tries: 0, retryAfterMs: 1_800_000 },
				});
			}
			expect(tried).toEqual([0]);
			const deadline = runtime.now() + 10_000;
			await failureOf(repeated({ apiKey: memoryOf(), deadline }, status(200), asking(429, '30')));
			expect(await repeated({ apiKey, retryUntil: Infinity })).toBe('value');
		});

		it('never opens it earlier than the longest window says', async () => {
			const repetition = { request: 'getJob', signal: undefined, apiKey } as const;
			const value = await repeat(runtime, repetition, async (): Promise<Answer<number>> => {
				if (runtime.now() > began) return { ok: true, value: runtime.now() - began };
				closeUntil(60_000);
				return await Promise.resolve({ ok: false, failure: asking(429, '30') });
			});
			expect(value).toBe(60_000);
		});

		it('waits before the first try, and longer if it is closed again meanwhile', async () => {
			closeUntil(5_000);
			runtime.after(4_000, () => closeUntil(7_000));
			await repeated({ apiKey });
			expect(tried).toEqual([7_000]);
		});

		it('waits for windows of other requests no longer than for its own', async () => {
			const { rateLimitBudgetMs } = runtime.limits.retry;
			closeUntil(rateLimitBudgetMs);
			expect(await repeated({ apiKey })).toBe('value');
			apiKey.rateWindow.close(rateLimitBudgetMs + 1, runtime.now());
			const error = await failureOf(repeated({ apiKey }));
			expect(error).toMatchObject({
				code: 'RATE_LIMITED',
				facts: { tries: 0, retryAfterMs: rateLimitBudgetMs + 1 },
			});
			const retryUntil = runtime.now() + 2 * rateLimitBudgetMs;
			expect(await repeated({ apiKey, retryUntil })).toBe('value');
		});

		it('fails at once, with job and seconds, if it stays closed beyond the deadline', async () => {
			closeUntil(90_000);
			const job = { jobId: 'j', jobExists: true };
			const deadline = began + 90_000;
			const error = await failureOf(repeated({ apiKey, deadline, job }));
			expect(error.code).toBe('RATE_LIMITED');
			expect(error.facts).toEqual({
				request: 'getJob',
				server: 'api.example.com',
				tries: 0,
				retryAfterMs: 90_000,
				jobMayExist: false,
				...job,
			});
			expect([tried, runtime.slept]).toEqual([[], []]);
			expect(await repeated({ apiKey, deadline: deadline + 1 })).toBe('value');
		});

		it.each([
			[undefined, 'STOPPED'],
			[HALT_REASON, 'NOT_STARTED'],
		])('is stopped there, sure that nothing was sent: %p', async (reason, code) => {
			closeUntil(60_000);
			const stop = new AbortController();
			runtime.after(1_000, () => stop.abort(reason));
			const own = { request: 'submitJob', apiKey, signal: stop.signal } as const;
			const error = await failureOf(repeated(own));
			expect(error).toMatchObject({ code, facts: { tries: 0, jobMayExist: false } });
			expect(runtime.now() - began).toBe(1_000);
			expect(tried).toEqual([]);
		});

		it('makes no try if it was stopped, or the window was closed, while it waited for a slot', async () => {
			runtime.slots = { ...runtime.slots, requests: createSlots(1) };
			const occupy = () => void runtime.slots.requests(() => runtime.sleep(1_000));
			occupy();
			const stop = new AbortController();
			runtime.after(500, () => stop.abort());
			expect((await failureOf(repeated({ apiKey, signal: stop.signal }))).code).toBe('STOPPED');
			expect(tried).toEqual([]);
			occupy();
			const closes = runtime.now() - began;
			runtime.after(500, () => closeUntil(closes + 5_000));
			await repeated({ apiKey });
			expect(tried).toEqual([closes + 5_000]);
		});
	});

	it('logs every pause, long ones at level info', async () => {
		await repeated({}, RESET, UNREADABLE, status(503), status(503));
		expect(runtime.logged).toEqual([
			['debug', 'getJob: ECONNRESET; trying again in 375 ms'],
			['debug', 'getJob: a web page came back; trying again in 750 ms'],
			['debug', 'getJob: status 503; trying again in 1500 ms'],
			['info', 'getJob: status 503; trying again in 3000 ms'],
		]);
	});
});
