import fc from 'fast-check';

import { computeBackoffMs, readRetryAfterMs } from '../../../../client/retry';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('computeBackoffMs', () => {
	const bounds = { baseMs: 500, maxMs: 30_000 };

	it('doubles up to the longest pause, of which jitter keeps at least half', () => {
		const longest = [1, 2, 3, 4, 6, 7, 20].map((attempt) =>
			computeBackoffMs(attempt, 0.999999, bounds),
		);
		expect(longest).toEqual([500, 1000, 2000, 4000, 16_000, 30_000, 30_000]);
		const shortest = [1, 2, 3, 4, 6, 7, 20].map((attempt) => computeBackoffMs(attempt, 0, bounds));
		expect(shortest).toEqual([250, 500, 1000, 2000, 8_000, 15_000, 15_000]);
		expect(computeBackoffMs(1, 0.5, bounds)).toBe(375);
	});

	it('returns whole milliseconds, rounded up', () => {
		expect(computeBackoffMs(1, 0.001, bounds)).toBe(251);
		expect(computeBackoffMs(1, 0, { baseMs: 1, maxMs: 1 })).toBe(1);
	});

	it('stays within its bounds and never shrinks from one try to the next beyond its jitter', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2000 }), random, random, (attempt, a, b) => {
				const pause = computeBackoffMs(attempt, a, bounds);
				expect(pause).toBeGreaterThanOrEqual(bounds.baseMs / 2);
				expect(pause).toBeLessThanOrEqual(bounds.maxMs);
				expect(computeBackoffMs(attempt + 1, b, bounds)).toBeGreaterThanOrEqual(pause / 2);
			}),
		);
	});
});

describe('readRetryAfterMs', () => {
	it.each([
		['0', 0],
		['7', 7_000],
		[' 120 ', 120_000],
		['999999999', 999_999_999_000],
		['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
		['Fri, 02 Jan 2026 12:00:00 GMT', 24 * 3_600_000],
		['Thu, 01 Jan 2026 12:00:00 GMT', 0],
		['Thu, 01 Jan 2026 11:00:00 GMT', 0],
	])('%j is %i ms', (value, ms) => {
		expect(readRetryAfterMs(value, now)).toBe(ms);
	});

	it.each([
		undefined,
		'',
		' ',
		'-1',
		'+1',
		'1.5',
		'1e9',
		'0x10',
		'7 s',
		'9999999999',
		'soon',
		// Texts that Date.parse accepts although they are not HTTP dates.
		'may 2030',
		'Jan 2030',
		'2030-01-01',
		'2030-01-01T00:00:00Z',
		'Fri, 01 Jan 2027 00:00:00',
		'Fri, 01 Jan 2027 00:00:00 UTC',
		'Fri, 01 Jan 2027 00:00:00 EST',
		'Fri, 01 Jan 2027 00:00:00 +0100',
		'Fri, 01 Jan 2027 00:00:00 GMT+0100',
		'Friday, 01-Jan-27 00:00:00 GMT',
		'Fri Jan  1 00:00:00 2027',
		'Fri, 01 Jan 2027 25:00:00 GMT',
		'Fri Jan  1 00:00:00 2027 GMT',
		'Fri Jan 1 00:00:00 2027',
		'Fri, 1 Jan 2027 00:00:00 GMT',
		'fri, 01 jan 2027 00:00:00 gmt',
		'01 Jan 2027 00:00:00 GMT',
		'Fri, 01 Foo 2027 00:00:00 GMT',
		'see Fri, 01 Jan 2027 00:00:00 GMT',
		'Fri, 01 Jan 2027 00:00:00 GMT or later',
	])('ignores %j', (value) => {
		expect(readRetryAfterMs(value, now)).toBeUndefined();
	});

	it('reads every HTTP date to the second', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 49 * 365 * 86_400 }), (seconds) => {
				const date = new Date(now + seconds * 1000).toUTCString();
				expect(readRetryAfterMs(date, now)).toBe(seconds * 1000);
			}),
		);
	});

	it('returns a valid pause for any text', () => {
		fc.assert(
			fc.property(fc.string(), (value) => {
				const ms = readRetryAfterMs(value, now);
				expect(ms === undefined || (Number.isFinite(ms) && ms >= 0)).toBe(true);
			}),
		);
	});
});
