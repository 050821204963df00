import { PRODUCT_LIMITS } from '../../../client/limits';
import type { Duration } from '../../../client/retry';
import { type ExpectedJob, PollPlan } from '../../../client/wait';

interface Named extends ExpectedJob {
	name: string;
}

const { waiting: LIMITS } = PRODUCT_LIMITS;
const job = (name: string, since = 0, more: Partial<Named> = {}): Named => ({
	name,
	since,
	pages: 1,
	deadline: Infinity,
	isMeasured: true,
	...more,
});
const open = (jobs: Named[], earlier: Duration[] = []) => {
	const plan = new PollPlan<Named>(LIMITS, earlier);
	for (const each of jobs) plan.add(each);
	const look = (now: number) => {
		const found = plan.choosePoll(now);
		return found.job ? found.job.name : found.at;
	};
	const find = (found: Named, now: number) => {
		plan.recordDone(found, now);
		plan.delete(found);
	};
	return { plan, look, find };
};

test('while nothing is known, a job is polled half a second after its submission, the oldest first', () => {
	const { look } = open([job('younger', 100), job('older')]);
	expect(look(499)).toBe(500);
	expect(look(600)).toBe('older');
	expect(look(600)).toBe('younger');
	expect(look(600)).toBe(Infinity);
});

test('four jobs are polled at the same time', () => {
	const jobs = ['a', 'b', 'c', 'd', 'late'].map((name) => job(name, 0, { deadline: 1_000 }));
	const { plan, look } = open(jobs);
	expect([1, 2, 3, 4, 5].map(() => look(1_000))).toEqual(['a', 'b', 'c', 'd', Infinity]);
	plan.delete(jobs[0] as Named);
	expect(look(1_000)).toBe('late');
});

test.each([
	[1_000, 300],
	[20_000, 2_000],
	[1_200_000, 60_000],
])('a job that is pending after %d ms rests for a tenth of that, within limits', (now, ms) => {
	const only = job('only');
	const { plan, look } = open([only]);
	look(now);
	plan.recordUnfinished(only, now);
	expect(look(now)).toBe(now + ms);
	expect(look(now + ms)).toBe('only');
});

describe('the pause between two polls', () => {
	test('grows by half with each unsuccessful poll, up to a tenth of the wait', () => {
		const some = Array.from({ length: 40 }, (_, n) => job(String(n)));
		const { plan, look } = open([...some, job('ready')]);
		plan.recordUnfinished(some[0] as Named, 100_000);
		expect(look(100_000)).toBe(100_450);
		plan.recordUnfinished(some[1] as Named, 100_450);
		expect(look(100_450)).toBe(101_125);
		for (const each of some) plan.recordUnfinished(each, 100_000);
		expect(look(100_000)).toBe(110_000);
		expect(look(110_000)).toBe('ready');
	});

	test('shrinks with a found job, by less than two unsuccessful polls lengthen it', () => {
		const [one, two, three] = [job('one'), job('two'), job('three')];
		const { plan, look, find } = open([one, two, three, job('next')]);
		plan.recordUnfinished(one, 50_000);
		plan.recordUnfinished(two, 50_000);
		find(three, 50_000);
		const pause = Number(look(50_000)) - 50_000;
		expect(pause).toBeLessThan(300 * 1.5);
		expect(pause).toBeGreaterThan(300);
	});
});

describe('with a forecast', () => {
	test('the first job is polled at a half and three quarters of the expected time, then every 3 % up to 120 %, then every 10 %', () => {
		const only = job('only', 5_000);
		const { plan, look } = open([only], [{ pages: 1, ms: 100_000 }]);
		const expected = [100_000, 103_000, 106_090, 109_273, 112_551, 115_928, 119_406, 122_988];
		for (const at of [50_000, 75_000, ...expected, 135_287].map((ms) => 5_000 + ms)) {
			expect(look(at - 1)).toBe(at);
			expect(look(at)).toBe('only');
			plan.recordUnfinished(only, at);
		}
	});

	test('only the first of several jobs is polled early, until one is found', () => {
		const first = job('first', 0, { isMeasured: false });
		const { look, find } = open([first, job('second'), job('third')], [{ pages: 1, ms: 10_000 }]);
		expect(look(5_000)).toBe('first');
		expect(look(5_000)).toBe(10_000);
		find(first, 5_000);
		expect(look(5_000)).toBe(10_000);
	});

	type Known = Array<[pages: number, ms: number]>;
	const NOISY: Known = [
		[10, 12_000],
		[10, 10_000],
		[11, 11_000],
	];
	const SIZES: Known = [
		[2, 1_000],
		[40, 20_000],
	];

	test.each<[string, Known, number, number]>([
		['the quickest job of as many pages', NOISY, 10, 10_000],
		['the job of the most similar number of pages', SIZES, 60, 20_000],
		['a job of more pages, in proportion', SIZES, 20, 10_000],
		['half a second if a job took no time', [[1, 0]], 3, 500],
	])('a job is expected to take the time of %s', (_rule, known, pages, expected) => {
		const first = job('first', 0, { isMeasured: false });
		const earlier = known.map(([each, ms]) => ({ pages: each, ms }));
		const { plan, look, find } = open([first], earlier);
		find(first, 0);
		plan.add(job('next', 0, { pages }));
		expect(look(0)).toBe(expected);
	});

	test('the last ten durations count, those of this run too', () => {
		const jobs = Array.from({ length: 11 }, (_, n) => job(String(n)));
		const earlier = [1_000, ...Array<number>(9).fill(50_000)].map((ms) => ({ pages: 1, ms }));
		const { plan, look, find } = open(jobs, earlier);
		for (const each of jobs) find(each, 100_000);
		plan.add(job('next', 100_000));
		expect(look(100_000)).toBe(100_000 + 92_000);
		expect(earlier).toEqual([
			...Array<object>(9).fill({ pages: 1, ms: 50_000 }),
			{ pages: 1, ms: 92_000 },
		]);
	});

	test('the next run learns the first found job, a little shorter, but none that was submitted elsewhere', () => {
		const jobs = [job('a'), job('b')];
		const earlier: Duration[] = [];
		const { find } = open(jobs, earlier);
		for (const each of jobs) find(each, 10_000);
		expect(earlier).toEqual([{ pages: 1, ms: 9_200 }]);
		const old = job('old', 0, { isMeasured: false });
		const other: Duration[] = [];
		open([old], other).find(old, 500);
		expect(other).toEqual([]);
	});
});

test('a job with an unreadable state rests and teaches nothing, and others are polled at once', () => {
	const [broken, other] = [job('broken'), job('other')];
	const earlier: Duration[] = [];
	const { plan, look, find } = open([broken, other], earlier);
	expect(look(500)).toBe('broken');
	plan.pauseJob(broken, 9_000);
	expect(look(500)).toBe('other');
	expect(look(500)).toBe(9_000);
	expect(look(9_000)).toBe('broken');
	find(broken, 9_000);
	expect(earlier).toEqual([]);
});

test('the deadline is a time to poll, whatever rests and pauses there are', () => {
	const late = job('late', 0, { deadline: 1_000 });
	const other = job('other');
	const { plan, look } = open([other, late]);
	expect(look(500)).toBe('other');
	expect(look(500)).toBe('late');
	plan.pauseJob(late, 9_000);
	plan.recordUnfinished(other, 60_000);
	expect(look(999)).toBe(1_000);
	expect(look(1_000)).toBe('late');
	expect(look(1_000)).toBe(66_000);
});
