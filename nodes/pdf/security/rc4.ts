/** RC4, which OpenSSL 3 no longer has; the oldest encrypted documents are read with it. */
export function rc4(key: Buffer, data: Buffer): Buffer {
	const state = Uint8Array.from({ length: 256 }, (_, index) => index);
	const at = (index: number) => state[index] ?? 0;
	const swap = (a: number, b: number) => {
		const kept = at(a);
		state[a] = at(b);
		state[b] = kept;
	};
	for (let i = 0, j = 0; i < 256; i += 1) {
		j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
		swap(i, j);
	}
	const result = Buffer.alloc(data.length);
	for (let index = 0, i = 0, j = 0; index < data.length; index += 1) {
		i = (i + 1) & 255;
		j = (j + at(i)) & 255;
		swap(i, j);
		result[index] = (data[index] ?? 0) ^ at((at(i) + at(j)) & 255);
	}
	return result;
}
