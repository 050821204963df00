import { recallDurations, rememberDuration } from '../../../../nodes/client/waiting/jobTimes';

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
