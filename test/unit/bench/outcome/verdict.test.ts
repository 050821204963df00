import { groupByRound, runInTurns } from '../../../../bench/outcome/rounds';
import { computeSpread } from '../../../../bench/outcome/spread';
import { judgeBound } from '../../../../bench/outcome/verdict';

const rounds = (...ours: number[]) => ({
	ours: ours.map((rate) => ({ rate })),
	peer: [10, 20, 40].map((rate) => ({ rate })),
});
const bound = {
	what: 'rate',
	atLeast: 0.9,
	of: ({ ours, peer }: Record<'ours' | 'peer', { rate?: number }>) =>
		(ours.rate ?? NaN) / (peer.rate ?? NaN),
};

test('returns the median and its distance to the others', () => {
	expect(computeSpread([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
	expect(computeSpread([4, 1])).toEqual({ median: 1, least: 1, most: 4 });
	expect(() => computeSpread([])).toThrow('Nothing was run.');
});

test('compares two runs of the same round', () => {
	expect(judgeBound(bound, rounds(20, 30, 40))).toEqual({
		what: 'rate',
		atLeast: 0.9,
		median: 1.5,
		least: 1,
		most: 2,
		state: 'met',
	});
});

test('judges by the median, within the spread of the rounds', () => {
	expect(judgeBound(bound, rounds(10, 20, 8)).state).toBe('met');
	expect(judgeBound(bound, rounds(8, 16, 40)).state).toBe('within spread');
	expect(judgeBound(bound, rounds(8.5, 16, 32)).state).toBe('missed');
	expect(judgeBound(bound, rounds(6, 16, 32)).state).toBe('within spread');
	expect(judgeBound(bound, rounds(8, 16, 32)).state).toBe('missed');
	const atMost = { ...bound, atLeast: undefined, atMost: 0.9 };
	expect(judgeBound(atMost, rounds(10, 20, 40)).state).toBe('missed');
	expect(judgeBound(atMost, rounds(9, 20, 40)).state).toBe('within spread');
	expect(judgeBound(atMost, rounds(9, 18, 40)).state).toBe('met');
});

test('contestants take turns', async () => {
	const order: string[] = [];
	const contestant = (name: string) => async () => {
		order.push(name);
		return await Promise.resolve({ turn: order.length });
	};
	const measured = await runInTurns({ a: contestant('a'), b: contestant('b') }, 2);
	expect(order).toEqual(['a', 'b', 'a', 'b']);
	expect(groupByRound(measured)).toEqual([
		{ a: { turn: 1 }, b: { turn: 2 } },
		{ a: { turn: 3 }, b: { turn: 4 } },
	]);
});
