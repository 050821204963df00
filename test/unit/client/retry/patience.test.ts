import fc from 'fast-check';

import {
	remedyFor,
	STEPS,
	type Fault,
	type Remedy,
	type Step,
} from '../../../../nodes/client/errors';
import { limits } from '../../../../nodes/client/limits';
import { Retries } from '../../../../nodes/client/retry/patience';

const API: Step[] = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
const status = (statusCode: number, more: object = {}): Fault => ({
	kind: 'status',
	statusCode,
	...more,
});
const network = (code: string): Fault => ({ kind: 'network', code });

/** Every step whose remedy for a fault is the one given. */
function stepsWith(remedy: Remedy, fault: Fault): Step[] {
	return STEPS.filter((step) => remedyFor(step, fault) === remedy);
}

describe('remedyFor', () => {
	it.each([
		'ECONNRESET',
		'ECONNREFUSED',
		'ENOTFOUND',
		'ETIMEDOUT',
		'ECONNABORTED',
		'STALLED',
		'TRUNCATED',
	])('repeats every step after %s', (code) =>
		expect(stepsWith('retry', network(code))).toEqual(STEPS),
	);

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SSRF_BLOCKED',
		'ERR_CANCELED',
		'UNKNOWN',
	])('repeats nothing after %s', (code) => expect(stepsWith('none', network(code))).toEqual(STEPS));

	it.each([408, 500, 502, 503, 504])('repeats every step after %i', (code) => {
		expect(stepsWith('retry', status(code))).toEqual(STEPS);
	});

	it.each([400, 401, 402, 404, 405, 410, 413, 501, 302])('repeats nothing after %i', (code) => {
		expect(stepsWith('none', status(code))).toEqual(STEPS);
	});

	it('holds the whole API key after 429, and repeats elsewhere', () => {
		expect(stepsWith('waitForWindow', status(429))).toEqual(API);
		expect(stepsWith('retry', status(429))).toEqual(['fetchSource', 'store', 'download']);
	});

	it('asks again after 409 on submission; a completed job only seems not to be', () => {
		expect(stepsWith('askAgain', status(409))).toEqual(['submitJob']);
		expect(stepsWith('retry', status(409))).toEqual(['getResult']);
	});

	it('renews what was presigned after 403', () => {
		expect(stepsWith('renew', status(403))).toEqual(['store', 'download']);
	});

	it("knows S3's 400 for a slow upload", () => {
		expect(stepsWith('retry', status(400, { type: 'RequestTimeout' }))).toEqual([
			'store',
			'download',
		]);
	});

	it('repeats an answer that is not what the step gives, except for the document itself', () => {
		const fault: Fault = { kind: 'unreadable', reason: 'a web page came back' };
		expect(stepsWith('none', fault)).toEqual(['fetchSource']);
	});
});

describe('Retries', () => {
	const now = 1_000_000;
	/** All pauses until there is none. */
	function pauses(step: Step, fault: Fault, deadline?: number): number[] {
		const retries = new Retries(step, deadline);
		const given: number[] = [];
		let time = now;
		for (;;) {
			const pause = retries.pauseAfter(fault, time, 0.999999);
			if (pause === undefined || given.length > 100_000) return given;
			given.push(pause);
			time += pause;
		}
	}
	const total = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0);

	it('is more patient once something has been paid for', () => {
		expect(pauses('createUpload', status(500))).toEqual([500, 1000, 2000]);
		expect(pauses('getJob', status(500))).toEqual([500, 1000, 2000, 4000, 8000, 16000]);
	});

	it("obeys a 5xx answer's Retry-After, within bounds", () => {
		expect(pauses('getAccount', status(503, { retryAfterMs: 10_000 }))).toEqual([
			10_000, 10_000, 10_000,
		]);
		expect(pauses('getAccount', status(503, { retryAfterMs: 10 ** 9 }))[0]).toBe(
			limits.retryAfterMaxMs,
		);
	});

	it('waits for rate windows by the time they take, not by tries', () => {
		const seconds = pauses('getJob', status(429, { retryAfterMs: 1_000 }));
		expect(total(seconds)).toBeLessThanOrEqual(limits.rateLimitBudgetMs);
		expect(seconds.length).toBeGreaterThan(limits.triesAfterPayment);
		expect(pauses('getJob', status(429, { retryAfterMs: limits.rateLimitBudgetMs + 1 }))).toEqual(
			[],
		);
	});

	it('never loops without a pause on Retry-After: 0', () => {
		const given = pauses('getJob', status(429, { retryAfterMs: 0 }));
		expect(Math.min(...given)).toBeGreaterThan(0);
		expect(given.length).toBeLessThan(100);
	});

	it('renews once', () => {
		expect(pauses('store', status(403))).toEqual([0]);
	});

	it('asks again after a conflict for a bounded time', () => {
		const given = pauses('submitJob', status(409));
		expect(given.length).toBeGreaterThan(4);
		expect(total(given)).toBeLessThanOrEqual(limits.conflictBudgetMs);
	});

	it('begins no try after the deadline', () => {
		expect(pauses('getJob', status(500), now + 3_400)).toEqual([500, 1000]);
	});

	it('ends for every step and every mixture of faults', () => {
		const fault = fc.oneof(
			fc.constantFrom(400, 401, 403, 404, 408, 409, 429, 500, 503).map((code) => status(code)),
			fc.integer({ min: 0, max: 10 ** 9 }).map((ms) => status(429, { retryAfterMs: ms })),
			fc.constantFrom('ECONNRESET', 'STALLED', 'CERT_HAS_EXPIRED').map(network),
		);
		fc.assert(
			fc.property(fc.constantFrom(...STEPS), fc.infiniteStream(fault), (step, faults) => {
				const retries = new Retries(step);
				let tries = 0;
				for (const each of faults) {
					tries += 1;
					if (retries.pauseAfter(each, now, 0.5) === undefined) break;
					expect(tries).toBeLessThan(10_000);
				}
			}),
		);
	});
});
