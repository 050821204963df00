import type { Duration } from '../../../client/retry';
import { simulate, type Batch } from '../../../bench/batch/simulation';

const SEEDS = [1, 2];
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number) / numbers.length;

const constant = (ms: number) => () => ({ ms });
/** Between half a second and two minutes, most of them short (a bounded Pareto distribution). */
const heavyTailed = (random: () => number) => {
	const share = 1 - (500 / 120_000) ** 1.1;
	return { ms: 500 / (1 - random() * share) ** (1 / 1.1) };
};
/** The same, as many between 1 s and 2 s as between 60 s and 120 s. */
const ofAllSizes = (random: () => number) => ({ ms: 500 * 240 ** random() });
const evenly = (random: () => number) => ({ ms: 500 + 119_500 * random() });
/** From 1 page to 400, each 0.3 s. */
const byPages = (random: () => number) => {
	const pages = Math.ceil(400 ** random());
	return { ms: 300 + 300 * pages, pages };
};

const BATCHES: Array<[name: string, batch: Batch]> = [
	['60 × 5 s, all at once', { documents: 60, document: constant(5_000) }],
	['100 × 5 s, all at once', { documents: 100, document: constant(5_000) }],
	['400 × 10 s, all at once', { documents: 400, document: constant(10_000), submitMs: 15 }],
	['300 × 60 s, 200 at once', { documents: 300, document: constant(60_000), atOnce: 200 }],
	['100 × 2 s, 10 at once', { documents: 100, document: constant(2_000), atOnce: 10 }],
	['300 × 2 s, two at once', { documents: 300, document: constant(2_000), atOnce: 2 }],
	[
		'400 × 8 s to 12 s, all at once',
		{ documents: 400, document: (random) => ({ ms: 8_000 + 4_000 * random() }) },
	],
	[
		'400 × 0.5 s to 120 s, mostly short, 50 at once',
		{ documents: 400, document: heavyTailed, atOnce: 50 },
	],
	[
		'400 × 0.5 s to 120 s, of all sizes, 50 at once',
		{ documents: 400, document: ofAllSizes, atOnce: 50 },
	],
	['400 × 0.5 s to 120 s, of all sizes', { documents: 400, document: ofAllSizes }],
	['300 × 0.5 s to 120 s, evenly, 50 at once', { documents: 300, document: evenly, atOnce: 50 }],
	[
		'300 × 0.5 s to 120 s, mostly short, two at once',
		{ documents: 300, document: heavyTailed, atOnce: 2 },
	],
	['400 × 1 to 400 pages, all at once', { documents: 400, document: byPages }],
	['400 × 1 to 400 pages, 50 at once', { documents: 400, document: byPages, atOnce: 50 }],
];

describe.each([60, 1_000])('with %i in flight', (inFlight) => {
	test.each(BATCHES)('%s: needs few polls and finds the last job soon', (name, batch) => {
		const reports = SEEDS.map((seed) => simulate({ ...batch, inFlight }, seed));
		for (const report of reports) {
			process.stdout.write(`${name}, ${inFlight} in flight: ${String(report)}\n`);
			expect(report.polls).toBeLessThanOrEqual(3.5);
		}
		expect(mean(reports.map(({ ms, idealMs }) => ms / idealMs))).toBeLessThanOrEqual(1.15);
	});
});

describe('one document', () => {
	const one = (ms: number) => simulate({ documents: 1, document: constant(ms) }, 1);
	/** Evenly spread over the orders of magnitude. */
	const TIMES = Array.from({ length: 60 }, (_, n) => 300 * 2_000 ** (n / 59));

	test('is found at most a tenth of its time late if it is the first', () => {
		for (const ms of TIMES) {
			const { delays } = one(ms);
			expect(delays[0]).toBeLessThanOrEqual(Math.max(ms < 500 ? 500 : 320, 0.1 * ms + 40));
		}
	});

	test('costs at most 45 polls if it is the first and takes a minute', () => {
		const { polls } = one(60_000);
		process.stdout.write(`the first, of a minute: ${polls} polls\n`);
		expect(polls).toBeLessThanOrEqual(45);
	});

	test('is found at most 5 % or half a second late, with eight polls, after five of the same kind', () => {
		for (const ms of TIMES.filter((each) => each >= 1_000)) {
			const earlier: Duration[] = [];
			const batch = { documents: 1, document: constant(ms) };
			for (let n = 0; n < 5; n += 1) simulate(batch, 1, earlier);
			const { polls, delays } = simulate(batch, 1, earlier);
			expect(polls).toBeLessThanOrEqual(8);
			expect(delays[0]).toBeLessThanOrEqual(Math.max(500, 0.05 * ms + 40));
		}
	});

	test('is found at most a tenth late after five of other lengths', () => {
		const earlier: Duration[] = [];
		const of = (pages: number) =>
			simulate({ documents: 1, document: () => ({ ms: 2_000 + 500 * pages, pages }) }, 1, earlier);
		for (const pages of [3, 40, 12, 100, 25]) of(pages);
		for (const pages of [7, 60, 18, 90]) {
			const { polls, delays } = of(pages);
			process.stdout.write(`${pages} pages: ${polls} polls, ${delays[0]} ms late\n`);
			expect(polls).toBeLessThanOrEqual(25);
			expect(delays[0]).toBeLessThanOrEqual(Math.max(500, 0.1 * (2_000 + 500 * pages) + 40));
		}
	});

	const after = (ms: number): Duration[] => {
		const earlier: Duration[] = [];
		for (let n = 0; n < 5; n += 1) {
			simulate({ documents: 1, document: constant(ms) }, 1, earlier);
		}
		return earlier;
	};

	test.each([1.1, 1.3, 1.5, 2, 3, 6])(
		'is found no later than before if the service becomes %d times as fast, and in time from the fifth on',
		(times) => {
			for (const before of [20_000, 60_000, 600_000]) {
				const earlier = after(before);
				const ms = before / times;
				const late = () =>
					simulate({ documents: 1, document: constant(ms) }, 1, earlier).delays[0] ?? NaN;
				for (let n = 0; n < 4; n += 1) expect(ms + late()).toBeLessThanOrEqual(before + 40);
				for (let n = 0; n < 8; n += 1) expect(late()).toBeLessThanOrEqual(0.1 * ms + 340);
			}
		},
	);

	test('is found at most a tenth late if the service becomes three times slower', () => {
		const earlier = after(20_000);
		for (let n = 0; n < 12; n += 1) {
			const slower = simulate({ documents: 1, document: constant(60_000) }, 1, earlier);
			expect(slower.delays[0]).toBeLessThanOrEqual(6_040);
			expect(slower.polls).toBeLessThanOrEqual(32);
		}
	});

	test('costs at most 65 polls in ten minutes', () => {
		const { polls } = one(600_000);
		process.stdout.write(`the first, of ten minutes: ${polls} polls\n`);
		expect(polls).toBeLessThanOrEqual(65);
	});
});
