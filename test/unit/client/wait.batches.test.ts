import { simulate, type Batch } from '../../../bench/batch/simulation';

const SEEDS = [1, 2];
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number) / numbers.length;

const constant = (ms: number) => () => ms;
/** Between half a second and two minutes, most of them short (a bounded Pareto distribution). */
const heavyTailed = (random: () => number) => {
	const share = 1 - (500 / 120_000) ** 1.1;
	return 500 / (1 - random() * share) ** (1 / 1.1);
};
/** The same, as many between 1 s and 2 s as between 60 s and 120 s. */
const ofAllSizes = (random: () => number) => 500 * 240 ** random();
const evenly = (random: () => number) => 500 + 119_500 * random();
/** From 1 page to 400, each 0.3 s. */
const byPages = (random: () => number) => {
	return 300 + 300 * Math.ceil(400 ** random());
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
		{ documents: 400, document: (random) => 8_000 + 4_000 * random() },
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
			expect(report.polls).toBeLessThanOrEqual(3.75);
		}
		expect(mean(reports.map(({ ms, idealMs }) => ms / idealMs))).toBeLessThanOrEqual(1.15);
	});
});

test('equal jobs in five waves take at most a tenth longer than they need', () => {
	const ratios: number[] = [];
	for (const ms of [20_000, 30_000, 45_000, 60_000, 90_000]) {
		for (const submitMs of [15, 20, 33, 100]) {
			const batch = { documents: 300, document: constant(ms), inFlight: 60, submitMs };
			ratios.push(simulate(batch, 1).ms / (5 * ms + 60 * submitMs));
		}
	}
	process.stdout.write(
		`five waves: ${mean(ratios)} of what they need, at most ${Math.max(...ratios)}\n`,
	);
	expect(Math.max(...ratios)).toBeLessThanOrEqual(1.1);
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

	test('costs at most 65 polls in ten minutes', () => {
		const { polls } = one(600_000);
		process.stdout.write(`the first, of ten minutes: ${polls} polls\n`);
		expect(polls).toBeLessThanOrEqual(65);
	});
});
