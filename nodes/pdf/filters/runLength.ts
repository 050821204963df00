/**
 * RunLengthDecode (ISO 32000-1, 7.4.5).
 *
 * @param most bytes after which it stops
 */
export function runLengthDecode(data: Buffer, most: number): Buffer {
	const parts: Buffer[] = [];
	let length = 0;
	for (let at = 0; at < data.length && length < most;) {
		const code = data[at] ?? 128;
		if (code === 128) break;
		const part =
			code < 128
				? data.subarray(at + 1, at + 2 + code)
				: Buffer.alloc(257 - code, data[at + 1] ?? 0);
		at += code < 128 ? code + 2 : 2;
		parts.push(part);
		length += part.length;
	}
	return Buffer.concat(parts);
}
