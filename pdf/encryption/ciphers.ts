import { createCipheriv, createDecipheriv } from 'crypto';

const BLOCK_BYTES = 16;

/**
 * Decrypts data by AES-CBC, piece by piece. The first block is the initialization vector (ISO 32000-1, 7.6.2).
 * Data shorter than a block give no pieces. Padding is removed, but not checked.
 *
 * @throws if the system forbids the algorithm, before the first piece
 */
export function decryptAes(key: Buffer, data: readonly Buffer[]): Iterable<Buffer> {
	const { rest, start } = splitStart(data, BLOCK_BYTES);
	if (start.length < BLOCK_BYTES) return [];
	const cipher = createDecipheriv(nameAes(key), key, start).setAutoPadding(false);
	return removePadding(rest, (part) => cipher.update(part));
}

/** Splits the first `count` bytes off. If there are fewer, `start` is shorter. */
function splitStart(data: readonly Buffer[], count: number): { start: Buffer; rest: Buffer[] } {
	let length = 0;
	let parts = 0;
	while (length < count && parts < data.length) {
		length += data[parts]?.length ?? 0;
		parts += 1;
	}
	const first = Buffer.concat(data.slice(0, parts));
	return { start: first.subarray(0, count), rest: [first.subarray(count), ...data.slice(parts)] };
}

/**
 * Decrypts, and removes the padding: the last byte says how many bytes the padding has. If that is more than a
 * block, nothing is removed. An incomplete block at the end is left out.
 */
function* removePadding(
	data: readonly Buffer[],
	decrypt: (part: Buffer) => Buffer,
): Generator<Buffer, void> {
	let last: Buffer = Buffer.alloc(0);
	for (const part of data) {
		const plain = decrypt(part);
		if (plain.length === 0) continue;
		yield last;
		yield plain.subarray(0, -BLOCK_BYTES);
		last = plain.subarray(-BLOCK_BYTES);
	}
	const padding = last.at(-1) ?? 0;
	yield padding <= BLOCK_BYTES ? last.subarray(0, last.length - padding) : last;
}

/** Decrypts whole blocks, without padding. */
export function decryptAesBlocks(key: Buffer, vector: Buffer, data: Buffer): Buffer {
	const cipher = createDecipheriv(nameAes(key), key, vector).setAutoPadding(false);
	return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Encrypts whole blocks, without padding. */
export function encryptAesBlocks(key: Buffer, vector: Buffer, data: Buffer): Buffer {
	const cipher = createCipheriv(nameAes(key), key, vector).setAutoPadding(false);
	return Buffer.concat([cipher.update(data), cipher.final()]);
}

function nameAes(key: Buffer): string {
	return `aes-${key.length * 8}-cbc`;
}

/** RC4, for the oldest encrypted documents. It is written here because OpenSSL 3 no longer offers it by default. */
export class Rc4 {
	private readonly state = Uint8Array.from({ length: 256 }, (_, index) => index);
	private i = 0;
	private j = 0;

	constructor(key: Buffer) {
		const { state } = this;
		for (let i = 0, j = 0; i < 256; i += 1) {
			const own = state[i] ?? 0;
			j = (j + own + (key[i % key.length] ?? 0)) & 255;
			state[i] = state[j] ?? 0;
			state[j] = own;
		}
	}

	/**
	 * Encrypts or decrypts the next bytes.
	 *
	 * @param result where the result is written; at least as long as the data
	 * @returns the part of `result` that was written
	 */
	apply(data: Buffer, result = Buffer.allocUnsafe(data.length)): Buffer {
		const { state } = this;
		let { i, j } = this;
		// This loop must be fast: it handles megabytes.
		for (let index = 0; index < data.length; index += 1) {
			i = (i + 1) & 255;
			const own = state[i] ?? 0;
			j = (j + own) & 255;
			const other = state[j] ?? 0;
			state[i] = other;
			state[j] = own;
			result[index] = (data[index] ?? 0) ^ (state[(own + other) & 255] ?? 0);
		}
		this.i = i;
		this.j = j;
		return result.subarray(0, data.length);
	}
}
