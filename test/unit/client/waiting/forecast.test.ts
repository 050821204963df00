import { Forecast } from '../../../../nodes/client/waiting/forecast';

const learned = (...sightings: Array<[pages: number, doneMs: number, undoneMs?: number]>) => {
	const forecast = new Forecast();
	for (const [pages, doneMs, undoneMs] of sightings) forecast.learn({ pages, doneMs, undoneMs });
	return forecast;
};

describe('the forecast', () => {
	it('is none while nothing has finished', () => {
		expect(new Forecast().expectedMs(1)).toBeUndefined();
		expect(new Forecast().perPageMs).toBe(0);
	});

	it('of a job that was done when first asked for is a little earlier', () => {
		expect(learned([1, 10_000]).expectedMs(1)).toBeCloseTo(9_700);
	});

	it('of a job that was seen undone is between the two polls', () => {
		expect(learned([1, 12_000, 10_000]).expectedMs(1)).toBeCloseTo(11_000);
		expect(learned([1, 12_000, 0]).expectedMs(1)).toBeCloseTo(6_000);
	});

	it('is what three of twenty jobs fall below', () => {
		const times = Array.from({ length: 20 }, (_, n) => ((n * 7) % 20) + 1);
		const jobs = times.map((ms): [number, number, number] => [1, ms, ms]);
		expect(learned(...jobs).expectedMs(1)).toBeCloseTo(4);
	});

	it('grows with the pages where more pages take longer', () => {
		const forecast = learned([2, 500, 500], [10, 1_300, 1_300], [100, 10_300, 10_300]);
		expect(forecast.perPageMs).toBeCloseTo(100);
		expect(forecast.expectedMs(50)).toBeCloseTo(5_300);
	});

	it('does not shrink with the pages', () => {
		const forecast = learned([1, 3_000, 3_000], [100, 1_000, 1_000]);
		expect(forecast.perPageMs).toBe(0);
		expect(forecast.expectedMs(400)).toBe(1_000);
	});

	it('follows a service that changes: it rests on the last 24 jobs', () => {
		const slow = Array.from({ length: 30 }, (): [number, number, number] => [1, 60_000, 60_000]);
		const fast = Array.from({ length: 24 }, (): [number, number, number] => [1, 1_000, 1_000]);
		expect(learned(...slow, ...fast).expectedMs(1)).toBe(1_000);
		expect(learned(...fast, ...slow.slice(0, 21)).expectedMs(1)).toBe(60_000);
		expect(learned(...fast, ...slow.slice(0, 20)).expectedMs(1)).toBe(1_000);
		expect(learned([1, 9, 9], ...fast.slice(1)).expectedMs(1)).toBe(1_000);
	});
});
