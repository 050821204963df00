import execa from 'execa';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BinaryMode } from '../../engine';
import { startSandbox } from '../../sandbox';
import type { Setup } from '../../test/host/harness/setup';
import { bareScript } from '../contestants/bareScript';
import { cleanUp, openPlace, writeDocument } from '../contestants/place';
import { delivered, httpRequestJob, tagPdfJob, type Job } from '../contestants/inN8n';
import { forgetPeak, residentMb } from '../contestants/resident';
import { type Bench, makeRow, type Rounds, type Row, type Run, runInTurns } from '../outcome';
import type { LeftTask } from './left';

const ROUNDS = 3;
/**
 * Documents before the measured one. V8 keeps the first 64 MB that pass through any Node process. Reading
 * these documents also triggers the first full garbage collection, which moves the leftovers of n8n's start.
 */
const WARM_UPS = 5;
const WARM_UP_MB = 64;
const WARM_UP = 'warm-up';
/** Pause between the last warm-up and the idle measurement. */
const SETTLED_MS = 1_000;
const SIZES = [
	{ name: '16 MB', mb: 16, quick: false },
	{ name: '256 MB', mb: 256, quick: true },
	{ name: '1 GB', mb: 1_024, quick: false },
	{ name: '2 GB', mb: 2_047, quick: false },
];
const MEMORY = 'memory over idle';
const BOUND = { what: `${MEMORY}, Tag PDF`, unit: 'MB', atMost: 48 };

const LEFT_DOCUMENTS = 200;
const LEFT = `memory left after ${LEFT_DOCUMENTS} documents`;
/** n8n's binary data modes. The first keeps files in memory. */
const LEFT_MODES: Readonly<Record<string, BinaryMode>> = {
	'in memory': 'default',
	'on disk': 'filesystem',
};
/** Code that ran for the first time stays. The documents themselves have 50 MB. */
const LEFT_AT_MOST_MB = 3;

type Jobs = Readonly<Record<string, Job>>;

/** Peak memory over idle while n8n tags one document, and what stays after many of them. */
export const memory: Bench = {
	title: 'Memory',
	about: `_Tag PDF_ is Read Files → Tag PDF in a real n8n that keeps files on disk. _HTTP Request_ is a workflow as n8n's
templates build it: HTTP Request nodes, a Merge and a Wait loop. The _script_ uses undici, without n8n. Each run in n8n starts a new n8n, and tags five documents of 64 MB before the measured ones. The peak is the one that the system records
(\`VmHWM\`).`,
	async run({ matching, quick }, done) {
		if (LEFT.includes(matching)) done(await measureLeft());
		const sizes = SIZES.filter((size) => size.name.includes(matching) && (size.quick || !quick));
		if (sizes.length === 0) return;
		const setup = await openPlace();
		try {
			const rounds = await measure(setup, sizes, quick);
			for (const { name } of sizes) {
				const of = (round: Record<'Tag PDF', Run>) => round['Tag PDF'][MEMORY] ?? NaN;
				done(makeRow(name, ofSize(rounds, name), { [MEMORY]: 'MB' }, [{ ...BOUND, of }]));
			}
		} finally {
			await setup.close();
		}
	},
};

/** Each mode runs in a process of its own. */
async function measureLeft(): Promise<Row> {
	const rounds: Record<string, Run[]> = {};
	for (const [name, binaryMode] of Object.entries(LEFT_MODES)) {
		const sandbox = await startSandbox({ tagger: 'copy', credits: LEFT_DOCUMENTS * 2 });
		try {
			const { apiKey } = sandbox.accounts[0];
			const task: LeftTask = { url: sandbox.url, apiKey, binaryMode, documents: LEFT_DOCUMENTS };
			const args = ['--expose-gc', join(__dirname, 'left.ts'), JSON.stringify(task)];
			const { stdout } = await execa('tsx', args, { preferLocal: true });
			rounds[name] = [{ [LEFT]: Number(stdout.trim().split('\n').at(-1)) / 1024 ** 2 }];
		} finally {
			await sandbox.close();
		}
	}
	const bounds = Object.keys(LEFT_MODES).map((name) => ({
		what: `${LEFT}, ${name}`,
		unit: 'MB',
		atMost: LEFT_AT_MOST_MB,
		of: (round: Readonly<Record<string, Run>>) => round[name]?.[LEFT] ?? NaN,
	}));
	return makeRow(LEFT, rounds, { [LEFT]: 'MB' }, bounds);
}

/** Each run has one figure per size, keyed by the name of the size. */
async function measure(setup: Setup, sizes: typeof SIZES, quick: boolean) {
	const warmUp = await writeDocument(setup, WARM_UP_MB);
	const paths: Record<string, string> = {};
	for (const { name, mb } of sizes) paths[name] = await writeDocument(setup, mb);
	const all = { [WARM_UP]: warmUp, ...paths };
	const jobsOf = async (make: (path: string) => Promise<Job>) => {
		const jobs: Record<string, Job> = {};
		for (const [name, path] of Object.entries(all)) jobs[name] = await make(path);
		return jobs;
	};
	const tagPdf = await jobsOf(async (path) => await tagPdfJob(setup, path));
	const ours = { 'Tag PDF': async () => await inFreshN8n(setup, tagPdf) };
	// The other contestants have no bound, and CI has no time for them.
	const others = quick ? {} : await peers();
	return await runInTurns<'Tag PDF'>({ ...ours, ...others }, ROUNDS);

	async function peers() {
		const options = { waitSeconds: 1 };
		const http = await jobsOf(async (path) => await httpRequestJob(setup, path, options));
		return {
			'HTTP Request': async () => await inFreshN8n(setup, http),
			script: async () => await inScript(setup, all),
		};
	}
}

function ofSize<Name extends string>(rounds: Rounds<Name>, size: string): Rounds<Name> {
	const entries = Object.entries<readonly Run[]>(rounds).map(([name, runs]) => {
		return [name, runs.map((run) => ({ [MEMORY]: run[size] ?? NaN }))];
	});
	return Object.fromEntries(entries) as Rounds<Name>;
}

async function inScript(setup: Setup, paths: Readonly<Record<string, string>>): Promise<Run> {
	const runs = await bareScript(setup.sandbox, Object.values(paths));
	await cleanUp(setup);
	return Object.fromEntries(Object.keys(paths).map((name, at) => [name, runs[at]?.memory ?? NaN]));
}

/** Restarts n8n, so that memory grown by another contestant does not count. */
async function inFreshN8n(setup: Setup, { [WARM_UP]: warmUp, ...jobs }: Jobs): Promise<Run> {
	await setup.n8n.stop();
	await setup.restart();
	for (let run = 0; warmUp && run < WARM_UPS; run += 1) await delivered(warmUp);
	await sleep(SETTLED_MS);
	const { pid } = setup.n8n;
	const { now: idle } = residentMb(pid);
	const peaks: Record<string, number> = {};
	for (const [name, job] of Object.entries(jobs)) {
		forgetPeak(pid);
		await delivered(job);
		peaks[name] = residentMb(pid).peak - idle;
		await cleanUp(setup);
	}
	return peaks;
}
