import type { Decoded } from './decoded';

const CLEAR = 256;
const END = 257;
const WIDEST = 12;

/**
 * LZWDecode (ISO 32000-1, 7.4.4): codes of 9 to 12 bits for sequences seen before.
 *
 * @param early whether codes grow one entry earlier than necessary (EarlyChange, the default)
 * @param most output bytes after which it stops
 */
export function lzwDecode(data: Buffer, early: boolean, most: number): Decoded {
	const parts: Buffer[] = [];
	let table: Buffer[] = [];
	let previous: Buffer | undefined;
	let length = 0;
	let bits = 0;
	let value = 0;
	let width = 9;
	let whole = false;
	for (const byte of data) {
		value = ((value << 8) | byte) & 0xffffff;
		bits += 8;
		if (bits < width) continue;
		bits -= width;
		const code = (value >> bits) & ((1 << width) - 1);
		whole = code === END;
		if (whole || length > most) break;
		if (code === CLEAR) {
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
		const next = 258 + table.length + (early ? 1 : 0);
		width = Math.min(WIDEST, Math.max(9, 32 - Math.clz32(next)));
	}
	return { content: Buffer.concat(parts), whole };
}
