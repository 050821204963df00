import { type Bench, type Bound, makeRow, type Round, type Run, runInTurns } from '../outcome';
import type { Seen } from '../contestants/seen';
import { runInEngine, runInN8n, runScript, type Batch } from './run';

const ROUNDS = 3;
const UNITS = {
	time: 's',
	polls: 'a document',
	'found late by (median)': 's',
	'found late by (95 of 100)': 's',
	'at once': 'requests',
};
type Name = 'Tag PDF' | 'script';

/** One measurement: a batch, and the bounds for the node. */
interface Row extends Batch {
	name: string;
	/** Runs in a real n8n instead of its engine alone. */
	inN8n?: true;
	/** Whether CI runs it, too. */
	quick?: true;
	/** Maximum time, as a multiple of the script's. */
	ratio: number;
	/** Maximum polls per document, on average. */
	polls: number;
}

const ALL_AT_ONCE = { parallelJobs: 10_000 };
const SIXTY = {
	documents: 60,
	service: { ...ALL_AT_ONCE, processingMs: 5_000 },
	ratio: 1.5,
	polls: 3,
};
const ROWS: Row[] = [
	{ ...SIXTY, name: '60 × 5 s, all at once', quick: true },
	{ ...SIXTY, name: '60 × 5 s, all at once, in n8n', inN8n: true },
	{
		name: '1,000 × 10 s, all at once',
		documents: 1_000,
		service: { ...ALL_AT_ONCE, processingMs: 10_000 },
		inFlight: 1_000,
		ratio: 1.3,
		polls: 2.5,
	},
	{
		name: '1,000 × 0.5 s to 120 s, 50 at once',
		documents: 1_000,
		service: { parallelJobs: 50, processingMs: 500, processingMaxMs: 120_000, seed: 'batch' },
		inFlight: 1_000,
		ratio: 1.2,
		polls: 6,
	},
];

/** Batches of documents through the node, compared with a bare script that has no limits. */
export const batch: Bench = {
	title: 'Batches',
	about: `The name of a case has the number of documents, the time of a job, and how many jobs the service processes at once. _In
n8n_ is a real n8n; the other cases run in n8n's engine alone. The script has no limits. _Found late by_ is the time
from the end of a job to the poll that finds it. The column _at once_ has the most requests in flight.`,
	async run({ matching, quick }, done) {
		const rows = ROWS.filter((row) => row.name.includes(matching) && (row.quick || !quick));
		for (const row of rows) {
			const runNode = row.inN8n ? runInN8n : runInEngine;
			const contestants = {
				script: async () => figuresOf(await runScript(row)),
				'Tag PDF': async () => figuresOf(await runNode(row)),
			};
			done(makeRow(row.name, await runInTurns<Name>(contestants, ROUNDS), UNITS, boundsOf(row)));
		}
	},
};

function figuresOf({ ms, polls, atOnce, delays, delivered }: Seen & { delivered: number }): Run {
	const inOrder = delays.toSorted((a, b) => a - b);
	return {
		time: ms / 1_000,
		polls,
		'found late by (median)': takeQuantile(inOrder, 0.5) / 1_000,
		'found late by (95 of 100)': takeQuantile(inOrder, 0.95) / 1_000,
		'at once': atOnce,
		delivered,
	};
}

function boundsOf({ documents, ratio, polls }: Row): Array<Bound<Name>> {
	const ours = (what: string) => (round: Round<Name>) => round['Tag PDF'][what] ?? NaN;
	return [
		{ what: 'delivered', atLeast: documents, of: ours('delivered') },
		{ what: 'requests at once', atMost: 10, of: ours('at once') },
		{
			what: 'time, Tag PDF / script',
			atMost: ratio,
			of: (round) => ours('time')(round) / (round.script.time ?? NaN),
		},
		{ what: 'polls a document', atMost: polls, of: ours('polls') },
	];
}

/** Returns the figure at a quantile of sorted figures; `share` is in [0, 1]. */
function takeQuantile(sorted: readonly number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
