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
