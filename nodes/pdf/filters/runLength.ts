const END = 128;

/**
 * RunLengthDecode (ISO 32000-1, 7.4.5).
 *
 * @param most bytes after which it stops
 */
export function runLengthDecode(data: Buffer, most: number): Buffer {
	const parts: Buffer[] = [];
	let length = 0;
	for (let at = 0; length < most;) {
		const code = data[at] ?? END;
		if (code === END) break;
		const isCopy = code < END;
		const part = isCopy
			? data.subarray(at + 1, at + 2 + code)
			: Buffer.alloc(257 - code, data[at + 1] ?? 0);
		at += isCopy ? code + 2 : 2;
		parts.push(part);
		length += part.length;
	}
	return Buffer.concat(parts);
}
