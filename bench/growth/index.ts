import execa from 'execa';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox';
import type { Bench } from '../outcome/bench';
import { runInTurns, type Run, type Rounds } from '../outcome/rounds';
import { makeRow, type Row } from '../outcome/row';
import type { Bound } from '../outcome/verdict';
import type { Outcome, Task } from './items';

const ROUNDS = 3;
const WAITING = '500 documents that wait';
const COUNTS = [1, 10, 100];
/** Quick runs leave out these numbers of documents, because each takes more than a minute. */
const MANY = [1_000, 5_000];
/** Fewest documents that are judged: with fewer, the start costs more than the items. */
const LEAST_JUDGED = 100;
const TIME = 'time for a document';
const CPU = 'processor time for a document';
const MEMORY = 'memory for an item';
const UNITS = { [TIME]: 'ms', [CPU]: 'ms', [MEMORY]: 'kB' };

/** More and more documents in one execution; the service takes no time. */
export const growth: Bench = {
	charts: [
		{ title: 'Time for a document, by documents in an execution', what: TIME },
		{
			title: 'Memory for an item, by items in an execution',
			what: MEMORY,
			rows: 'documents in an execution',
		},
	],
	async run({ matching, quick }, done) {
		if (WAITING.includes(matching)) done(await measureWaiting());
		const name = 'documents in an execution';
		if (!name.includes(matching)) return;
		const counts = quick ? COUNTS : [...COUNTS, ...MANY];
		const withMemory = counts.some((count) => count > LEAST_JUDGED);
		const contestants = Object.fromEntries(
			counts.map((count) => [count, async () => await measure(count, withMemory)]),
		);
		const rounds: Rounds = await runInTurns(contestants, ROUNDS);
		done(makeRow(name, rounds, UNITS, counts.slice(1).flatMap(boundsOf)));

		function boundsOf(count: number, at: number): Bound[] {
			const before = counts[at] ?? 1;
			const figure = (of: number, what: string, round: Readonly<Record<string, Run>>) =>
				round[of]?.[what] ?? NaN;
			const flat = {
				what: `${TIME}, ${count} / ${before}`,
				atMost: 1.1,
				of: (round: Readonly<Record<string, Run>>) =>
					figure(count, TIME, round) / figure(before, TIME, round),
			};
			if (count <= LEAST_JUDGED) return [flat];
			const light = {
				what: `${MEMORY}, ${count}`,
				unit: 'kB',
				atMost: 20,
				of: (round: Readonly<Record<string, Run>>) => figure(count, MEMORY, round),
			};
			return [flat, light];
		}
	},
};

/** Runs twice: once for time, and once for memory, with repeated garbage collection. */
async function measure(count: number, withMemory: boolean): Promise<Run> {
	const { ms, cpu } = await run(count, []);
	const time = { [TIME]: ms / count, [CPU]: cpu / count };
	if (!withMemory) return time;
	const { live } = await run(count, ['--expose-gc']);
	return { ...time, [MEMORY]: live / 1_000 / count };
}

/** Documents whose jobs take an hour, in their own process. */
async function measureWaiting(): Promise<Row> {
	const args = ['--expose-gc', join(__dirname, 'waiting.ts')];
	const { stdout } = await execa('tsx', args, { preferLocal: true });
	const figure = { [MEMORY]: Number(stdout.trim().split('\n').at(-1)) / 1_000 };
	const of = (round: Readonly<Record<string, Run>>) => round['Tag PDF']?.[MEMORY] ?? NaN;
	const bound = { what: MEMORY, unit: 'kB', atMost: 20, of };
	return makeRow(WAITING, { 'Tag PDF': [figure] }, { [MEMORY]: 'kB' }, [bound]);
}

async function run(documents: number, flags: string[]): Promise<Outcome> {
	const sandbox = await startSandbox({ tagger: 'copy', credits: 1_000_000, parallelJobs: 1_000 });
	try {
		const task: Task = { url: sandbox.url, apiKey: sandbox.accounts[0].apiKey, documents };
		const args = [...flags, join(__dirname, 'items.ts'), JSON.stringify(task)];
		const { stdout } = await execa('tsx', args, { preferLocal: true });
		return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
	} finally {
		await sandbox.close();
	}
}
