/**
 * Helps V8, which frees the chunks of streams too late. Remove this file when the last Node.js that needs it (26) is no
 * longer supported.
 */

/** Available since Node.js 21; the installed typings are older. */
declare const navigator: { userAgent: string } | undefined;

/**
 * Whether V8 needs help to free chunks in time. V8 13.6 to 14.7 (Node.js 24 to 26) look for unused chunks among
 * young objects too late, and go through all of n8n's heap after each 64 MB (nodejs/node#61967,
 * nodejs/node#63863). `docs/decisions.md` has the figures.
 */
const NEEDS_HELP = /^Node\.js\/2[456]\b/.test(
	typeof navigator === 'undefined' ? '' : navigator.userAgent,
);

/** Bytes of young objects to create per byte of chunks. Fewer do not suffice for chunks from the network. */
const FILLER_PER_BYTE = 4;
/** 1 kB: small enough not to grow V8's young generation. */
const FILLER_BYTES = 1024;
let filler: readonly unknown[] = new Array<unknown>(FILLER_BYTES / 8);

/**
 * Makes V8 collect young objects soon, which takes a millisecond and frees chunks that are no longer used. The filler
 * is copied because V8 may learn to create new arrays among its old objects (pretenuring), where they provoke nothing.
 *
 * @param chunkBytes size of the chunk that has just come
 * @returns the last copy, only so that V8 cannot optimize the copying away
 */
export function provokeMinorCollection(chunkBytes: number): readonly unknown[] {
	const count = NEEDS_HELP ? (FILLER_PER_BYTE * chunkBytes) / FILLER_BYTES : 0;
	for (let copies = 0; copies < count; copies += 1) filler = filler.slice();
	return filler;
}
