import type { Decoded } from './decoded';

const CLEAR_CODE = 256;
const END_CODE = 257;
const MAX_CODE_BITS = 12;

/**
 * LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits for sequences seen before.
 *
 * @param growsEarly whether codes grow one entry earlier than necessary (EarlyChange, the default)
 * @param maxBytes output bytes after which it stops
 */
export function decodeLzw(data: Buffer, growsEarly: boolean, maxBytes: number): Decoded {
	const parts: Buffer[] = [];
	let table: Buffer[] = [];
	let previous: Buffer | undefined;
	let length = 0;
	let bits = 0;
	let value = 0;
	let width = 9;
	let isComplete = false;
	for (const byte of data) {
		value = ((value << 8) | byte) & 0xffffff;
		bits += 8;
		if (bits < width) continue;
		bits -= width;
		const code = (value >> bits) & ((1 << width) - 1);
		isComplete = code === END_CODE;
		if (isComplete || length > maxBytes) break;
		if (code === CLEAR_CODE) {
			[table, previous, width] = [[], undefined, 9];
			continue;
		}
		const known = code < 256 ? Buffer.from([code]) : table[code - 258];
		const isNext = code - 258 === table.length;
		const entry =
			known ?? (isNext && previous && Buffer.concat([previous, previous.subarray(0, 1)]));
		// An undefined code: the output until then is valid.
		if (!entry) break;
		if (previous && table.length < 4096)
			table.push(Buffer.concat([previous, entry.subarray(0, 1)]));
		parts.push(entry);
		length += entry.length;
		previous = entry;
		const next = 258 + table.length + (growsEarly ? 1 : 0);
		width = Math.min(MAX_CODE_BITS, Math.max(9, 32 - Math.clz32(next)));
	}
	return { content: Buffer.concat(parts), isComplete };
}
