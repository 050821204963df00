import { PRODUCT_LIMITS } from '../../../client/limits';
import {
	type Duration,
	type ExpectedJob,
	PollPlan,
	recallDurations,
	rememberDuration,
} from '../../../client/wait';

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
	const learned: Duration[] = [];
	const plan = new PollPlan<Named>(LIMITS, earlier, (each) => learned.push(each));
	for (const each of jobs) plan.add(each);
	const look = (now: number) => {
		const found = plan.choosePoll(now);
		return found.job ? found.job.name : found.at;
	};
	return { plan, look, learned };
};
const TEN_SECONDS: Duration[] = [{ pages: 1, ms: 10_000 }];

describe('while nothing is known', () => {
	test('polls a job half a second after its submission, the oldest first', () => {
		const { look } = open([job('younger', 100), job('older')]);
		expect(look(499)).toBe(500);
		expect(look(600)).toBe('older');
		expect(look(600)).toBe('younger');
		expect(look(600)).toBe(Infinity);
	});

	test.each([
		[1_000, 300],
		[20_000, 2_000],
		[1_200_000, 60_000],
	])(
		'lets a job that is pending after %d ms rest for a tenth of that, within limits',
		(now, ms) => {
			const only = job('only');
			const { plan, look } = open([only]);
			look(now);
			plan.recordUnfinished(only, now);
			expect(look(now)).toBe(now + ms);
			expect(look(now + ms)).toBe('only');
		},
	);

	test('polls no other job during the pause after an unsuccessful poll', () => {
		const [first, second] = [job('first'), job('second')];
		const { plan, look } = open([first, second]);
		look(10_000);
		plan.recordUnfinished(first, 10_000);
		// The first pause is 1.5 times the shortest pause, and the next is 1.5 times the first.
		expect(look(10_000)).toBe(10_450);
		expect(look(10_450)).toBe('second');
		plan.recordUnfinished(second, 10_450);
		expect(look(10_450)).toBe(11_125);
	});
});

describe('the pause between two polls', () => {
	const some = Array.from({ length: 40 }, (_, n) => job(String(n)));

	test('is at most a tenth of the wait, however many polls are unsuccessful', () => {
		const { plan, look } = open(some);
		for (const each of some) plan.recordUnfinished(each, 100_000);
		plan.add(job('ready'));
		expect(look(100_000)).toBe(110_000);
	});

	test('becomes shorter with a found job, by less than two unsuccessful polls lengthen it', () => {
		const jobs = ['one', 'two', 'three'].map((name) => job(name));
		const { plan, look } = open([...jobs, job('next')]);
		const pauses: number[] = [];
		const record = (act: () => void) => {
			act();
			pauses.push(Number(look(50_000)) - 50_000);
		};
		const [one, two, three] = jobs as [Named, Named, Named];
		jobs.forEach(() => look(50_000));
		record(() => plan.recordUnfinished(one, 50_000));
		record(() => plan.recordUnfinished(two, 50_000));
		record(() => plan.recordDone(three, 50_000));
		const [after1 = 0, after2 = 0, found = 0] = pauses;
		expect(after2 / after1).toBeCloseTo(1.5);
		expect(found).toBeLessThan(after1);
		expect(found).toBeGreaterThan(after1 / 1.5);
	});
});

