import { type Bound, makeRow, type Row } from '../outcome';
import { simulate, type Batch, type Duration } from './simulation';

const UNITS = {
	'polls (median)': '',
	'polls (most)': '',
	'found late by (median)': 's',
	'found late by (most)': 's',
};
/** A delay up to this is always allowed, however short the job. */
const ALWAYS_LATE_MS = 500;
/** Round-trip time of a poll. */
const POLL_MS = 100;
/** Each seed gives a series of documents, one after the other. */
const SEEDS = Array.from({ length: 100 }, (_, n) => n + 1);
/** Documents found before the measured one. */
const EARLIER = 5;

type Document = Batch['document'];
type Name = 'nothing known' | 'after five';
/** Upper bounds for the measured document: polls, and delay as a share of the job's duration. */
type Limits = Readonly<Record<Name, { polls: number; late: number }>>;

const constant = (seconds: number) => () => ({ ms: seconds * 1_000 });
/** 1 to 100 pages; the duration depends on the pages. */
const byPage: Document = (random) => {
	const pages = Math.ceil(100 ** random());
	return { ms: 2_000 + 500 * pages, pages };
};
const scattered: Document = (random) => ({ ms: 30_000 + 60_000 * random() });

const limits = (cold: number, polls: number, late: number): Limits => ({
	'nothing known': { polls: cold, late: 0.1 },
	'after five': { polls, late },
});

/** Up to five documents of kind `earlier` come first. The measured document is of kind `last`. */
const ROWS: Array<{ name: string; earlier: Document; last?: Document; limits: Limits }> = [
	...[10, 60].map((seconds) => ({
		name: `one document, ${seconds} s`,
		earlier: constant(seconds),
		limits: limits(45, 6, 0.03),
	})),
	{ name: 'one document, 600 s', earlier: constant(600), limits: limits(65, 6, 0.03) },
	{ name: 'one document, 2 s and 0.5 s a page', earlier: byPage, limits: limits(45, 25, 0.1) },
	{ name: 'one document, 30 s to 90 s', earlier: scattered, limits: limits(45, 25, 0.4) },
	{
		name: 'one document, 20 s after documents of 60 s',
		earlier: constant(60),
		last: constant(20),
		limits: limits(45, 6, 0.5),
	},
	{
		name: 'one document, 60 s after documents of 20 s',
		earlier: constant(20),
		last: constant(60),
		limits: limits(45, 25, 0.1),
	},
];

/** One document at a time, each in its own execution, in simulated time: nothing depends on the machine. */
export function simulateRows(matching: string): Row[] {
	return ROWS.filter(({ name }) => name.includes(matching)).map(
		({ name, earlier, last = earlier, limits: most }) => {
			const figures = (count: number, { late }: Limits[Name]) => {
				const runs = SEEDS.map((seed) => one(earlier, last, count, seed, late));
				const of = (what: keyof (typeof runs)[number]) =>
					runs.map((run) => run[what]).toSorted((a, b) => a - b);
				return {
					'polls (median)': takeQuantile(of('polls'), 0.5),
					'polls (most)': takeQuantile(of('polls'), 1),
					'found late by (median)': takeQuantile(of('lateMs'), 0.5) / 1_000,
					'found late by (most)': takeQuantile(of('lateMs'), 1) / 1_000,
					late: takeQuantile(of('late'), 1),
				};
			};
			const rounds = {
				'nothing known': [figures(0, most['nothing known'])],
				'after five': [figures(EARLIER, most['after five'])],
			};
			return makeRow<Name>(name, rounds, UNITS, Object.keys(rounds).flatMap(boundsOf));

			function boundsOf(who: string): Array<Bound<Name>> {
				const of =
					(what: string): Bound<Name>['of'] =>
					(round) =>
						round[who as Name][what] ?? NaN;
				const { polls } = most[who as Name];
				return [
					{ what: `polls (most), ${who}`, atMost: polls, of: of('polls (most)') },
					{ what: `found late by, of what it may be, ${who}`, atMost: 1, of: of('late') },
				];
			}
		},
	);
}

/** Simulates one document after others of a series. */
function one(earlier: Document, last: Document, count: number, seed: number, share: number) {
	const known: Duration[] = [];
	for (let n = 0; n < count; n += 1) {
		simulate({ documents: 1, document: earlier }, count * seed + n, known);
	}
	let jobMs = 0;
	const document: Document = (random, n) => {
		const made = last(random, n);
		jobMs = made.ms;
		return made;
	};
	const { polls, delays } = simulate({ documents: 1, document }, 1_000 + seed, known);
	const lateMs = delays[0] ?? NaN;
	return { polls, lateMs, late: lateMs / Math.max(ALWAYS_LATE_MS, share * jobMs + POLL_MS) };
}

/** Returns the figure at a quantile of sorted figures; `share` is in [0, 1]. */
export function takeQuantile(sorted: readonly number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
