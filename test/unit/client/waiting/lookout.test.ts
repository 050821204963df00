import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Lookout, type Expected } from '../../../../nodes/client/waiting/lookout';

interface Named extends Expected {
	name: string;
}

const { waiting: LIMITS } = PRODUCT_LIMITS;
const MIDDLE = 0.5;
const job = (name: string, since = 0, more: Partial<Named> = {}): Named => ({
	name,
	since,
	pages: 1,
	deadline: Infinity,
	...more,
});
const open = (...jobs: Named[]) => {
	const lookout = new Lookout<Named>(LIMITS);
	for (const each of jobs) lookout.add(each);
	const look = (now: number, random = MIDDLE) => {
		const found = lookout.look(now, random);
		return found.job ? found.job.name : found.at;
	};
	return { lookout, look };
};

describe('while nothing has finished', () => {
	test('the oldest is asked for first, after half a second', () => {
		const { look } = open(job('younger', 100), job('older'));
		expect(look(0)).toBe(500);
		expect(look(500)).toBe('older');
	});

	test('of those that can be done the oldest is asked for first', () => {
		expect(open(job('younger', 100), job('older')).look(600)).toBe('older');
	});

	test.each([
		['probes in vain narrow the watch', ['f', 'g'], 'number'],
		['watched ones that are not done leave it as it is', ['c', 'd'], 'string'],
	])('%s', (_, undone, next) => {
		const jobs = 'a b c d e f g h i j'.split(' ').map((name) => job(name));
		const named = (name: string) => jobs.find((each) => each.name === name) as Named;
		const { lookout, look } = open(...jobs);
		expect([look(500, 0), look(500, 0)]).toEqual(['a', 'b']);
		// Found by a probe: so many more are watched from now on.
		lookout.done(named('b'), 500);
		expect([look(500), look(500), look(500)]).toEqual(['c', 'd', 'e']);
		expect([look(800, 0), look(1_200, 0)]).toEqual(['f', 'g']);
		for (const name of undone) lookout.undone(named(name), 1_200, MIDDLE);
		for (const name of ['c', 'd', 'e', 'f', 'g']) lookout.delete(named(name));
		expect(look(1_200)).toBe('h');
		expect(typeof look(1_200)).toBe(next);
	});

	test('one that is under way is not asked for, and the next one only as a probe', () => {
		const jobs = [job('a'), job('b'), job('c')];
		const { look } = open(...jobs);
		expect(look(500)).toBe('a');
		expect(look(500, 0)).toBe('b');
		// The next probe comes after a pause.
		expect(look(500, 0)).toBe(500 + 0.3 * 285);
		expect(look(586, 0)).toBe('c');
	});

	test('one that was not done rests for a share of its wait; probes go on meanwhile', () => {
		const jobs = [job('a'), job('b')];
		const { lookout, look } = open(...jobs);
		look(7_000);
		look(7_000);
		for (const each of jobs) lookout.undone(each, 7_000, MIDDLE);
		expect(look(7_000)).toBe(8_000);
		expect(look(7_999)).toBe(8_000);
		expect(look(8_000)).toBe('a');
	});
});

test('of those behind the watched ones only the first few are probed', () => {
	const { look } = open(...'a b c d e f g h'.split(' ').map((name) => job(name)));
	expect(look(500)).toBe('a');
	expect(look(500, 0.999)).toBe('e');
});

