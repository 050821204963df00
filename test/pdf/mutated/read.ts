import { setImmediate } from 'node:timers/promises';

import { inspect, type Inspection } from '../../../pdf/inspect';
import type { Random } from './random';

/** Result of reading a file. */
export interface Reading {
	inspection?: Inspection;
	/** Whether the caller stopped it, like n8n's Stop. */
	stopped: boolean;
	/** Processor time, in milliseconds. */
	cpuMs: number;
	/** Longest processor time without a pause, in milliseconds. */
	turnMs: number;
}

const STOP = new Error('Stopped');
const CHUNK_BYTES = [1, 100, 4096, 65536] as const;
/** Pauses or chunks after which a reader may be stopped. */
const MAX_MOMENTS = 40;

/**
 * Reads a file in chunks of a random size. One in two readers is stopped at a random moment.
 *
 * @throws errors of the reader, which should not happen
 */
export async function readOnce(bytes: Buffer, random: Random): Promise<Reading> {
	const chunk = bytes.length > 100_000 ? CHUNK_BYTES[3] : random.pick(CHUNK_BYTES);
	let momentsLeft = random.below(2) === 0 ? Infinity : random.below(MAX_MOMENTS);
	const pass = () => {
		momentsLeft -= 1;
		if (momentsLeft < 0) throw STOP;
	};
	const began = cpuMs();
	let turn = began;
	let turnMs = 0;
	const source = {
		open: () => Promise.resolve(chunksOf(bytes, chunk, pass)),
		async pause() {
			turnMs = Math.max(turnMs, cpuMs() - turn);
			await setImmediate();
			pass();
			turn = cpuMs();
		},
	};
	let inspection: Inspection | undefined;
	try {
		inspection = await inspect(source);
	} catch (error) {
		if (error !== STOP) throw error;
	}
	// Work that was left behind may fail only after a turn of the event loop.
	await setImmediate();
	return { inspection, stopped: inspection === undefined, cpuMs: cpuMs() - began, turnMs };
}

async function* chunksOf(bytes: Buffer, size: number, pass: () => void): AsyncGenerator<Buffer> {
	for (let at = 0; at < bytes.length; at += size) {
		pass();
		yield await Promise.resolve(Buffer.from(bytes.subarray(at, at + size)));
	}
}

function cpuMs(): number {
	const { system, user } = process.cpuUsage();
	return (user + system) / 1000;
}
