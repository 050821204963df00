import fc from 'fast-check';

import { type Failure, type RequestName, REQUESTS } from '../../../../client/failure';
import { PRODUCT_LIMITS } from '../../../../client/limits';
import { repeat, type Repetition } from '../../../../client/retry';
import { ScriptedRuntime } from '../../support/scriptedRuntime';

const { retry: LIMITS } = PRODUCT_LIMITS;
const ALMOST_ONE = 0.999999;
const hasAnswered = () => true;

const status = (statusCode: number, retryAfter?: string): Failure => ({
	kind: 'status',
	statusCode,
	retryAfter,
});
const network = (code: string): Failure => ({ kind: 'network', code });

type Circumstances = Omit<Partial<Repetition>, 'request' | 'deadline' | 'retryUntil'> & {
	/** Milliseconds from the start. */
	deadline?: number;
	/** Milliseconds from the start. */
	retryUntil?: number;
	/** Milliseconds that each try takes. */
	tryMs?: number;
	random?: number;
};

/** All pauses until the tries end. Each failure happens once, the last one from then on. */
async function pauses(
	request: RequestName,
	failures: Failure | Iterable<Failure>,
	{ deadline, random = ALMOST_ONE, retryUntil, tryMs = 0, ...own }: Circumstances = {},
): Promise<number[]> {
	const runtime = new ScriptedRuntime();
	runtime.random = () => random;
	const began = runtime.now();
	const ends = {
		...(deadline === undefined ? {} : { deadline: began + deadline }),
		...(retryUntil === undefined ? {} : { retryUntil: began + retryUntil }),
	};
	const rest = Symbol.iterator in failures ? failures[Symbol.iterator]() : undefined;
	let failure: Failure = rest ? status(400) : (failures as Failure);
	const given: number[] = [];
	const sleep = runtime.sleep.bind(runtime);
	runtime.sleep = async (ms, signal) => {
		given.push(ms);
		await sleep(ms, signal);
	};
	const repetition = { request, getServer: () => '', signal: undefined, ...ends, ...own };
	const tried = repeat(runtime, repetition, async () => {
		await sleep(tryMs);
		const next = rest?.next();
		if (next && next.done !== true) failure = next.value;
		if (given.length > 20_000) throw new Error('No end of patience');
		return { ok: false, failure };
	});
	await expect(tried).rejects.toMatchObject({ name: 'TagPdfError' });
	return given;
}

const total = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0);

