/** The system gives memory only for bytes that are written, so a large step costs nothing. */
const FIRST_BYTES = 64 * 1024;

/**
 * Bytes that are collected piece by piece, for one stream after the other. They share one piece of memory:
 * otherwise each large stream would leave megabytes that V8 collects late.
 */
export class GrowingBuffer {
	private buffer = Buffer.alloc(0);
	private length = 0;

	constructor(private readonly maxBytes: number) {}

	/** Valid until the next change. */
	get bytes(): Buffer {
		return this.buffer.subarray(0, this.length);
	}

	clear(): void {
		this.length = 0;
	}

	/** Adds a copy. @returns whether there was room */
	tryAdd(piece: Buffer): boolean {
		const length = this.length + piece.length;
		if (length > this.maxBytes) return false;
		if (length > this.buffer.length) {
			const size = length <= FIRST_BYTES ? FIRST_BYTES : this.maxBytes;
			const buffer = Buffer.allocUnsafeSlow(size);
			this.bytes.copy(buffer);
			this.buffer = buffer;
		}
		this.buffer.set(piece, this.length);
		this.length = length;
		return true;
	}
}
