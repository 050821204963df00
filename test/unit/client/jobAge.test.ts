import { compareAge, getGoneAt } from '../../../client/jobAge';

const MOMENT = Date.parse('2026-03-01T12:00:00Z');
const age = (createdAt: unknown, moment: number | null | undefined = MOMENT, date = MOMENT) =>
	compareAge({ createdAt, date }, moment);

test.each<[unknown, string]>([
	['2026-03-01T11:59:00Z', 'earlier'],
	['2026-03-01T11:59:01Z', 'unknown'],
	['2026-03-01T12:00:00Z', 'since'],
	['2026-03-01T12:00:01Z', 'since'],
	['2026-03-01T12:00:01.001Z', 'unknown'],
	['2026-03-01T13:59:00+02:00', 'earlier'],
	['2026-03-01T13:59:00+0200', 'earlier'],
	['2026-03-01T13:59:00+02', 'earlier'],
	['2026-03-01T06:30:00-05:30', 'since'],
	['2026-03-01 11:59:00Z', 'earlier'],
	['20260301T115900Z', 'earlier'],
	['2026-03-01T11:59:00.123456Z', 'unknown'],
	['2026-03-01T11:58:59,999Z', 'earlier'],
	['2026-03-01T11:59Z', 'earlier'],
	[' 2026-03-01t11:59:00z ', 'earlier'],
	// Without a zone, it may have been 12 hours later.
	['2026-02-28T23:59:00', 'earlier'],
	['2026-02-28T23:59:01', 'unknown'],
	['2026-03-01T12:00:00', 'unknown'],
	// Or 14 hours earlier.
	['2026-03-02T02:00:00', 'since'],
	['2026-03-02T01:59:59', 'unknown'],
	['2026-02-29T12:00:00Z', 'unknown'],
	['2026-13-01T12:00:00Z', 'unknown'],
	['2026-01-01T25:00:00Z', 'unknown'],
	['2025-13-01T12:00:00Z', 'unknown'],
	['2026-01-01T23:99:00Z', 'unknown'],
	['made 2026-03-01T11:59:00Z', 'unknown'],
	['2026-03-01T11:59:00Z or later', 'unknown'],
	['2026-01-01', 'unknown'],
	['yesterday', 'unknown'],
	['', 'unknown'],
	[1_767_225_600, 'unknown'],
	[null, 'unknown'],
	[{ toString: 7 }, 'unknown'],
])('a job of %j, at noon: %s', (createdAt, expected) => {
	expect(age(createdAt)).toBe(expected);
});

test.each([null, undefined, NaN])('without a moment (%p) nothing is known', (moment) => {
	expect(age('2020-01-01T00:00:00Z', moment ?? null)).toBe('unknown');
});

test('a job that was made after the answer that names it is unknown: a clock is wrong', () => {
	expect(age('2026-03-01T12:05:00Z', MOMENT, MOMENT)).toBe('unknown');
	expect(age('2026-03-01T12:05:00Z', MOMENT, MOMENT + 5 * 60_000)).toBe('since');
	const named = { createdAt: '2026-03-01T12:05:00Z', date: undefined };
	expect(compareAge(named, MOMENT)).toBe('unknown');
});

test('a missing job is gone a day after it was made, at the latest meaning of its time', () => {
	expect(getGoneAt('2026-03-01T12:00:00Z')).toBe(Date.parse('2026-03-02T12:00:00Z'));
	expect(getGoneAt('2026-03-01T12:00:00')).toBe(Date.parse('2026-03-03T00:00:00Z'));
	expect(getGoneAt('once')).toBeUndefined();
});
