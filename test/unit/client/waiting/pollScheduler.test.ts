import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import type { Duration } from '../../../../nodes/client/waiting/forecast';
import { PollScheduler, type ExpectedJob } from '../../../../nodes/client/waiting/pollScheduler';

interface Named extends ExpectedJob {
	name: string;
}

const { waiting: LIMITS } = PRODUCT_LIMITS;
const job = (name: string, since = 0, more: Partial<Named> = {}): Named => ({
	name,
	since,
	pages: 1,
	deadline: Infinity,
	isNew: true,
	...more,
});
const open = (jobs: Named[], earlier: Duration[] = []) => {
	const learned: Duration[] = [];
	const scheduler = new PollScheduler<Named>(LIMITS, earlier, (each) => learned.push(each));
	for (const each of jobs) scheduler.add(each);
	const look = (now: number) => {
		const found = scheduler.choosePoll(now);
		return found.job ? found.job.name : found.at;
	};
	return { scheduler, look, learned };
};
const TEN_SECONDS: Duration[] = [{ pages: 1, atLeastMs: 10_000 }];

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
			const { scheduler, look } = open([only]);
			look(now);
			scheduler.recordUndone(only, now);
			expect(look(now)).toBe(now + ms);
			expect(look(now + ms)).toBe('only');
		},
	);

	test('polls no other job during the pause after an unsuccessful poll', () => {
		const [first, second] = [job('first'), job('second')];
		const { scheduler, look } = open([first, second]);
		look(10_000);
		scheduler.recordUndone(first, 10_000);
		// The first pause is 1.5 times the shortest pause, and the next is 1.5 times the first.
		expect(look(10_000)).toBe(10_450);
		expect(look(10_450)).toBe('second');
		scheduler.recordUndone(second, 10_450);
		expect(look(10_450)).toBe(11_125);
	});
});

describe('the pause between two polls', () => {
	const some = Array.from({ length: 40 }, (_, n) => job(String(n)));

	test('is at most a tenth of the wait, however many polls are unsuccessful', () => {
		const { scheduler, look } = open(some);
		for (const each of some) scheduler.recordUndone(each, 100_000);
		scheduler.add(job('ready'));
		expect(look(100_000)).toBe(110_000);
	});

	test('does not change while 2.5 polls per found job are unsuccessful', () => {
		const jobs = Array.from({ length: 7 }, (_, n) => job(String(n)));
		const { scheduler, look } = open([...jobs, job('last')]);
		const pauseAfter = (act: () => void) => {
			act();
			return (look(50_000) as number) - 50_000;
		};
		const names = jobs.map((each) => [each, look(50_000)]);
		expect(names).toHaveLength(7);
		expect(look(50_000)).toBe('last');
		scheduler.add(job('next'));
		const before = pauseAfter(() => scheduler.recordUndone(jobs[0] as Named, 50_000));
		for (const n of [1, 2, 3, 4, 5]) scheduler.recordUndone(jobs[n] as Named, 50_000);
		scheduler.recordDone(jobs[6] as Named, 50_000);
		scheduler.add(job('done', 0));
		scheduler.recordDone(job('done'), 50_000);
		expect(pauseAfter(() => {})).toBeCloseTo(before);
	});
});

