import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import execa from 'execa';
import { publishFlow } from '../../test/host/harness/flow';
import { outputs } from '../../test/host/harness/rest/executions';
import { openSetup, type Setup } from '../../test/host/harness/setup';
import { readFiles, tagPdf } from '../../test/host/harness/workflow';
import { writeLargePdf } from '../contestants/largePdf';
import { residentMb } from '../contestants/resident';
import type { Bench } from '../outcome/bench';
import type { Round, Run } from '../outcome/rounds';
import { rowOf } from '../outcome/row';
import type { Bound } from '../outcome/verdict';

const MIB = 1024 ** 2;
const SIZES = [16, 1_024, 2_047].map((size) => ({ name: `${size} MB`, bytes: size * MIB }));

/** What inspecting must keep to. */
const BOUNDS: Array<Bound<'Inspect'>> = [
	{ what: 'pages, of those there are', atLeast: 1, atMost: 1, of: ours('pages') },
	// Beside what n8n's own Read Files takes.
	{ what: 'memory', unit: 'MB', atMost: 64, of: ours('memory') },
	{
		what: "speed, of the disk's",
		atLeast: 0.5,
		of: (round) => ours("the disk's time")(round) / ours('time')(round),
	},
	// In which n8n answers nobody.
	{ what: 'blocked', unit: 'ms', atMost: 200, of: ours('blocked') },
];

function ours(what: string) {
	return ({ Inspect }: Round<'Inspect'>) => Inspect[what] ?? NaN;
}

const UNITS = { memory: 'MB', time: 's', "the disk's time": 's', blocked: 'ms' };

/** Document → Inspect of large files in a real n8n, which keeps files on disk. */
export const inspect: Bench = {
	charts: [{ title: 'Inspect: memory over idle', what: 'memory' }],
	async run({ matching, quick }, done) {
		for (const { name, bytes } of quick ? [] : SIZES) {
			if (!name.includes(matching)) continue;
			const setup = await openSetup();
			try {
				// What is loaded with the first file is no file's.
				await measure(setup, 'warm-up.pdf', MIB);
				const result = await measure(setup, 'large.pdf', bytes);
				done(rowOf(name, { Inspect: [result] }, UNITS, BOUNDS));
			} finally {
				await setup.close();
			}
		}
	},
};

async function measure(setup: Setup, name: string, bytes: number): Promise<Run> {
	const folder = join(setup.documents, name);
	await mkdir(folder, { recursive: true });
	const path = join(folder, name);
	const expected = await writeLargePdf(path, bytes);
	const diskSeconds = await readThrough(path);
	const node = tagPdf(setup.credential, { operation: 'inspect' });
	const flow = await publishFlow(setup, [readFiles(path), node]);
	const over = new AbortController();
	const watched = watch(setup, over.signal);
	await flow.start();
	const execution = await flow.ended();
	over.abort();
	const { blocked, memory } = await watched;
	const { error, runData } = execution.data.resultData;
	if (error) throw new Error(error.message);
	const seconds = (runData[node.name]?.[0]?.executionTime ?? Infinity) / 1_000;
	const pages = Number(outputs(execution, node.name)[0]?.[0]?.json.pages) / expected;
	return { pages, time: seconds, "the disk's time": diskSeconds, memory, blocked };
}

/** Seconds that the disk takes to give the file, past what the system remembers of it. */
async function readThrough(path: string): Promise<number> {
	const began = performance.now();
	await execa('dd', [`if=${path}`, 'of=/dev/null', 'bs=1M', 'iflag=direct']);
	return (performance.now() - began) / 1_000;
}

/** The most that n8n's memory grows, in MB, and the longest that it answers nobody, in milliseconds. */
async function watch(
	{ n8n }: Setup,
	over: AbortSignal,
): Promise<{ memory: number; blocked: number }> {
	const idle = residentMb(n8n.pid).now;
	let memory = 0;
	let blocked = 0;
	while (!over.aborted) {
		const asked = performance.now();
		await fetch(`${n8n.url}/healthz`);
		blocked = Math.max(blocked, performance.now() - asked);
		memory = Math.max(memory, residentMb(n8n.pid).now - idle);
		await sleep(20);
	}
	return { memory, blocked };
}
