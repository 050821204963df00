/** RC4, for the oldest encrypted documents. OpenSSL 3 no longer has it. */
export function applyRc4(key: Buffer, data: Buffer): Buffer {
	const state = Uint8Array.from({ length: 256 }, (_, index) => index);
	for (let i = 0, j = 0; i < 256; i += 1) {
		const own = state[i] ?? 0;
		j = (j + own + (key[i % key.length] ?? 0)) & 255;
		state[i] = state[j] ?? 0;
		state[j] = own;
	}
	// This loop must be fast: it handles megabytes in one step.
	const result = Buffer.allocUnsafe(data.length);
	for (let index = 0, i = 0, j = 0; index < data.length; index += 1) {
		i = (i + 1) & 255;
		const own = state[i] ?? 0;
		j = (j + own) & 255;
		const other = state[j] ?? 0;
		state[i] = other;
		state[j] = own;
		result[index] = (data[index] ?? 0) ^ (state[(own + other) & 255] ?? 0);
	}
	return result;
}
