import { PRODUCT_LIMITS } from '../../../client/limits';
import { type ExpectedJob, PollPlan } from '../../../client/wait';

interface Named extends ExpectedJob {
	name: string;
}

const { waiting: LIMITS } = PRODUCT_LIMITS;
const job = (name: string, since = 0, more: Partial<Named> = {}): Named => ({
	name,
	since,
	deadline: Infinity,
	...more,
});
const open = (jobs: Named[]) => {
	const plan = new PollPlan<Named>(LIMITS);
	for (const each of jobs) plan.jobs.add(each);
	const look = (now: number) => {
		const found = plan.choosePoll(now);
		return found.job ? found.job.name : found.at;
	};
	const find = (found: Named, now: number) => {
		plan.recordDone(now);
		plan.jobs.delete(found);
	};
	return { plan, look, find };
};

test('a job is polled half a second after its wait began, the oldest first', () => {
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
	plan.jobs.delete(jobs[0] as Named);
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

test('the job that has waited longest and the one that was ready first are polled in turn', () => {
	const jobs = [job('old', 0), job('young', 50_000), job('later', 60_000)];
	const { plan, look } = open(jobs);
	plan.pauseJob(jobs[0] as Named, 90_000);
	expect([1, 2, 3].map(() => look(100_000))).toEqual(['old', 'young', 'later']);
	for (const each of jobs) plan.pauseJob(each, 110_000);
	plan.pauseJob(jobs[2] as Named, 105_000);
	expect(look(104_999)).toBe(105_000);
	expect([1, 2].map(() => look(110_000))).toEqual(['later', 'old']);
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
		expect([look(110_000), look(110_000)]).toEqual(['0', 'ready']);
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

test('a job with an unreadable state rests, and others are polled at once', () => {
	const [broken, other] = [job('broken'), job('other')];
	const { plan, look } = open([broken, other]);
	expect(look(500)).toBe('broken');
	plan.pauseJob(broken, 9_000);
	expect(look(500)).toBe('other');
	expect(look(500)).toBe(9_000);
	expect(look(9_000)).toBe('broken');
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
