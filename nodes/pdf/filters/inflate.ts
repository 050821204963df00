/**
 * FlateDecode (ISO 32000-1, 7.4.4): gives what comes of the data, piece by piece. Damage, or bytes
 * after the end, which Node.js refuses from version 22 on, end it: what came before counts.
 *
 * @returns whether the data were intact to their end
 */
export async function* inflate(data: Buffer): AsyncGenerator<Buffer, boolean> {
	const { readable, writable } = new DecompressionStream('deflate');
	const writer = writable.getWriter();
	// What fails is told by the reading side.
	writer.write(data).catch(() => {});
	writer.close().catch(() => {});
	const reader = readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
	try {
		for (;;) {
			const next = await reader.read().catch(() => undefined);
			if (!next) return false;
			if (next.done) return true;
			const { buffer, byteOffset, byteLength } = next.value;
			yield Buffer.from(buffer, byteOffset, byteLength);
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}
