import { PollBudget } from '../../../../nodes/client/waiting/pollBudget';

const LIMITS = { pollMinMs: 300, pollMaxMs: 60_000 };

/** The pause after so many polls that found their job finished, and so many in vain. */
const pauseOf = (
	[found, vain]: [found: number, vain: number],
	{ waitedMs = 70_000, watched = 1, random = 0.5 } = {},
) => {
	const budget = new PollBudget(LIMITS);
	for (let n = 0; n < found; n += 1) budget.count(true);
	for (let n = 0; n < vain; n += 1) budget.count(false);
	return budget.pauseMs(waitedMs, watched, random);
};

describe('the pause', () => {
	it.each([
		['is a seventh of the time waited while nothing has finished', 0, 0, 1, 10_000],
		['stays so however many polls were in vain', 0, 50, 1, 10_000],
		['is a tenth of it after that', 1, 1, 1, 7_000],
		['is never longer than that', 1, 50, 1, 7_000],
		['is shorter the fewer polls were in vain', 10, 4, 1, 3_500],
		['is shorter still', 10, 2, 1, 1_750],
		['is a hundredth of it at least', 10, 0, 1, 700],
		['allows for more polls in vain where more jobs are watched', 10, 13, 10, 3_500],
		['allows for up to eight for each found', 10, 40, 37, 3_500],
		['allows for no more than that', 10, 40, 500, 3_500],
	])('%s', (_rule, found, vain, watched, ms) => {
		expect(pauseOf([found, vain], { watched })).toBe(ms);
	});

	it.each([
		[0, 300],
		[2_000, 300],
		[3_600_000, 60_000],
	])('stays within its bounds: after %d ms', (waitedMs, ms) => {
		expect(pauseOf([0, 0], { waitedMs })).toBe(ms);
	});

	it('moves by up to five per cent either way, in whole milliseconds', () => {
		expect(pauseOf([0, 0], { random: 0 })).toBe(9_500);
		expect(pauseOf([0, 0], { random: 0.999_999 })).toBe(10_500);
		expect(pauseOf([0, 0], { waitedMs: 10_000 })).toBe(1_429);
	});
});
