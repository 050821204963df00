import { type Bench, type Bound, makeRow, type Round, type Run, runInTurns } from '../outcome';
import type { Seen } from '../contestants/seen';
import { ROWS, type Row } from './rows';
import { computeAllowedDelayMs, takeQuantile } from './late';
import { run, type Contestant } from './run';
import { simulateRows } from './simulatedRows';

const UNITS = {
	time: 's',
	polls: 'a document',
	'found late by (median)': 's',
	'found late by (95 of 100)': 's',
	'at once': 'requests',
};
const LATE = 'found late by, of what it may be';
type Name = 'Tag PDF' | 'script';

/** Batches of documents through the node, compared with a bare script that has no limits. */
export const batch: Bench = {
	async run({ matching, quick }, done) {
		const rows = ROWS.filter((row) => row.name.includes(matching) && (row.quick || !quick));
		for (const row of rows) {
			const measure = (contestant: Contestant) => async () =>
				figuresOf(row, await run(contestant, row));
			const script = row.script ? { script: measure('script') } : {};
			const contestants = { ...script, 'Tag PDF': measure('node') };
			const rounds = await runInTurns<Name>(
				contestants as Record<Name, () => Promise<Run>>,
				row.rounds,
			);
			done(makeRow(row.name, rounds, UNITS, boundsOf(row)));
		}
		for (const row of simulateRows(matching)) done(row);
	},
};

function figuresOf(
	{ bounds }: Row,
	{ ms, polls, atOnce, delays, delivered }: Seen & { delivered: number },
): Run {
	const inOrder = delays.map((delay) => delay.ms).toSorted((a, b) => a - b);
	return {
		time: ms / 1_000,
		polls,
		'found late by (median)': takeQuantile(inOrder, 0.5) / 1_000,
		'found late by (95 of 100)': takeQuantile(inOrder, 0.95) / 1_000,
		'at once': atOnce,
		delivered,
		[LATE]: Math.max(
			...delays.map((delay) => delay.ms / computeAllowedDelayMs(delay.jobMs, bounds.late)),
		),
	};
}

function boundsOf({ documents, script, bounds }: Row): Array<Bound<Name>> {
	const ours = (what: string) => (round: Round<Name>) => round['Tag PDF'][what] ?? NaN;
	const ratio = (round: Round<Name>) => ours('time')(round) / (round.script.time ?? NaN);
	return [
		{ what: 'delivered', atLeast: documents, of: ours('delivered') },
		{ what: 'requests at once', atMost: 10, of: ours('at once') },
		...(script ? [{ what: 'time, Tag PDF / script', atMost: bounds.ratio, of: ratio }] : []),
		...(bounds.polls
			? [{ what: 'polls a document', atMost: bounds.polls, of: ours('polls') }]
			: []),
		...(bounds.late === undefined ? [] : [{ what: LATE, atMost: 1, of: ours(LATE) }]),
	];
}
