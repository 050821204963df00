/**
 * FlateDecode (ISO 32000-1, 7.4.4), piece by piece. It stops at damage, or at bytes after the end, which
 * Node.js refuses from version 22 on. The output until then is valid.
 *
 * A caller that stops early leaves the stream to the garbage collector. `cancel` would close it while
 * Inflate still has output, and Node.js 20 to 24 end the process with ERR_INVALID_STATE then.
 *
 * @returns whether the data were intact to their end
 */
export async function* inflate(data: Buffer): AsyncGenerator<Buffer, boolean> {
	const { readable, writable } = new DecompressionStream('deflate');
	const writer = writable.getWriter();
	// The reading side reports errors.
	writer.write(data).catch(() => {});
	writer.close().catch(() => {});
	const reader = readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
	for (;;) {
		const next = await reader.read().catch(() => undefined);
		if (!next) return false;
		if (next.done) return true;
		const { buffer, byteOffset, byteLength } = next.value;
		yield Buffer.from(buffer, byteOffset, byteLength);
	}
}
