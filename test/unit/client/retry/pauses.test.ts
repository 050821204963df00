import fc from 'fast-check';

import { retryAfterMs } from '../../../../nodes/client/retry/pauses';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('retryAfterMs', () => {
	it.each([
		['0', 0],
		['7', 7_000],
		[' 120 ', 120_000],
		['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
		['Thursday, 01-Jan-26 12:00:30 GMT', 30_000],
		['Thu, 01 Jan 2026 11:00:00 GMT', 0],
	])('%p → %p ms', (value, ms) => {
		expect(retryAfterMs(value, now)).toBe(ms);
	});

	it.each([undefined, null, 7, '', '-1', '1.5', 'soon', 'Thu, 99 Foo 2026', '1e9'])(
		'takes %p for absent',
		(value) => {
			expect(retryAfterMs(value, now)).toBeUndefined();
		},
	);

	it('reads every HTTP date to the second', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
				const date = new Date(now + seconds * 1000).toUTCString();
				expect(retryAfterMs(date, now)).toBe(seconds * 1000);
			}),
		);
	});

	it('never gives what a timer cannot take', () => {
		fc.assert(
			fc.property(fc.string(), (value) => {
				const ms = retryAfterMs(value, now);
				expect(ms === undefined || (Number.isFinite(ms) && ms >= 0)).toBe(true);
			}),
		);
	});
});
