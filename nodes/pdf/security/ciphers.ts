import { createCipheriv, createDecipheriv } from 'crypto';

const BLOCK_BYTES = 16;

/** AES-CBC whose first block is the initialization vector (ISO 32000-1, 7.6.2); padding is not checked. */
export function decryptAes(key: Buffer, data: Buffer): Buffer {
	const whole = data.length - (data.length % BLOCK_BYTES);
	if (whole <= BLOCK_BYTES) return Buffer.alloc(0);
	const plain = decryptAesBlocks(
		key,
		data.subarray(0, BLOCK_BYTES),
		data.subarray(BLOCK_BYTES, whole),
	);
	const padding = plain.at(-1) ?? 0;
	return padding <= BLOCK_BYTES ? plain.subarray(0, plain.length - padding) : plain;
}

/** Whole blocks, without padding. */
export function decryptAesBlocks(key: Buffer, vector: Buffer, data: Buffer): Buffer {
	const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
	return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Encrypts whole blocks, without padding. */
export function encryptAesBlocks(key: Buffer, vector: Buffer, data: Buffer): Buffer {
	const cipher = createCipheriv('aes-128-cbc', key, vector).setAutoPadding(false);
	return Buffer.concat([cipher.update(data), cipher.final()]);
}

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