describe('with a forecast', () => {
	test('polls the first job at a half and three quarters of the expected time, then every 4 % up to 120 %, then every 10 %', () => {
		const only = job('only', 5_000);
		const { plan, look } = open([only], [{ pages: 1, ms: 100_000 }]);
		const polls = [50_000, 75_000, 100_000, 104_000, 108_160, 112_486, 116_985, 121_664, 133_830];
		for (const at of polls.map((ms) => 5_000 + ms)) {
			expect(look(at - 1)).toBe(at);
			expect(look(at)).toBe('only');
			plan.recordUnfinished(only, at);
		}
	});

	test('polls only the first of several jobs early, until one is found', () => {
		const first = job('first', 0, { isMeasured: false });
		const { plan, look } = open([first, job('second'), job('third')], TEN_SECONDS);
		expect(look(5_000)).toBe('first');
		expect(look(5_000)).toBe(10_000);
		plan.recordDone(first, 5_000);
		expect(look(5_000)).toBe(10_000);
	});

	test.each<[string, Array<[pages: number, ms: number]>, number, number]>([
		[
			'the quickest job of as many pages',
			[
				[10, 12_000],
				[10, 10_000],
				[11, 11_000],
			],
			10,
			10_000,
		],
		[
			'the job of the most similar number of pages',
			[
				[2, 1_000],
				[40, 20_000],
			],
			60,
			20_000,
		],
		[
			'a job of more pages, in proportion',
			[
				[2, 1_000],
				[40, 20_000],
			],
			20,
			10_000,
		],
		['half a second if a job took no time', [[1, 0]], 3, 500],
	])('expects the time of %s', (_rule, times, pages, expected) => {
		const earlier = times.map(([known, ms]) => ({ pages: known, ms }));
		const { plan, look } = open([], earlier);
		plan.add(job('first', 0, { isMeasured: false }));
		look(100_000);
		plan.recordDone(plan.allJobs[0] as Named, 0);
		plan.add(job('next', 0, { pages }));
		expect(look(0)).toBe(expected);
	});

	test('teaches the next run the first found job, but none that was submitted elsewhere', () => {
		const jobs = [job('old', 0, { isMeasured: false }), job('a'), job('b')];
		const { plan, learned } = open([]);
		for (const each of jobs) {
			plan.add(each);
			plan.recordUnfinished(each, 9_000);
		}
		plan.recordDone(jobs[1] as Named, 10_000);
		plan.recordDone(jobs[2] as Named, 10_000);
		expect(learned).toEqual([{ pages: 1, ms: 9_000 }]);
		const other = open([job('old', 0, { isMeasured: false })]);
		other.look(500);
		other.plan.recordDone(other.plan.allJobs[0] as Named, 500);
		expect(other.learned).toEqual([]);
	});

	test.each([
		['found when it was first asked for counts as four fifths of that', [], 10_000, 8_000],
		['found after an early poll as well', [5_000], 10_000, 8_000],
		['found later took until the last unsuccessful poll', [5_000, 10_000], 10_400, 10_000],
	])('a job that is %s', (_rule, undone, found, ms) => {
		const only = job('only', 5_000);
		const { plan, look, learned } = open([only], TEN_SECONDS);
		for (const at of undone.map((ms) => 5_000 + ms)) {
			look(at);
			plan.recordUnfinished(only, at);
		}
		look(5_000 + found);
		plan.recordDone(only, 5_000 + found);
		expect(learned).toEqual([{ pages: 1, ms }]);
	});
});

test.each(['pauseJob', 'hold'] as const)(
	'learns nothing from a job that %s kept from being polled in time',
	(delay) => {
		const [late, next] = [job('late'), job('next', 60_000)];
		const { plan, look, learned } = open([late]);
		look(500);
		plan[delay](late, 60_000);
		look(60_000);
		plan.recordDone(late, 60_000);
		plan.add(next);
		expect(learned).toEqual([]);
		expect(look(60_500)).toBe('next');
	},
);

test('lets a job with an unreadable state rest, and polls others at once', () => {
	const [broken, other] = [job('broken'), job('other')];
	const { plan, look } = open([broken, other]);
	expect(look(500)).toBe('broken');
	plan.pauseJob(broken, 9_000);
	expect(look(500)).toBe('other');
	expect(look(500)).toBe(9_000);
	expect(look(9_000)).toBe('broken');
});

describe('the deadline', () => {
	test('is a time to poll', () => {
		expect(open([job('a', 0, { deadline: 200 })]).look(0)).toBe(200);
	});

	test('overrides rests, pauses and rate limits, but not for a running poll', () => {
		const late = job('late', 0, { deadline: 1_000 });
		const other = job('other');
		const { plan, look } = open([other, late]);
		expect(look(500)).toBe('other');
		plan.pauseJob(late, 9_000);
		plan.hold(other, 60_000);
		expect(look(999)).toBe(1_000);
		expect(look(1_000)).toBe('late');
		expect(look(1_000)).toBe(60_000);
	});
});

test('polls nothing while the service refuses every poll', () => {
	const [first, second] = [job('first'), job('second')];
	const { plan, look } = open([first, second]);
	look(500);
	plan.hold(first, 30_000);
	expect(look(500)).toBe(30_000);
	expect(look(30_000)).toBe('first');
});

test('does not poll a removed job', () => {
	const gone = job('gone');
	const { plan, look } = open([gone, job('there', 1)]);
	plan.delete(gone);
	expect(plan.allJobs.map(({ name }) => name)).toEqual(['there']);
	expect(look(1_000)).toBe('there');
});

const BOUNDS = { rememberedJobs: 3, rememberedKeys: 2 };
let keys = 0;

describe('the times of jobs', () => {
	/** Remembered times outlive a test, so each test has its own keys. */
	let key: string;
	const recalled = (name: string) => recallDurations(key + name).map(({ ms }) => ms);
	const remember = (name: string, ms: number) =>
		rememberDuration(key + name, { pages: 1, ms }, BOUNDS);

	beforeEach(() => {
		key = `key ${(keys += 1)} `;
	});

	test('are remembered by API key, the latest of them, the oldest first', () => {
		remember('b', 9);
		for (const ms of [1, 2, 3, 4, 5]) remember('a', ms);
		expect([recalled('a'), recalled('b'), recalled('c')]).toEqual([[3, 4, 5], [9], []]);
	});

	test('of the key with the oldest last job are dropped for another key', () => {
		remember('a', 1);
		remember('b', 2);
		remember('a', 3);
		remember('c', 4);
		expect([recalled('a'), recalled('b'), recalled('c')]).toEqual([[1, 3], [], [4]]);
	});
});
