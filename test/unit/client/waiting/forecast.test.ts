import {
	Forecast,
	recallDurations,
	rememberDuration,
} from '../../../../nodes/client/waiting/forecast';

const learned = (...durations: Array<[pages: number, atLeastMs: number]>) =>
	new Forecast(
		10,
		durations.map(([pages, atLeastMs]) => ({ pages, atLeastMs })),
	);

describe('the forecast', () => {
	it('is unknown before the first finished job', () => {
		const forecast = new Forecast(10);
		expect(forecast.isKnown).toBe(false);
		expect(forecast.predictMs(100)).toBe(0);
	});

	it('is the time of a single finished job, for any number of pages', () => {
		const forecast = learned([3, 10_000]);
		expect(forecast.isKnown).toBe(true);
		expect(forecast.predictMs(3)).toBeCloseTo(10_000);
		expect(forecast.predictMs(300)).toBeCloseTo(10_000);
	});

	it('is the time of the fastest job with the same pages', () => {
		expect(learned([1, 12_000], [1, 10_000], [1, 11_000]).predictMs(1)).toBeCloseTo(10_000);
	});

	it('grows with the pages if more pages take longer', () => {
		const forecast = learned([2, 500], [10, 1_300], [100, 10_300]);
		expect(forecast.predictMs(50)).toBeCloseTo(5_300);
		expect(forecast.predictMs(400)).toBeCloseTo(40_300);
	});

	it('is lowered in proportion to the fastest job', () => {
		const forecast = learned([10, 10_000], [40, 20_000], [80, 80_000]);
		expect(forecast.predictMs(10)).toBeLessThanOrEqual(10_000);
		expect(forecast.predictMs(40)).toBeCloseTo(20_000);
		expect(forecast.predictMs(80)).toBeLessThanOrEqual(80_000);
	});

	it('ignores one outlier of four or more jobs', () => {
		expect(learned([1, 10_000], [1, 11_000], [1, 1_000]).predictMs(1)).toBeCloseTo(1_000);
		expect(learned([1, 10_000], [1, 11_000], [1, 1_000], [1, 12_000]).predictMs(1)).toBeCloseTo(
			10_000,
		);
	});

	it('is lowered to the last job, because the service may have become faster', () => {
		const jobs: Array<[number, number]> = [
			[1, 10_000],
			[1, 11_000],
			[1, 12_000],
			[1, 1_000],
		];
		expect(learned(...jobs).predictMs(1)).toBeCloseTo(1_000);
	});

	it('does not shrink with the pages', () => {
		const forecast = learned([1, 3_000], [100, 1_000]);
		expect(forecast.predictMs(1)).toBe(forecast.predictMs(400));
		expect(forecast.predictMs(1)).toBeCloseTo(1_000);
	});

	it('is in proportion to the pages if the base time would be negative', () => {
		const forecast = learned([10, 1_000], [100, 30_000]);
		expect(forecast.predictMs(0)).toBe(0);
		expect(forecast.predictMs(20)).toBeCloseTo(2 * forecast.predictMs(10));
		expect(forecast.predictMs(10)).toBeLessThanOrEqual(1_000);
	});

	it('is a number for jobs that took no time', () => {
		expect(learned([1, 0], [2, 0]).predictMs(3)).toBeGreaterThanOrEqual(0);
		expect(learned([1, 0], [2, 0]).predictMs(3)).toBeLessThan(10);
	});

	it('replaces the oldest job with the newest', () => {
		const forecast = new Forecast(2, [{ pages: 1, atLeastMs: 1_000 }]);
		forecast.learn({ pages: 1, atLeastMs: 60_000 });
		expect(forecast.predictMs(1)).toBeCloseTo(1_000);
		forecast.learn({ pages: 1, atLeastMs: 70_000 });
		expect(forecast.predictMs(1)).toBeCloseTo(60_000);
	});
});

const BOUNDS = { rememberedJobs: 3, rememberedKeys: 2, rememberedMs: 1_000 };
const of = (atLeastMs: number) => ({ pages: 1, atLeastMs });
let keys = 0;

describe('the times of jobs', () => {
	/** Remembered times outlive a test, so each test has its own keys. */
	let key: string;
	const recalled = (name: string, now = 0) =>
		recallDurations(key + name, now, BOUNDS).map(({ atLeastMs }) => atLeastMs);
	const remember = (name: string, atLeastMs: number, now = 0) =>
		rememberDuration(key + name, of(atLeastMs), now, BOUNDS);

	beforeEach(() => {
		key = `key ${(keys += 1)} `;
	});

	it('are remembered by API key, the oldest first', () => {
		remember('a', 1);
		remember('b', 9);
		remember('a', 2);
		expect(recalled('a')).toEqual([1, 2]);
		expect(recalled('b')).toEqual([9]);
		expect(recalled('c')).toEqual([]);
	});

	it('are those of the last jobs', () => {
		for (const ms of [1, 2, 3, 4, 5]) remember('a', ms);
		expect(recalled('a')).toEqual([3, 4, 5]);
	});

	it('are forgotten some time after the last job', () => {
		remember('a', 1, 0);
		remember('a', 2, 900);
		expect(recalled('a', 1_900)).toEqual([1, 2]);
		expect(recalled('a', 1_901)).toEqual([]);
		remember('a', 3, 1_901);
		expect(recalled('a', 1_901)).toEqual([3]);
	});

	it('of the key with the oldest last job are dropped for another key', () => {
		remember('a', 1);
		remember('b', 2);
		remember('a', 3);
		remember('c', 4);
		expect([recalled('a'), recalled('b'), recalled('c')]).toEqual([[1, 3], [], [4]]);
	});
});
