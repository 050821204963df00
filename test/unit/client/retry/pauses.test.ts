import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { transformFileSync } from '@swc/core';
import fc from 'fast-check';

import { computeBackoffMs, readRetryAfterMs } from '../../../../nodes/client/retry/pauses';

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
		['Thursday, 01-Jan-26 12:00:30 GMT', 30_000],
		['Thu Jan  1 12:00:30 2026', 30_000],
		['Sat Jan 10 12:00:00 2026', 9 * 24 * 3_600_000],
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
		'Friday, 01-Jan-27 00:00:00 EST',
		'Friday, 01-Jan-2027 00:00:00 GMT',
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

	it('knows every weekday and month in each of the three forms', () => {
		const begin = Date.UTC(2026, 0, 31);
		for (let month = 0; month < 12; month += 1) {
			for (let day = 1; day <= 7; day += 1) {
				const time = Date.UTC(2027, month, day, 3, 4, 5);
				for (const date of httpDates(time))
					expect(readRetryAfterMs(date, begin)).toBe(time - begin);
			}
		}
	});

	it('reads every HTTP date to the second, in each form', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 49 * 365 * 86_400 }), (seconds) => {
				for (const date of httpDates(now + seconds * 1000)) {
					expect(readRetryAfterMs(date, now)).toBe(seconds * 1000);
				}
			}),
		);
	});

	it('reads a year of two digits as at most 50 years ahead', () => {
		const inYear = (year: string) =>
			readRetryAfterMs(`Wednesday, 01-Jan-${year} 12:00:00 GMT`, now);
		expect(inYear('76')).toBe(Date.UTC(2076, 0, 1, 12) - now);
		expect(inYear('77')).toBe(0);
		expect(inYear('99')).toBe(0);
		const late = Date.UTC(2099, 11, 31, 23, 59, 30);
		expect(readRetryAfterMs('Thursday, 31-Dec-99 23:59:59 GMT', late)).toBe(29_000);
	});

	it('reads every form as GMT in any time zone', () => {
		const dates = httpDates(now + 60_000);
		const source = join(__dirname, '../../../../nodes/client/retry/pauses.ts');
		const { code } = transformFileSync(source, {
			jsc: { parser: { syntax: 'typescript' } },
			module: { type: 'commonjs' },
		});
		const program = `const exports = {}; ${code}
			const waits = ${JSON.stringify(dates)}.map((date) => exports.readRetryAfterMs(date, ${now}));
			console.log(JSON.stringify([new Date(${now}).getTimezoneOffset(), ...waits]));`;
		for (const [TZ, offset] of Object.entries({ 'America/New_York': 300, 'Asia/Tokyo': -540 })) {
			const output = execFileSync(process.execPath, ['-'], {
				input: program,
				env: { ...process.env, TZ },
				encoding: 'utf8',
			});
			expect(JSON.parse(output)).toEqual([offset, 60_000, 60_000, 60_000]);
		}
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

/** The three forms of an HTTP date (RFC 9110, 5.6.7): IMF-fixdate, RFC 850, asctime. */
function httpDates(time: number): [string, string, string] {
	const date = new Date(time);
	const fixed = date.toUTCString();
	const [, day = '', month = '', year = '', clock = ''] = fixed.split(/[ ,]+/);
	const weekday = date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
	return [
		fixed,
		`${weekday}, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
		`${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${clock} ${year}`,
	];
}
