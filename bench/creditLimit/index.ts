import { runInEngine, type Batch } from '../batch/run';
import type { Seen } from '../contestants/seen';
import { type Bench, makeRow, type Run, runInTurns } from '../outcome';

const ROUNDS = 3;
const UNITS = { time: 's', delivered: '' };
const DOCUMENTS = 1_000;
const BATCH: Batch = {
	documents: DOCUMENTS,
	service: { parallelJobs: 10_000, processingMs: 1_000 },
};
/** Far more than the documents need: a page each. */
const ROOM = 100_000;

/** The same batch with a Max Credits per Execution that has room for it, and without. */
export const creditLimit: Bench = {
	title: 'With a credit limit',
	about:
		'With Max Credits per Execution, the node counts the pages of each document before it submits it.',
	async run({ matching, quick }, done) {
		const name = '1,000 × 1 s, one page each';
		if (quick || !name.includes(matching)) return;
		const contestants = {
			'without a limit': async () => figuresOf(await runInEngine(BATCH)),
			'with a limit': async () => figuresOf(await runInEngine({ ...BATCH, maxCredits: ROOM })),
		};
		const rounds = await runInTurns(contestants, ROUNDS);
		const time = ({ time = NaN }: Run) => time;
		done(
			makeRow(name, rounds, UNITS, [
				{
					what: 'delivered, with a limit',
					atLeast: DOCUMENTS,
					of: (round) => round['with a limit'].delivered ?? NaN,
				},
				{
					what: 'time, with a limit / without',
					atMost: 1.05,
					of: (round) => time(round['with a limit']) / time(round['without a limit']),
				},
			]),
		);
	},
};

const figuresOf = ({ ms, delivered }: Seen & { delivered: number }): Run => ({
	time: ms / 1_000,
	delivered,
});