describe('once something has finished', () => {
	/** Four jobs of the same age, of which the first was found after ten seconds. */
	const learned = () => {
		const jobs = ['a', 'b', 'c', 'd'].map((name, n) => job(name, n * 1_000));
		const opened = open(...jobs);
		opened.look(10_000);
		opened.lookout.done(jobs[0] as Named, 10_000);
		return { ...opened, jobs };
	};

	test('the others are asked for when they can be done, one after the other', () => {
		const { lookout, look, jobs } = learned();
		expect(look(10_000)).toBe(10_700);
		expect(look(10_700)).toBe('b');
		lookout.done(jobs[1] as Named, 10_700);
		expect(look(10_700)).toBeCloseTo(2_000 + 9_409);
	});

	test('while the oldest is not done, the younger ones are not asked for but by probes', () => {
		const { lookout, look, jobs } = learned();
		const [, b, c] = jobs as [Named, Named, Named];
		expect(look(13_000)).toBe('b');
		lookout.undone(b, 13_000, MIDDLE);
		// A tenth of its wait: one poll was in vain for one that found its job.
		expect(b.restsUntil).toBe(13_000 + 1_200);
		expect(look(13_000, 0)).toBe('c');
		lookout.undone(c, 13_000, MIDDLE);
		expect(look(13_000)).toBeGreaterThan(13_000);
	});

	test('one that was asked for before stays ready, and those that are not do not count', () => {
		const { lookout, look } = learned();
		lookout.undone(job('gone'), 10_000, MIDDLE);
		const asked = job('asked', 9_000, { restsUntil: 9_900 });
		lookout.add(asked);
		for (const since of [8_000, 8_100, 8_200]) lookout.add(job('not yet', since));
		expect(look(10_000)).toBe('asked');
		expect(asked.probed).toBe(false);
	});

	test('one that is ready although those before it are not, is found', () => {
		const [first, old, early] = [job('first'), job('old'), job('early', 9_000)];
		const { lookout, look } = open(first, old, job('not yet', 8_000), early);
		expect(look(9_500)).toBe('first');
		lookout.undone(early, 9_500, MIDDLE);
		// From now on jobs are expected to take as long; `early` was asked for before.
		lookout.done(first, 10_000);
		expect([look(13_000), look(13_000)]).toEqual(['old', 'early']);
	});

	test('one that was seen undone is taken to have ended between the two polls', () => {
		const first = job('first', 1_000);
		const { lookout, look } = open(first);
		look(11_000);
		lookout.undone(first, 11_000, MIDDLE);
		lookout.done(first, 13_000);
		lookout.add(job('second', 20_000));
		expect(look(20_000)).toBe(31_000);
	});

	test('as many more as polls at once are watched while all go well', () => {
		const jobs = Array.from({ length: 20 }, (_, n) => job(String(n)));
		const { lookout, look } = open(...jobs);
		for (const each of jobs.slice(0, 8)) {
			look(600);
			lookout.done(each, 600);
		}
		for (let n = 0; n < 5; n += 1) look(600, 0);
		expect(jobs.slice(8, 13).map(({ probed }) => probed)).toEqual([
			false,
			false,
			false,
			false,
			true,
		]);
	});

	test('a probe that finds a job done lets more be asked for at once; one in vain fewer', () => {
		const jobs = Array.from({ length: 12 }, (_, n) => job(String(n)));
		const { lookout, look } = open(...jobs);
		look(1_000);
		expect(look(1_000, 0)).toBe('1');
		lookout.done(jobs[1] as Named, 1_000);
		// One was watched; now 1 + 2 + a half, and one more as long as all go well.
		expect([look(1_300, 0), look(1_300, 0), look(1_300, 0)]).toEqual(['2', '3', '4']);
		expect([2, 3, 4].map((n) => jobs[n]?.probed)).toEqual([false, false, false]);
		expect(look(1_300, 0)).toBe('5');
		expect(jobs[5]).toMatchObject({ probed: true, asked: true });
		lookout.undone(jobs[5] as Named, 1_300, MIDDLE);
		expect(jobs[5]).toMatchObject({ asked: false, undoneAt: 1_300 });
	});
});

test('jobs with more pages are expected later, where pages take time', () => {
	const small = job('small', 0, { pages: 1 });
	const large = job('large', 0, { pages: 100 });
	const jobs = [job('l2', 1, { pages: 100 }), job('s2', 2, { pages: 1 })];
	const { lookout, look } = open(small, large, ...jobs);
	expect(look(0)).toBe(500);
	lookout.undone(small, 1_000, MIDDLE);
	lookout.done(small, 1_000);
	expect(look(0)).toBe(1_000);
	lookout.undone(large, 100_000, MIDDLE);
	lookout.done(large, 100_000);
	expect(look(100_001)).toBe('s2');
});

describe('the deadline', () => {
	test('is a time to look', () => {
		expect(open(job('a', 0, { deadline: 200 })).look(0)).toBe(200);
	});

	test('comes before everything else, but not for one that is asked for already', () => {
		const late = job('late', 90_000, { deadline: 100_000 });
		const { look } = open(job('old'), late);
		expect(look(100_000)).toBe('late');
		expect(look(100_000)).toBe('old');
	});

	test('of a job that was under way at the deadline of another one is kept', () => {
		const [earlier, later] = [
			job('earlier', 0, { deadline: 900 }),
			job('later', 0, { deadline: 950 }),
		];
		const { lookout, look } = open(earlier, later);
		expect([look(890), look(890, 0)]).toEqual(['earlier', 'later']);
		expect(look(900)).toBeGreaterThan(950);
		lookout.undone(later, 905, MIDDLE);
		expect(look(905)).toBe(950);
		expect(look(950)).toBe('later');
	});
});

test('what is taken out is asked for no more', () => {
	const gone = job('gone');
	const { lookout, look } = open(gone, job('there', 1));
	lookout.delete(gone);
	expect(lookout.all.map(({ name }) => name)).toEqual(['there']);
	expect(look(1_000)).toBe('there');
	expect(look(1_000)).toBe(Infinity);
});