describe('the patience of a request', () => {
	it.each(REQUESTS)('ends after five seconds at first contact: %s', async (request) => {
		const expected = [500, 1000, 2000];
		expect(await pauses(request, status(500))).toEqual(expected);
		expect(await pauses(request, network('ECONNREFUSED'))).toEqual(expected);
	});

	it('runs from the end of the first try, and gives a slow one a second try', async () => {
		expect(await pauses('createUpload', network('ETIMEDOUT'), { tryMs: 60_000 })).toEqual([500]);
	});

	it.each(REQUESTS)(
		'lasts for an outage of two minutes if the service has answered before: %s',
		async (request) => {
			const waited = total(await pauses(request, network('ECONNREFUSED'), { hasAnswered }));
			expect(waited).toBeLessThanOrEqual(LIMITS.outageMs);
			expect(waited).toBeGreaterThan(LIMITS.outageMs - LIMITS.backoffMaxMs);
		},
	);

	it('lasts as long if the service says when to come back', async () => {
		const asked = await pauses('createUpload', status(503, '10'));
		expect(asked).toEqual([...Array<number>(5).fill(10_000), 16_000, 30_000]);
		const then = await pauses('createUpload', [status(503, '10'), network('ECONNREFUSED')]);
		expect(total(then)).toBeGreaterThan(60_000);
	});

	it("obeys a 5xx answer's Retry-After, within bounds", async () => {
		const first = async (retryAfter: string) =>
			(await pauses('getJob', status(503, retryAfter), { retryUntil: 600_000 }))[0];
		expect(await first('1')).toBe(1_000);
		expect(await first('120')).toBe(120_000);
		expect(await first('121')).toBe(120_000);
		expect(await first('soon')).toBe(500);
		expect(await first(new Date(Date.UTC(2026, 0, 1) + 9_000).toUTCString())).toBe(9_000);
	});

	it('takes all of its numbers from the limits', async () => {
		const runtime = new ScriptedRuntime();
		const retry = { ...LIMITS, firstContactMs: 30, backoffBaseMs: 10, backoffMaxMs: 12 };
		runtime.limits = { ...PRODUCT_LIMITS, retry };
		runtime.random = () => ALMOST_ONE;
		const repetition = { request: 'store', getServer: () => '', signal: undefined } as const;
		const failing = repeat(runtime, repetition, async () => {
			return await Promise.resolve({ ok: false, failure: status(500) } as const);
		});
		await expect(failing).rejects.toBeDefined();
		expect(runtime.slept).toEqual([10, 12]);
	});

	it('does not extend to a permanent failure', async () => {
		expect(await pauses('getJob', status(404), { hasAnswered })).toEqual([]);
		expect(await pauses('getJob', network('CERT_HAS_EXPIRED'), { hasAnswered })).toEqual([]);
		const unreadable: Failure = { kind: 'document', reason: 'it cannot be read' };
		expect(await pauses('store', unreadable, { hasAnswered })).toEqual([]);
	});

	it('starts no try at or after the deadline', async () => {
		const upTo = async (deadline: number, failure = status(500)) =>
			await pauses('getJob', failure, { deadline, hasAnswered });
		expect(await upTo(1_501)).toEqual([500, 1000]);
		expect(await upTo(1_500)).toEqual([500]);
		expect(await upTo(60_000, status(429, '60'))).toEqual([]);
		expect(await pauses('store', status(403), { deadline: 0 })).toEqual([]);
	});

	it('has a time for each kind of failure', async () => {
		const windows = Array<Failure>(3).fill(status(429, '60'));
		// After three minutes in rate windows, a failure still has its time.
		const given = await pauses('submitJob', [...windows, status(503)], { hasAnswered });
		expect(total(given.slice(3))).toBeGreaterThan(60_000);
		const alternating = function* () {
			for (;;) yield* [status(429, '1'), status(503)];
		};
		expect(total(await pauses('getJob', alternating()))).toBeLessThan(130_000);
	});
});

describe('for rate windows', () => {
	it('is a quarter of an hour', async () => {
		expect(await pauses('getAccount', status(429, '1'))).toHaveLength(15 * 60);
		expect(await pauses('getJob', status(429, '900'))).toEqual([900_000]);
		expect(await pauses('getJob', status(429, '901'))).toEqual([]);
	});

	it.each([undefined, '0', 'soon', new Date(Date.UTC(2025, 0, 1)).toUTCString()])(
		'the client chooses a pause if a 429 has none (%p)',
		async (retryAfter) => {
			const minutes = Array<number>(13).fill(60_000);
			const given = await pauses('getJob', status(429, retryAfter));
			expect(given).toEqual([2000, 4000, 8000, 16_000, 32_000, ...minutes]);
		},
	);

	it('storage counts like an outage', async () => {
		expect(total(await pauses('store', status(429, '3')))).toBeGreaterThan(60_000);
	});
});

describe('once', () => {
	it.each(['store', 'download'] as const)('%s is renewed', async (request) => {
		expect(await pauses(request, status(403))).toEqual([0]);
	});
});

