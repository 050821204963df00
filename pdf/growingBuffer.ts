/**
 * Size of the first buffer. The second one has the maximum size at once: the system gives memory only for bytes
 * that are written, so the unused part costs nothing.
 */
const FIRST_BYTES = 64 * 1024;

/**
 * Collects the bytes of a stream piece by piece. One instance serves all streams, one after the other:
 * otherwise each large stream would leave megabytes that V8 frees late.
 */
export class GrowingBuffer {
	private buffer = Buffer.alloc(0);
	private length = 0;

	constructor(private readonly maxBytes: number) {}

	/** A view of the collected bytes, valid until the next change. */
	get bytes(): Buffer {
		return this.buffer.subarray(0, this.length);
	}

	clear(): void {
		this.length = 0;
	}

	/** Adds a copy of the piece. @returns whether there was room; otherwise nothing is added */
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
