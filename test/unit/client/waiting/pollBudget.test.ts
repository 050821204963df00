import { PollBudget } from '../../../../nodes/client/waiting/pollBudget';

const LIMITS = { pollMinMs: 300, pollMaxMs: 60_000 };
const MIDDLE = 0.5;

/** After so many polls that found their job finished, and so many in vain. */
const after = (found: number, vain: number) => {
	const budget = new PollBudget(LIMITS);
	for (let n = 0; n < found; n += 1) budget.count(true);
	for (let n = 0; n < vain; n += 1) budget.count(false);
	return budget;
};

describe('the pause', () => {
	it('is a seventh of the time waited while nothing has finished', () => {
		expect(after(0, 0).pauseMs(70_000, 1, MIDDLE)).toBe(10_000);
		expect(after(0, 50).pauseMs(70_000, 1, MIDDLE)).toBe(10_000);
	});

	it('is a tenth of it at most after that', () => {
		expect(after(1, 1).pauseMs(70_000, 1, MIDDLE)).toBe(7_000);
		expect(after(1, 50).pauseMs(70_000, 1, MIDDLE)).toBe(7_000);
	});

	it('is shorter the fewer polls were in vain, down to a hundredth', () => {
		expect(after(10, 4).pauseMs(70_000, 1, MIDDLE)).toBe(3_500);
		expect(after(10, 2).pauseMs(70_000, 1, MIDDLE)).toBe(1_750);
		expect(after(10, 0).pauseMs(70_000, 1, MIDDLE)).toBe(700);
	});

	it('allows for more polls in vain where more jobs are watched, up to eight for each found', () => {
		expect(after(10, 13).pauseMs(70_000, 10, MIDDLE)).toBe(3_500);
		expect(after(10, 40).pauseMs(70_000, 37, MIDDLE)).toBe(3_500);
		expect(after(10, 40).pauseMs(70_000, 500, MIDDLE)).toBe(3_500);
	});

	it('stays within its bounds', () => {
		expect(after(0, 0).pauseMs(0, 1, MIDDLE)).toBe(300);
		expect(after(0, 0).pauseMs(2_000, 1, MIDDLE)).toBe(300);
		expect(after(0, 0).pauseMs(3_600_000, 1, MIDDLE)).toBe(60_000);
	});

	it('moves by up to five per cent either way, in whole milliseconds', () => {
		expect(after(0, 0).pauseMs(70_000, 1, 0)).toBe(9_500);
		expect(after(0, 0).pauseMs(70_000, 1, 0.999_999)).toBe(10_500);
		expect(after(0, 0).pauseMs(10_000, 1, MIDDLE)).toBe(1_429);
	});
});
