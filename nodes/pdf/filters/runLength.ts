import type { Decoded } from './decoded';

const END = 128;
const LONGEST_RUN = 128;

/**
 * RunLengthDecode (ISO 32000-1, 7.4.5).
 *
 * @param most output bytes after which it stops
 */
export function runLengthDecode(data: Buffer, most: number): Decoded {
	const decoded = Buffer.alloc(most + LONGEST_RUN);
	let length = 0;
	let at = 0;
	while (length < most) {
		const code = data[at] ?? END;
		if (code === END) break;
		if (code < END) {
			length += data.copy(decoded, length, at + 1, at + 2 + code);
			at += code + 2;
		} else {
			decoded.fill(data[at + 1] ?? 0, length, length + 257 - code);
			length += 257 - code;
			at += 2;
		}
	}
	return { content: decoded.subarray(0, length), whole: data[at] === END };
}
