import fc from 'fast-check';

import { REQUESTS, type Failure, type RequestName } from '../../../../nodes/client/errors';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { RetryBudget, type Circumstances } from '../../../../nodes/client/retry/retryBudget';

const limits = PRODUCT_LIMITS.retry;
const now = Date.UTC(2026, 0, 1);
const ALMOST_ONE = 0.999999;

const status = (statusCode: number, retryAfter?: string): Failure => ({
	kind: 'status',
	statusCode,
	retryAfter,
});
const network = (code: string): Failure => ({ kind: 'network', code });

/** All pauses if the same failure repeats until the retries end. */
function pauses(request: RequestName, failure: Failure, circumstances?: Circumstances): number[] {
	const patience = new RetryBudget(request, limits, circumstances);
	const given: number[] = [];
	let time = now;
	while (given.length < 100_000) {
		const pause = patience.choosePause(failure, time, ALMOST_ONE);
		if (pause === undefined) return given;
		given.push(pause);
		time += pause;
	}
	throw new Error('No end of patience');
}

const total = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0);

describe('RetryBudget', () => {
	it.each<[RequestName, number]>([
		['fetchSource', 4],
		['getAccount', 4],
		['createUpload', 4],
		['store', 4],
		['submitJob', 7],
		['getJob', 7],
		['getResult', 7],
		['download', 7],
	])('ends the tries of %s at %i', (request, tries) => {
		expect(pauses(request, status(500))).toEqual(
			[500, 1000, 2000, 4000, 8000, 16_000].slice(0, tries - 1),
		);
	});

	describe('with a service that has answered before', () => {
		const hasAnswered = () => true;

		it.each<RequestName>(['getAccount', 'createUpload', 'store', 'submitJob'])(
			'lets %s survive an outage of two minutes, but no longer',
			(request) => {
				const waited = total(pauses(request, network('ECONNREFUSED'), { hasAnswered }));
				expect(waited).toBeLessThan(limits.outageMs);
				expect(waited).toBeGreaterThan(limits.outageMs - limits.backoffMaxMs);
			},
		);

		it.each<RequestName>(['fetchSource', 'getJob', 'getResult', 'download'])(
			'does not add tries of %s',
			(request) => {
				const failure = network('ECONNREFUSED');
				expect(pauses(request, failure, { hasAnswered })).toEqual(pauses(request, failure));
			},
		);

		it('counts the time from the first failure', () => {
			let answered = false;
			const patience = new RetryBudget('store', limits, { hasAnswered: () => answered });
			for (const at of [0, 1, 2]) {
				expect(patience.choosePause(status(503), now + at, 0)).toBeDefined();
			}
			expect(patience.choosePause(status(503), now + 3, 0)).toBeUndefined();
			answered = true;
			expect(patience.choosePause(status(503), now + 100_000, 0)).toBeDefined();
			expect(patience.choosePause(status(503), now + limits.outageMs, 0)).toBeUndefined();
		});

		it('sends a document at most four times to a storage with useless answers', () => {
			const useless: Failure = { kind: 'unreadable', reason: 'a web page came back' };
			expect(pauses('store', useless, { hasAnswered })).toHaveLength(3);
		});

		it('keeps to a deadline and a longer patience', () => {
			const deadline = now + 10_000;
			expect(total(pauses('store', status(503), { hasAnswered, deadline }))).toBeLessThan(10_000);
			const retryUntil = now + 300_000;
			const waited = total(pauses('submitJob', status(503), { hasAnswered, retryUntil }));
			expect(waited).toBeGreaterThan(limits.outageMs + limits.backoffMaxMs);
		});
	});

	it('takes all of its numbers from the limits', () => {
		const own = { ...limits, triesBeforePayment: 2, backoffBaseMs: 10, backoffMaxMs: 12 };
		const patience = new RetryBudget('store', own);
		expect(patience.choosePause(status(500), now, ALMOST_ONE)).toBe(10);
		expect(patience.choosePause(status(500), now, ALMOST_ONE)).toBeUndefined();
		const longer = new RetryBudget('store', { ...own, triesBeforePayment: 3 });
		longer.choosePause(status(500), now, ALMOST_ONE);
		expect(longer.choosePause(status(500), now, ALMOST_ONE)).toBe(12);
	});

	it('has no tries for a permanent failure', () => {
		expect(pauses('getJob', status(404))).toEqual([]);
		expect(pauses('getJob', network('CERT_HAS_EXPIRED'))).toEqual([]);
		expect(pauses('store', { kind: 'document', reason: 'it cannot be read' })).toEqual([]);
	});

	it("obeys a 5xx answer's Retry-After, within bounds", () => {
		expect(pauses('getAccount', status(503, '10'))).toEqual([10_000, 10_000, 10_000]);
		expect(pauses('getAccount', status(503, '1'))).toEqual([1000, 1000, 2000]);
		expect(pauses('getAccount', status(503, '120'))[0]).toBe(120_000);
		expect(pauses('getAccount', status(503, '121'))[0]).toBe(120_000);
		expect(pauses('getAccount', status(503, 'soon'))[0]).toBe(500);
		expect(pauses('getAccount', status(503, new Date(now + 9_000).toUTCString()))[0]).toBe(9_000);
	});

	it('limits waits for rate windows by time, not by tries', () => {
		const seconds = pauses('getAccount', status(429, '1'));
		expect(seconds).toEqual(Array<number>(15 * 60).fill(1000));
		expect(pauses('getJob', status(429, '900'))).toEqual([900_000]);
		expect(pauses('getJob', status(429, '901'))).toEqual([]);
	});

	it('counts waits for rate windows of other requests in the same time', () => {
		const patience = new RetryBudget('getAccount', limits);
		expect(patience.canWaitForWindow(900_000, now)).toBe(true);
		expect(patience.canWaitForWindow(900_001, now)).toBe(false);
		expect(patience.canWaitForWindow(300_000, now + 600_000)).toBe(true);
		expect(patience.choosePause(status(429, '301'), now + 600_000, 0)).toBeUndefined();
		expect(patience.choosePause(status(429, '300'), now + 600_000, 0)).toBe(300_000);
	});

	it.each([undefined, '0', 'soon', new Date(now - 1000).toUTCString()])(
		'chooses its own pause if a 429 has none (%p)',
		(retryAfter) => {
			const given = pauses('getJob', status(429, retryAfter));
			const minutes = Array<number>(13).fill(60_000);
			expect(given).toEqual([2000, 4000, 8000, 16_000, 32_000, ...minutes]);
		},
	);

	it('counts the 429 of storage among the tries', () => {
		expect(pauses('store', status(429, '3'))).toEqual([3000, 3000, 3000]);
	});

	it('renews once', () => {
		expect(pauses('store', status(403))).toEqual([0]);
		expect(pauses('download', status(403))).toEqual([0]);
	});

	it('retries a conflict for a limited time, whatever Retry-After says', () => {
		const given = pauses('submitJob', status(409, '1000'));
		expect(given).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
		const exact = new RetryBudget('submitJob', { ...limits, askAgainBudgetMs: 500 });
		expect(exact.choosePause(status(409), now, ALMOST_ONE)).toBe(500);
		expect(exact.choosePause(status(409), now, ALMOST_ONE)).toBeUndefined();
	});

	describe('until a time', () => {
		const minutes = 30;
		const patient = { retryUntil: now + minutes * 60_000 };

		it.each(['getJob', 'getResult', 'download'] as const)(
			'retries transient failures of %s with growing pauses until the time is over',
			(request) => {
				const backoff = [500, 1000, 2000, 4000, 8000, 16_000];
				const rarely = [...backoff, ...Array<number>(58).fill(30_000)];
				expect(pauses(request, status(500), patient)).toEqual(rarely);
				expect(pauses(request, network('ECONNREFUSED'), patient)).toEqual(rarely);
				const asked = Array<number>(minutes - 1).fill(60_000);
				expect(pauses(request, status(503, '60'), patient)).toEqual(asked);
			},
		);

		it.each<[string, Failure, seconds: number]>([
			['a result that is said not to be there', status(409), 1771.5],
			['rate windows of a minute', status(429, '60'), 29 * 60],
			['rate windows that nobody knows', status(429), 2 + 4 + 8 + 16 + 32 + 28 * 60],
		])('waits for %s', (_what, failure, seconds) => {
			expect(total(pauses('getResult', failure, patient))).toBe(seconds * 1000);
		});

		it('waits for a window beyond the usual time if it opens before then', () => {
			const after = (patientMs: number) =>
				pauses('getJob', status(429, '901'), { retryUntil: now + patientMs });
			expect(after(901_001)).toEqual([901_000]);
			expect(after(901_000)).toEqual([]);
		});

		it('has the usual tries after that time, and without one', () => {
			expect(pauses('download', status(503), { retryUntil: now })).toHaveLength(6);
			expect(pauses('download', status(503), { retryUntil: now + 2_000 })).toHaveLength(6);
		});

		it('downloads unusable data at most seven times', () => {
			const patience = new RetryBudget('download', limits, patient);
			const after = (failure: Failure) => patience.choosePause(failure, now, 0.5);
			for (let tries = 0; tries < 20; tries += 1) expect(after(status(503))).toBeDefined();
			for (let tries = 0; tries < 20; tries += 1)
				expect(after(network('ECONNRESET'))).toBeDefined();
			const cut: Failure = { kind: 'network', code: 'ECONNRESET', kept: true };
			for (let tries = 1; tries < 7; tries += 1)
				expect(after(tries % 2 === 1 ? cut : network('TRUNCATED'))).toBeDefined();
			expect(after(cut)).toBeUndefined();
			expect(pauses('download', { kind: 'unreadable', reason: '' }, patient)).toHaveLength(6);
		});

		it('does not retry a permanent failure', () => {
			expect(pauses('getJob', status(401), patient)).toEqual([]);
			expect(pauses('download', network('CERT_HAS_EXPIRED'), patient)).toEqual([]);
			expect(pauses('download', status(403), patient)).toEqual([0]);
		});
	});

	it.each(['getJob', 'getResult'] as const)(
		'%s: retries for about a minute for a job that the service has shown, but for no other',
		(request) => {
			const given = pauses(request, status(404), { job: { jobExists: true } });
			expect(given).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
			expect(pauses(request, status(404), { job: { jobExists: false } })).toEqual([]);
		},
	);

	it.each([
		[0, 60_750],
		[0.5, 68_625],
		[ALMOST_ONE, 61_500],
	])('retries for about a minute at random %d, too', (random, waitedMs) => {
		const patience = new RetryBudget('getJob', limits, { job: { jobExists: true } });
		const pauseAfter = () => patience.choosePause(status(404), now, random);
		let waited = 0;
		for (let pause = pauseAfter(); pause !== undefined; pause = pauseAfter()) waited += pause;
		expect(waited).toBe(waitedMs);
	});

	it('counts each kind of failure separately', () => {
		const patience = new RetryBudget('submitJob', limits);
		const after = (failure: Failure) => patience.choosePause(failure, now, ALMOST_ONE);
		expect(after(status(500))).toBe(500);
		expect(after(status(409))).toBe(500);
		expect(after(status(429))).toBe(2000);
		expect(after(network('ECONNRESET'))).toBe(1000);
		expect(after(status(409))).toBe(1000);
		expect(after(status(429))).toBe(4000);
	});

	it('starts no try at or after the deadline', () => {
		expect(pauses('getJob', status(500), { deadline: now + 1501 })).toEqual([500, 1000]);
		expect(pauses('getJob', status(500), { deadline: now + 1500 })).toEqual([500]);
		expect(pauses('getJob', status(429, '60'), { deadline: now + 60_000 })).toEqual([]);
		expect(pauses('store', status(403), { deadline: now })).toEqual([]);
	});

	it('ends for every request and every mixture of failures', () => {
		const failure = fc.oneof(
			fc.constantFrom(400, 401, 403, 404, 408, 409, 429, 500, 503).map((code) => status(code)),
			fc.integer({ min: 0, max: 10 ** 9 }).map((seconds) => status(429, String(seconds))),
			fc.constantFrom('ECONNRESET', 'STALLED', 'CERT_HAS_EXPIRED').map(network),
		);
		fc.assert(
			fc.property(fc.constantFrom(...REQUESTS), fc.infiniteStream(failure), (request, failures) => {
				const patience = new RetryBudget(request, limits);
				let tries = 0;
				let time = now;
				for (const each of failures) {
					tries += 1;
					const pause = patience.choosePause(each, time, 0.5);
					if (pause === undefined) break;
					time += pause;
					expect(tries).toBeLessThan(10_000);
				}
			}),
		);
	});
});