describe('for a state that may change', () => {
	it('a conflict is asked for again for about a minute, whatever Retry-After says', async () => {
		const given = await pauses('submitJob', status(409, '1000'));
		expect(given).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
	});

	it.each(['getJob', 'getResult'] as const)(
		'%s asks again for a job that the service has shown, but for no other, even if it is paid for',
		async (request) => {
			const about = { retryUntil: 600_000 };
			const given = await pauses(request, status(404), { ...about, job: { jobExists: true } });
			expect(given).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
			expect(await pauses(request, status(404), { ...about, job: { jobExists: false } })).toEqual(
				[],
			);
		},
	);

	it.each([0, 0.5, ALMOST_ONE])('is about a minute at random %d, too', async (random) => {
		const waited = total(await pauses('getJob', status(404), { job: { jobExists: true }, random }));
		expect(waited).toBeGreaterThan(45_000);
		expect(waited).toBeLessThanOrEqual(75_000);
	});
});

describe('once a document is paid for', () => {
	const minutes = 30;
	const paid = { retryUntil: minutes * 60_000 };

	it.each(['getJob', 'getResult', 'download'] as const)(
		'%s is retried with growing pauses until Wait Timeout',
		async (request) => {
			const backoff = [500, 1000, 2000, 4000, 8000, 16_000];
			const rarely = [...backoff, ...Array<number>(58).fill(30_000)];
			expect(await pauses(request, status(500), paid)).toEqual(rarely);
			expect(await pauses(request, network('ECONNREFUSED'), paid)).toEqual(rarely);
		},
	);

	it.each<[string, Failure, seconds: number]>([
		['a result that is said not to be there', status(409), 1771.5],
		['rate windows of a minute', status(429, '60'), 29 * 60],
		['rate windows that nobody knows', status(429), 2 + 4 + 8 + 16 + 32 + 28 * 60],
	])('the client waits for %s', async (_what, failure, seconds) => {
		expect(total(await pauses('getResult', failure, paid))).toBe(seconds * 1000);
	});

	it('a window may be longer than the usual time if it opens before then', async () => {
		const after = async (retryUntil: number) =>
			await pauses('getJob', status(429, '901'), { retryUntil });
		expect(await after(901_001)).toEqual([901_000]);
		expect(await after(901_000)).toEqual([]);
	});

	it('after Wait Timeout the usual time applies', async () => {
		const waited = total(await pauses('download', status(503), { retryUntil: 0, hasAnswered }));
		expect(waited).toBeGreaterThan(60_000);
		expect(waited).toBeLessThanOrEqual(LIMITS.outageMs);
	});

	it.each<[string, RequestName, Failure]>([
		['truncated downloads', 'download', network('TRUNCATED')],
		['downloads that broke', 'download', { kind: 'network', code: 'ECONNRESET', kept: true }],
		['downloads that are no PDF', 'download', { kind: 'unreadable', reason: '' }],
		['uploads with a useless answer', 'store', { kind: 'unreadable', reason: '' }],
	])('there are at most seven %s', async (_what, request, failure) => {
		expect(await pauses(request, failure, { ...paid, hasAnswered })).toHaveLength(6);
		const mixed = Array.from({ length: 6 }, () => [failure, network('ECONNRESET')]).flat();
		expect(await pauses(request, [...mixed, failure], paid)).toHaveLength(12);
	});

	it('a permanent failure stays one', async () => {
		expect(await pauses('getJob', status(401), paid)).toEqual([]);
		expect(await pauses('download', network('CERT_HAS_EXPIRED'), paid)).toEqual([]);
		expect(await pauses('download', status(403), paid)).toEqual([0]);
	});
});

it('ends for every request and every mixture of failures', async () => {
	const failure = fc.oneof(
		fc.constantFrom(400, 401, 403, 404, 408, 409, 429, 500, 503).map((code) => status(code)),
		fc.integer({ min: 0, max: 10 ** 9 }).map((seconds) => status(429, String(seconds))),
		fc.constantFrom('ECONNRESET', 'STALLED', 'CERT_HAS_EXPIRED').map(network),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...REQUESTS),
			fc.infiniteStream(failure),
			async (request, failures) => {
				expect((await pauses(request, failures, { hasAnswered })).length).toBeLessThan(10_000);
			},
		),
	);
});
