import type { Decoded } from './decoded';

const END_CODE = 128;
const MAX_RUN_BYTES = 128;

/**
 * RunLengthDecode (ISO 32000-1, 7.4.5).
 *
 * @param maxBytes output bytes after which it stops
 */
export function decodeRunLength(data: Buffer, maxBytes: number): Decoded {
	const decoded = Buffer.alloc(maxBytes + MAX_RUN_BYTES);
	let length = 0;
	let at = 0;
	while (length < maxBytes) {
		const code = data[at] ?? END_CODE;
		if (code === END_CODE) break;
		if (code < END_CODE) {
			length += data.copy(decoded, length, at + 1, at + 2 + code);
			at += code + 2;
		} else {
			decoded.fill(data[at + 1] ?? 0, length, length + 257 - code);
			length += 257 - code;
			at += 2;
		}
	}
	return { content: decoded.subarray(0, length), isComplete: data[at] === END_CODE };
}
