/** Reads one file in a process of its own, and prints what it costs as JSON: `reading.ts <path>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { inspect, type Inspection } from '../../../pdf/inspect';

const CHUNK_BYTES = 64 * 1024;
const SMALL = Buffer.from(
	'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
		'3 0 obj<</Type/Page/Contents 4 0 R>>endobj 4 0 obj<</Length 8>>stream\n(hi) Tj \nendstream endobj trailer<</Root 1 0 R>>',
);

export interface Reading {
	cpuMs: number;
	/** Processor time of the longest turn of the event loop. */
	turnMs: number;
	/** Memory over idle. */
	memoryMb: number;
	inspection: Inspection;
}

async function main(path: string): Promise<void> {
	// V8 compiles the code, and the process gets its idle size.
	for (let round = 0; round < 200; round += 1) {
		await inspect({
			open: () => Promise.resolve(chunksOf([SMALL])),
			pause: () => Promise.resolve(),
		});
	}
	await setImmediate();
	// Lets the kernel forget the highest size until now.
	writeFileSync('/proc/self/clear_refs', '5');
	const idle = process.memoryUsage.rss();
	const began = cpuMs();
	let turn = began;
	let turnMs = 0;
	const endTurn = () => {
		turnMs = Math.max(turnMs, cpuMs() - turn);
		turn = cpuMs();
	};
	const inspection = await inspect({
		open: () => Promise.resolve(readChunks(path)),
		async pause() {
			endTurn();
			await setImmediate();
			turn = cpuMs();
		},
	});
	endTurn();
	const memoryMb = (readHighestBytes() - idle) / 1024 ** 2;
	const reading: Reading = { cpuMs: cpuMs() - began, turnMs, memoryMb, inspection };
	console.log(JSON.stringify(reading));
}

async function* chunksOf(chunks: Buffer[]): AsyncGenerator<Buffer, void> {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function* readChunks(path: string): AsyncGenerator<Buffer, void> {
	const file = await open(path);
	const buffer = Buffer.alloc(CHUNK_BYTES);
	try {
		for (;;) {
			const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
			if (bytesRead === 0) return;
			yield buffer.subarray(0, bytesRead);
		}
	} finally {
		await file.close();
	}
}

function readHighestBytes(): number {
	const status = readFileSync('/proc/self/status', 'latin1');
	return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) * 1024;
}

function cpuMs(): number {
	const { system, user } = process.cpuUsage();
	return (user + system) / 1000;
}

void main(process.argv[2] ?? '');
