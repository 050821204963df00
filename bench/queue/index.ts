import { cpus } from 'node:os';
import { postgresqlPrograms } from '../../test/host/harness/queue/services';
import { startCluster } from '../../test/host/harness/queue/cluster';
import { type Bench, type Bound, makeRow, type Round, type Rounds, type Run } from '../outcome';
import { documents, events, PROCESSING_MS, type Work } from './work';

const ROUNDS = 2;
const WORKERS = [1, 2, 3];
/** Minimum rate of each worker, as a share of one worker's rate alone. */
const SHARE = 0.9;
/** Cores that a worker's process uses if it never waits. */
const CORES_FOR_A_WORKER = 1;

/** Work shared among workers. It requires PostgreSQL and Redis. */
export const queue: Bench = {
	title: 'Queue mode',
	about: `With PostgreSQL, Redis, and one to three workers. Events have a bound only if the machine has enough cores.`,
	async run({ matching, quick }, done) {
		const works = [documents, events].filter(({ name }) => name.includes(matching));
		if (quick || works.length === 0 || !postgresqlPrograms()) return;
		const service = { processingMs: PROCESSING_MS, tagger: 'copy', parallelJobs: 100 } as const;
		const cluster = await startCluster({ workers: 1, service });
		try {
			const measured = new Map<Work, Record<string, Run[]>>(works.map((work) => [work, {}]));
			for (const count of WORKERS) {
				while (cluster.workers.length < count) await cluster.addWorker();
				for (const work of works) {
					const runs: Run[] = [];
					await work.run(cluster);
					while (runs.length < ROUNDS) runs.push({ rate: await work.run(cluster) });
					Object.assign(measured.get(work) ?? {}, { [nameOf(count)]: runs });
				}
			}
			for (const [{ name, waits }, rounds] of measured) {
				done(makeRow(name, rounds as Rounds, { rate: 'a second' }, boundsOf(waits)));
			}
		} finally {
			await cluster.close();
		}
	},
};

function nameOf(workers: number): string {
	return workers === 1 ? '1 worker' : `${workers} workers`;
}

/** Judges only the numbers of workers for which this machine has cores, besides two for the other processes. */
function boundsOf(waits: boolean): Bound[] {
	const shown = WORKERS.slice(1).filter(
		(count) => waits || cpus().length > count * CORES_FOR_A_WORKER + 2,
	);
	return shown.map((count) => {
		const rate = (round: Round, workers: number) => round[nameOf(workers)]?.rate ?? NaN;
		const of = (round: Round) => rate(round, count) / rate(round, 1) / count;
		return { what: `rate of each of ${count} workers / of one alone`, atLeast: SHARE, of };
	});
}
