import { Forecast } from '../../../../nodes/client/waiting/forecast';

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
