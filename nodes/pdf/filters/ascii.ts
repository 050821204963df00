import { hexValue, isWhiteSpace } from '../characters';

/** ASCIIHexDecode (ISO 32000-1, 7.4.2). */
export function asciiHexDecode(data: Buffer): Buffer {
	const decoded = Buffer.alloc(Math.ceil(data.length / 2));
	let digits = 0;
	for (const code of data) {
		if (code === 0x3e) break;
		const value = hexValue(code);
		if (value < 0) continue;
		const at = digits >> 1;
		decoded[at] = (decoded[at] ?? 0) + (digits % 2 === 0 ? value * 16 : value);
		digits += 1;
	}
	return decoded.subarray(0, Math.ceil(digits / 2));
}

/** ASCII85Decode (ISO 32000-1, 7.4.3). */
export function ascii85Decode(data: Buffer): Buffer {
	const decoded: number[] = [];
	let group: number[] = [];
	for (const code of data) {
		if (code === 0x7e) break;
		if (isWhiteSpace(code)) continue;
		if (code === 0x7a && group.length === 0) {
			decoded.push(0, 0, 0, 0);
			continue;
		}
		group.push(code - 0x21);
		if (group.length === 5) {
			decoded.push(...bytesOf(group, 4));
			group = [];
		}
	}
	if (group.length > 0) decoded.push(...bytesOf(group, group.length - 1));
	return Buffer.from(decoded);
}

function bytesOf(group: number[], count: number): number[] {
	const value = [0, 1, 2, 3, 4].reduce((sum, index) => sum * 85 + (group[index] ?? 84), 0);
	return [24, 16, 8, 0].slice(0, count).map((shift) => Math.floor(value / 2 ** shift) & 0xff);
}