describe('with a forecast', () => {
	test('polls a lone job at 45 %, 68 % and 97 %, and then every 3 % up to 110 %', () => {
		const only = job('only', 5_000);
		const { scheduler, look } = open([only], [{ pages: 1, atLeastMs: 100_000 }]);
		const polls = [43_650, 65_475, 97_000, 99_910, 102_907, 105_994, 109_174, 112_449, 123_694];
		for (const at of polls.map((ms) => 5_000 + ms)) {
			expect(look(at - 1)).toBe(at);
			expect(look(at)).toBe('only');
			scheduler.recordUndone(only, at);
		}
	});

	test('polls the first of several jobs earlier until one is found', () => {
		const first = job('first', 0, { isNew: false });
		const { scheduler, look } = open([first, job('second'), job('third')], TEN_SECONDS);
		expect(look(4_500)).toBe('first');
		expect(look(4_500)).toBe(10_000);
		scheduler.recordDone(first, 4_500);
		expect(look(4_500)).toBe(10_000);
	});

	test('polls each job that is awaited alone earlier, and so follows a service that has become faster', () => {
		const { scheduler, look } = open([], [{ pages: 1, atLeastMs: 90_000 }]);
		const delays = [0, 200_000, 400_000, 600_000].map((since) => {
			const only = job('only', since);
			scheduler.add(only);
			const at = look(since);
			expect(typeof at).toBe('number');
			expect(look(Number(at))).toBe('only');
			scheduler.recordDone(only, Number(at));
			return Number(at) - since;
		});
		expect(delays.map(Math.round)).toEqual([39_285, 8_574, 1_871, 500]);
	});

	test('lets one of several jobs rest for 10 %', () => {
		const [first, second] = [job('first'), job('second')];
		const { scheduler, look } = open([first, second], TEN_SECONDS);
		scheduler.recordUndone(first, 10_000);
		scheduler.delete(second);
		expect(look(10_000)).toBe(11_000);
	});

	test('teaches the next run the first found job, but none that was submitted elsewhere', () => {
		const jobs = [job('old', 0, { isNew: false }), job('a'), job('b')];
		const { scheduler, learned } = open([]);
		for (const each of jobs) {
			scheduler.add(each);
			scheduler.recordUndone(each, 9_000);
		}
		scheduler.recordDone(jobs[1] as Named, 10_000);
		scheduler.recordDone(jobs[2] as Named, 10_000);
		expect(learned).toEqual([{ pages: 1, atLeastMs: 9_000 }]);
		const other = open([job('old', 0, { isNew: false })]);
		other.look(500);
		other.scheduler.recordDone(other.scheduler.allJobs[0] as Named, 500);
		expect(other.learned).toEqual([]);
	});

	test.each([
		['found when it was first asked for may have been done sooner', [], 10_000, 9_700],
		['found at the first early poll may have taken half of that', [], 4_365, 2_182.5],
		['found at the second early poll took as long as to the first', [4_365], 6_548, 4_365],
		[
			'found where it was expected took as long as to the last early poll',
			[4_365, 6_548],
			9_700,
			6_548,
		],
		['found later took until the last unsuccessful poll', [4_365, 6_548, 9_700], 10_000, 9_700],
	])('a job that is %s', (_rule, undone, found, atLeastMs) => {
		const only = job('only', 5_000);
		const { scheduler, look, learned } = open([only], TEN_SECONDS);
		for (const at of undone.map((ms) => 5_000 + ms)) {
			look(at);
			scheduler.recordUndone(only, at);
		}
		look(5_000 + found);
		scheduler.recordDone(only, 5_000 + found);
		expect(learned).toEqual([{ pages: 1, atLeastMs }]);
	});
});

test.each(['pauseJob', 'hold'] as const)(
	'learns nothing from a job that %s kept from being polled in time',
	(delay) => {
		const [late, next] = [job('late'), job('next', 60_000)];
		const { scheduler, look, learned } = open([late]);
		look(500);
		scheduler[delay](late, 60_000);
		look(60_000);
		scheduler.recordDone(late, 60_000);
		scheduler.add(next);
		expect(learned).toEqual([]);
		expect(look(60_500)).toBe('next');
	},
);

test('lets a job with an unreadable state rest, and polls others at once', () => {
	const [broken, other] = [job('broken'), job('other')];
	const { scheduler, look } = open([broken, other]);
	expect(look(500)).toBe('broken');
	scheduler.pauseJob(broken, 9_000);
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
		const { scheduler, look } = open([other, late]);
		expect(look(500)).toBe('other');
		scheduler.pauseJob(late, 9_000);
		scheduler.hold(other, 60_000);
		expect(look(999)).toBe(1_000);
		expect(look(1_000)).toBe('late');
		expect(look(1_000)).toBe(60_000);
	});
});

test('polls nothing while the service refuses every poll', () => {
	const [first, second] = [job('first'), job('second')];
	const { scheduler, look } = open([first, second]);
	look(500);
	scheduler.hold(first, 30_000);
	expect(look(500)).toBe(30_000);
	expect(look(30_000)).toBe('first');
});

test('does not poll a removed job', () => {
	const gone = job('gone');
	const { scheduler, look } = open([gone, job('there', 1)]);
	scheduler.delete(gone);
	expect(scheduler.allJobs.map(({ name }) => name)).toEqual(['there']);
	expect(look(1_000)).toBe('there');
});
