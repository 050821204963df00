/**
 * Frees the chunks of streams in time. V8 13.6 to 14.7 (Node.js 24 to 26) look for unused chunks among young
 * objects too late, and go through all of n8n's heap after each 64 MB (nodejs/node#61967, nodejs/node#63863).
 * `docs/decisions.md` has the figures. Delete this file with the last Node.js version that needs it.
 */
const FIRST_NODE = 24;
const LAST_NODE = 26;

/** Node.js has this since version 21; its types here are older. */
declare const navigator: { userAgent: string } | undefined;

/** Whether V8 needs help; looked up once, because chunks are many. */
const NEEDS_HELP = (() => {
	if (typeof navigator === 'undefined') return false;
	const version = Number(/^Node\.js\/(\d+)/.exec(navigator.userAgent)?.[1]);
	return version >= FIRST_NODE && version <= LAST_NODE;
})();

/** 1 kB: small enough not to grow V8's young generation. */
const FILLER: readonly unknown[] = new Array<unknown>(128);
const FILLER_BYTES = 8 * FILLER.length;
/** Young objects per byte of chunks; less is not enough for chunks from the network. */
const FILLER_PER_BYTE = 4;
let missingBytes = 0;
let lastCopy = FILLER;

/**
 * Makes V8 collect young objects soon, which takes a millisecond and frees chunks that are no longer used.
 * Call it for each chunk of an upload or download: sockets and stores may still use the chunk.
 * The filler is copied: V8 may learn to make new arrays among its old objects (pretenuring).
 *
 * @returns the last copy; otherwise V8 would optimize its creation away
 */
export function provokeMinorCollection(chunkBytes: number): readonly unknown[] {
	if (!NEEDS_HELP) return lastCopy;
	missingBytes += FILLER_PER_BYTE * chunkBytes;
	for (; missingBytes >= FILLER_BYTES; missingBytes -= FILLER_BYTES) lastCopy = FILLER.slice();
	return lastCopy;
}

interface TransferableBuffer {
	byteLength: number;
	/** Since Node.js 21. */
	transfer?: (byteLength: number) => unknown;
}

/**
 * Frees the memory of a chunk that nobody uses any more, if the chunk fills its buffer.
 *
 * @returns whether the memory is free
 */
export function freeChunk(chunk: Uint8Array): boolean {
	const buffer: TransferableBuffer = chunk.buffer;
	if (buffer.byteLength !== chunk.byteLength || !buffer.transfer) return false;
	buffer.transfer(0);
	return true;
}
