import fc from 'fast-check';

import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { pollIntervalMs } from '../../../../nodes/client/waiting/pollInterval';

const bounds = PRODUCT_LIMITS.waiting;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('pollIntervalMs', () => {
	it('is a tenth of the time waited, between the bounds', () => {
		expect(pollIntervalMs(0, 0.5, bounds)).toBe(500);
		expect(pollIntervalMs(5_000, 0.5, bounds)).toBe(500);
		expect(pollIntervalMs(5_100, 0.5, bounds)).toBe(510);
		expect(pollIntervalMs(60_000, 0.5, bounds)).toBe(6_000);
		expect(pollIntervalMs(150_000, 0.5, bounds)).toBe(15_000);
		expect(pollIntervalMs(3_600_000, 0.5, bounds)).toBe(15_000);
		expect(pollIntervalMs(3_600_000, 0.5, { pollMinMs: 1, pollMaxMs: 7 })).toBe(7);
		expect(pollIntervalMs(0, 0.5, { pollMinMs: 3, pollMaxMs: 7 })).toBe(3);
	});

	it('moves by up to ten per cent either way, in whole milliseconds', () => {
		expect(pollIntervalMs(60_000, 0, bounds)).toBe(5_400);
		expect(pollIntervalMs(60_000, 0.999_999, bounds)).toBe(6_600);
		expect(pollIntervalMs(60_000, 0.25, bounds)).toBe(5_700);
		expect(pollIntervalMs(5_555, 0.5, bounds)).toBe(556);
	});

	it('finds a result at most about a tenth late, with polls in the logarithm of the wait', () => {
		fc.assert(
			fc.property(fc.integer({ min: 10_000, max: 150_000 }), random, (jobMs, spread) => {
				let waited = 0;
				let polls = 0;
				while (waited < jobMs) {
					waited += pollIntervalMs(waited, spread, bounds);
					polls += 1;
				}
				expect(waited - jobMs).toBeLessThanOrEqual(0.11 * jobMs + 550);
				expect(polls).toBeLessThan(12 * Math.log2(jobMs / 500));
			}),
		);
	});
});
