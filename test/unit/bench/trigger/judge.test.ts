import { brokenBy, ratioOf, spreadOf, type Rounds } from '../../../../bench/trigger/judge';
import type { Setting } from '../../../../bench/trigger/settings';

const runs = (...rates: number[]) => rates.map((rate) => ({ rate, p99: 1_000 / rate, cpu: 1 }));
const rounds = (changes: Partial<Rounds>): Rounds => ({
	webhook: runs(10, 20, 40),
	floor: runs(10, 20, 40),
	genuine: runs(10, 20, 40),
	duplicate: runs(20, 40, 80),
	forged: runs(20, 40, 80),
	...changes,
});
const setting: Setting = {
	name: 'quiet',
	env: {},
	peer: 'webhook',
	bounds: { genuine: { rate: 0.9, p99: 1.15 }, forged: { rate: 2 } },
};

test('the median, and how far the others are from it', () => {
	expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
	expect(spreadOf([4, 1])).toEqual({ median: 1, least: 1, most: 4 });
	expect(() => spreadOf([])).toThrow('Nothing was run.');
});

test('a ratio is that of two runs of the same round', () => {
	const twice = rounds({ genuine: runs(20, 30, 40) });
	expect(ratioOf(twice, ['genuine', 'webhook'], 'rate')).toEqual({
		median: 1.5,
		least: 1,
		most: 2,
	});
});

test('a bound is broken when no round keeps it', () => {
	expect(brokenBy(rounds({}), setting)).toEqual([]);
	expect(brokenBy(rounds({ genuine: runs(8, 16, 36) }), setting)).toEqual([]);
	expect(brokenBy(rounds({ genuine: runs(8, 16, 32) }), setting)).toEqual([
		'genuine: 0.80 × the rate of webhook',
		'genuine: 1.25 × the p99 of webhook',
	]);
	expect(brokenBy(rounds({ forged: runs(10, 20, 40) }), setting)).toEqual([
		'forged: 1.00 × the rate of webhook',
	]);
});
