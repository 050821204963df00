import fc from 'fast-check';

import { backoffMs, pollIntervalMs } from '../../../../nodes/client/retry/pauses';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const bounds = { baseMs: 500, maxMs: 30_000 };

describe('backoffMs', () => {
	it('doubles up to the longest pause; at least half of it is kept', () => {
		expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, 0.999999, bounds))).toEqual([
			500, 1000, 2000, 4000,
		]);
		expect(backoffMs(20, 0.999999, bounds)).toBe(30_000);
		expect(backoffMs(1, 0, bounds)).toBe(250);
	});

	it('stays within its bounds and never shrinks from one try to the next beyond its jitter', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2000 }), random, random, (attempt, a, b) => {
				const pause = backoffMs(attempt, a, bounds);
				expect(pause).toBeGreaterThanOrEqual(bounds.baseMs / 2);
				expect(pause).toBeLessThanOrEqual(bounds.maxMs);
				expect(backoffMs(attempt + 1, b, bounds)).toBeGreaterThanOrEqual(pause / 2);
			}),
		);
	});
});

describe('pollIntervalMs', () => {
	const poll = { minMs: 500, maxMs: 15_000 };

	it('is about a tenth of the time waited, between the bounds', () => {
		expect(pollIntervalMs(0, 0.5, poll)).toBe(500);
		expect(pollIntervalMs(60_000, 0.5, poll)).toBe(6_000);
		expect(pollIntervalMs(3_600_000, 0.5, poll)).toBe(15_000);
	});

	it('finds a result at most about a tenth late, with polls in the logarithm of the wait', () => {
		fc.assert(
			fc.property(fc.integer({ min: 10_000, max: 150_000 }), random, (jobMs, spread) => {
				let waited = 0;
				let polls = 0;
				while (waited < jobMs) {
					waited += pollIntervalMs(waited, spread, poll);
					polls += 1;
				}
				expect(waited - jobMs).toBeLessThanOrEqual(0.11 * jobMs + 550);
				expect(polls).toBeLessThan(12 * Math.log2(jobMs / 500));
			}),
		);
	});
});
