import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Table from 'cli-table3';
import execa from 'execa';
import { publishFlow } from '../../test/host/harness/flow';
import { outputs } from '../../test/host/harness/rest/executions';
import { openSetup, type Setup } from '../../test/host/harness/setup';
import { readFiles, tagPdf } from '../../test/host/harness/workflow';
import { writeLargePdf } from '../contestants/largePdf';

const MIB = 1024 ** 2;
const SIZES = [16, 1_024, 2_047].map((size) => ({ name: `${size} MB`, bytes: size * MIB }));

/** What inspecting must keep to. */
const BOUNDS = {
	/** Of the memory of n8n over idle, in MB: beside what n8n's own Read Files takes. */
	memory: 64,
	/** Of the speed at which the disk is read. */
	speed: 0.5,
	/** Milliseconds in which n8n answers nobody. */
	blocked: 200,
};

interface Result {
	pages: unknown;
	seconds: number;
	diskSeconds: number;
	memory: number;
	blocked: number;
}

/**
 * Document → Inspect of large files in a real n8n, which keeps files on disk.
 *
 * @param matching part of the names of the sizes to run
 * @returns the bounds that were not kept
 */
export async function inspect(matching: string): Promise<string[]> {
	const broken: string[] = [];
	const table = new Table({
		head: ['file', 'pages', 'inspected in', 'read in', 'speed', 'memory', 'blocked', ''],
		style: { head: [], border: [] },
	});
	for (const size of SIZES.filter(({ name }) => name.includes(matching))) {
		const setup = await openSetup();
		try {
			// What is loaded with the first file is no file's.
			await measure(setup, 'warm-up.pdf', MIB);
			const { result, expected } = await measure(setup, 'large.pdf', size.bytes);
			const speed = result.diskSeconds / result.seconds;
			const beyond = [
				...(result.pages === expected ? [] : [`${String(result.pages)} of ${expected} pages`]),
				...(result.memory < BOUNDS.memory ? [] : [`${Math.round(result.memory)} MB`]),
				...(speed >= BOUNDS.speed ? [] : [`${speed.toFixed(2)} of the disk's speed`]),
				...(result.blocked <= BOUNDS.blocked ? [] : [`blocked for ${result.blocked} ms`]),
			];
			table.push([
				size.name,
				String(result.pages),
				`${result.seconds.toFixed(2)} s`,
				`${result.diskSeconds.toFixed(2)} s`,
				speed.toFixed(2),
				`+${Math.round(result.memory)} MB`,
				`${Math.round(result.blocked)} ms`,
				beyond.length === 0 ? 'kept' : beyond.join(', '),
			]);
			broken.push(...beyond.map((bound) => `${size.name}: ${bound}`));
			console.error(`${size.name}: done`);
		} finally {
			await setup.close();
		}
	}
	console.log(table.toString());
	return broken;
}

async function measure(
	setup: Setup,
	name: string,
	bytes: number,
): Promise<{ result: Result; expected: number }> {
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
	const pages = outputs(execution, node.name)[0]?.[0]?.json.pages;
	return { result: { pages, seconds, diskSeconds, memory, blocked }, expected };
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
	const idle = residentMb(n8n.pid);
	let memory = 0;
	let blocked = 0;
	while (!over.aborted) {
		const asked = performance.now();
		await fetch(`${n8n.url}/healthz`);
		blocked = Math.max(blocked, performance.now() - asked);
		memory = Math.max(memory, residentMb(n8n.pid) - idle);
		await sleep(20);
	}
	return { memory, blocked };
}

function residentMb(pid: number): number {
	const [, kilobytes = ''] =
		/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return Number(kilobytes) / 1024;
}
