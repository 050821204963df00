import { simulate, type Batch } from './simulation';

/** Most polls a document, most of the ideal time, and largest share of documents that are found late. */
type Bounds = [polls: number, ratio: number, late: number];

const SEEDS = [1, 2, 3];
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number) / numbers.length;

const constant = (ms: number) => () => ({ ms });
/** Between half a second and two minutes, most of them short (a bounded Pareto distribution). */
const heavyTailed = (random: () => number) => {
	const share = 1 - (500 / 120_000) ** 1.1;
	return { ms: 500 / (1 - random() * share) ** (1 / 1.1) };
};
/** The same, as many between 1 s and 2 s as between 60 s and 120 s. */
const evenlySpread = (random: () => number) => ({ ms: 500 * 240 ** random() });
/** From 1 page to 400, each 0.3 s. */
const byPages = (random: () => number) => {
	const pages = Math.ceil(400 ** random());
	return { ms: 300 + 300 * pages, pages };
};

const BATCHES: Array<[name: string, batch: Batch, bounds: Bounds]> = [
	['100 × 5 s, all at once', { documents: 100, document: constant(5_000) }, [2.5, 1.1, 0]],
	[
		'100 × 5 s, all at once, 60 in flight',
		{ documents: 100, document: constant(5_000), inFlight: 60 },
		[2.5, 1.1, 0],
	],
	[
		'1,000 × 10 s, all at once',
		{ documents: 1_000, document: constant(10_000), submitMs: 15 },
		[2, 1.1, 0.02],
	],
	[
		'3,000 × 60 s, a thousand at once',
		{ documents: 3_000, document: constant(60_000), atOnce: 1_000 },
		[2, 1.05, 0.02],
	],
	[
		'100 × 2 s, 10 at once',
		{ documents: 100, document: constant(2_000), atOnce: 10 },
		[3, 1.1, 0.05],
	],
	[
		'2,000 × 2 s, two at once',
		{ documents: 2_000, document: constant(2_000), atOnce: 2 },
		[2, 1.05, 0.02],
	],
	[
		'1,000 × 8 s to 12 s, all at once',
		{ documents: 1_000, document: (random) => ({ ms: 8_000 + 4_000 * random() }) },
		[4, 1.1, 0.2],
	],
	[
		'2,000 × 0.5 s to 120 s, 50 at once',
		{ documents: 2_000, document: heavyTailed, atOnce: 50 },
		[6, 1.05, 0.01],
	],
	[
		'1,000 × 0.5 s to 120 s, evenly spread, 50 at once',
		{ documents: 1_000, document: evenlySpread, atOnce: 50 },
		[6, 1.05, 0.08],
	],
	[
		'1,000 × 0.5 s to 120 s, two at once',
		{ documents: 1_000, document: heavyTailed, atOnce: 2 },
		[3, 1.05, 0.05],
	],
	['1,000 × 1 to 400 pages, all at once', { documents: 1_000, document: byPages }, [3, 1.05, 0.12]],
	[
		'1,000 × 1 to 400 pages, 50 at once',
		{ documents: 1_000, document: byPages, atOnce: 50 },
		[5, 1.05, 0.1],
	],
];

describe.each(BATCHES)('%s', (name, batch, [polls, ratio, late]) => {
	test('is found soon, with few polls', () => {
		const reports = SEEDS.map((seed) => simulate(batch, seed));
		for (const report of reports) process.stdout.write(`${name}: ${String(report)}\n`);
		expect(mean(reports.map((report) => report.polls))).toBeLessThanOrEqual(polls);
		expect(mean(reports.map(({ ms, idealMs }) => ms / idealMs))).toBeLessThanOrEqual(ratio);
		expect(mean(reports.map((report) => report.late))).toBeLessThanOrEqual(late);
	});
});

describe('one document', () => {
	const one = (ms: number) => simulate({ documents: 1, document: constant(ms) }, 1);
	/** Evenly spread over the orders of magnitude. */
	const TIMES = Array.from({ length: 100 }, (_, n) => 300 * 2_000 ** (n / 99));

	test('is found a tenth of its time late at most on average, and never a sixth', () => {
		const reports = TIMES.map((ms) => ({ ms, report: one(ms) }));
		const shares = reports
			.filter(({ ms }) => ms > 3_000)
			.map(({ ms, report }) => report.delay(1) / ms);
		expect(mean(shares)).toBeLessThan(0.1);
		expect(Math.max(...shares)).toBeLessThan(1 / 6);
		for (const { report } of reports.filter(({ ms }) => ms <= 2_000)) {
			expect(report.delay(1)).toBeLessThan(350);
		}
	});

	test('costs 50 polls in ten minutes', () => {
		expect(one(600_000).polls).toBeLessThanOrEqual(50);
	});
});
