import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import execa from 'execa';
import { publishFlow } from '../../test/host/harness/flow';
import { outputs } from '../../test/host/harness/rest/executions';
import { openSetup, type Setup } from '../../test/host/harness/setup';
import { readFiles, tagPdf } from '../../test/host/harness/workflow';
import { QUIET } from '../contestants/inN8n';
import { writeLargePdf } from '../contestants/largePdf';
import { residentMb } from '../contestants/resident';
import { type Bench, type Bound, makeRow, type Round, type Run } from '../outcome';

const MIB = 1024 ** 2;
const SIZES = [16, 1_024, 2_047].map((size) => ({ name: `${size} MB`, bytes: size * MIB }));

/** Bounds of Inspect. */
const BOUNDS: Array<Bound<'Inspect'>> = [
	{ what: 'share of the pages that it finds', atLeast: 1, atMost: 1, of: ours('pages') },
	// Compared with an idle n8n whose Read Files node has already read the file.
	{ what: 'memory', unit: 'MB', atMost: 64, of: ours('memory') },
	{
		what: 'speed, Inspect / disk',
		atLeast: 0.5,
		of: (round) => ours("the disk's time")(round) / ours('time')(round),
	},
	// Longest time without an answer from n8n while the node runs.
	{ what: 'blocked', unit: 'ms', atMost: 200, of: ours('blocked') },
];

function ours(what: string) {
	return ({ Inspect }: Round<'Inspect'>) => Inspect[what] ?? NaN;
}

const UNITS = {
	memory: 'MB',
	'Read Files alone': 'MB',
	time: 's',
	"the disk's time": 's',
	blocked: 'ms',
};

/** Document → Inspect of large files, in a real n8n that keeps files on disk. */
export const inspect: Bench = {
	title: 'Inspect',
	about: `Inspect reads a PDF in a real n8n, after a Read Files node. _memory_ is how much n8n's memory grows, and _Read Files
alone_ is the same without Inspect. _The disk's time_ is what the disk needs to read the file. _Blocked_ is the longest
time in which n8n did not answer.`,
	async run({ matching, quick }, done) {
		for (const { name, bytes } of quick ? [] : SIZES) {
			if (!name.includes(matching)) continue;
			const setup = await openSetup();
			try {
				// The first file also loads code, which must not count.
				await measure(setup, 'warm-up.pdf', MIB);
				const result = await measure(setup, 'large.pdf', bytes);
				done(makeRow(name, { Inspect: [result] }, UNITS, BOUNDS));
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
	const alone = await publishFlow(setup, [readFiles(path)], QUIET);
	const flow = await publishFlow(setup, [readFiles(path), node], QUIET);
	const { memory: floor } = await watch(setup, alone.start);
	const { asked, memory } = await watch(setup, flow.start);
	const execution = await flow.ended();
	const { error, runData } = execution.data.resultData;
	if (error) throw new Error(error.message);
	const { executionTime = Infinity, startTime = 0 } = runData[node.name]?.[0] ?? {};
	const pages = Number(outputs(execution, node.name)[0]?.[0]?.json.pages) / expected;
	const during = asked.filter(
		({ at, took }) => at + took > startTime && at < startTime + executionTime,
	);
	return {
		pages,
		time: executionTime / 1_000,
		"the disk's time": diskSeconds,
		'Read Files alone': floor,
		memory,
		blocked: Math.max(0, ...during.map(({ took }) => took)),
	};
}

/** Seconds that the disk needs to read the file, without the page cache. */
async function readThrough(path: string): Promise<number> {
	const began = performance.now();
	await execa('dd', [`if=${path}`, 'of=/dev/null', 'bs=1M', 'iflag=direct']);
	return (performance.now() - began) / 1_000;
}

/** A request to n8n: when it was sent (epoch ms), and how long it took (ms). */
interface Asked {
	at: number;
	took: number;
}

/** Returns how much n8n's memory grows during `work`, in MB, and the requests sent to n8n meanwhile. */
async function watch(
	{ n8n }: Setup,
	work: () => Promise<void>,
): Promise<{ memory: number; asked: Asked[] }> {
	const idle = residentMb(n8n.pid).now;
	const asked: Asked[] = [];
	let memory = 0;
	const over = new AbortController();
	const worked = work().finally(() => over.abort());
	while (!over.signal.aborted) {
		const at = Date.now();
		await fetch(`${n8n.url}/healthz`);
		asked.push({ at, took: Date.now() - at });
		memory = Math.max(memory, residentMb(n8n.pid).now - idle);
		await sleep(20);
	}
	await worked;
	return { memory, asked };
}
