import { processingMs } from '../../../sandbox/jobs/processingTime';

const times = (least: number, most: number, seed = 'seed') =>
	Array.from({ length: 1_000 }, (_, n) =>
		processingMs(n + 1, { processingMs: least, processingMaxMs: most, seed }),
	).toSorted((a, b) => a - b);

describe('the time a job is processed', () => {
	it.each([0, 500])('is the same for all with no longest time beyond %d ms', (ms) => {
		expect(new Set(times(ms, 0))).toEqual(new Set([ms]));
		expect(new Set(times(ms, ms))).toEqual(new Set([ms]));
	});

	it('is mostly short and now and then very long, within the bounds', () => {
		const all = times(500, 120_000);
		expect(all[0]).toBeGreaterThanOrEqual(500);
		expect(all[500]).toBeLessThan(1_200);
		expect(all[990]).toBeGreaterThan(20_000);
		expect(all[999]).toBeLessThanOrEqual(120_000);
	});

	it('follows the seed', () => {
		expect(times(500, 120_000)).toEqual(times(500, 120_000));
		expect(times(500, 120_000, 'other')).not.toEqual(times(500, 120_000));
	});

	it('accepts a bound of 0', () => {
		expect(times(0, 10)[0]).toBeGreaterThanOrEqual(1);
	});
});
