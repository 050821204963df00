/** Received bytes that are still needed. Returned bytes are valid until the next chunk. */
export class Window {
	/** Grows with the longest object. */
	private buffer: Buffer = Buffer.alloc(0);
	/** The received part of the buffer. */
	bytes = this.buffer;
	/** Place of the next byte in it. */
	start = 0;
	/** Offset of the buffer in the file. */
	private base = 0;
	private end = 0;
	private unreadBytes = 0;

	/**
	 * Appends a copy of a chunk, because its source may reuse it.
	 *
	 * @returns whether to read on: an unfinished object waits until it has grown by half
	 */
	push(chunk: Buffer): boolean {
		this.makeRoom(chunk.length);
		this.end += chunk.copy(this.buffer, this.end);
		this.bytes = this.buffer.subarray(0, this.end);
		this.unreadBytes += chunk.length;
		// A word at the end is read again each time, and may be as long as an object.
		if (3 * this.unreadBytes < this.bytesLeft) return false;
		this.unreadBytes = 0;
		return true;
	}

	/** Number of remaining bytes. */
	get bytesLeft(): number {
		return this.end - this.start;
	}

	/** Offset of the next byte in the file. */
	get offset(): number {
		return this.base + this.start;
	}

	/** Moves back to an offset in the file that is still in the window. */
	goTo(offset: number): void {
		this.start = offset - this.base;
	}

	/** The next bytes. A view of them takes more time than a look at `bytes`. */
	getRest(maxBytes = Infinity): Buffer {
		return this.buffer.subarray(this.start, Math.min(this.end, this.start + maxBytes));
	}

	skip(count: number): void {
		this.start = Math.min(this.start + count, this.end);
	}

	take(count: number): Buffer {
		const taken = this.buffer.subarray(this.start, Math.min(this.start + count, this.end));
		this.start += taken.length;
		return taken;
	}

	/** Moves the remaining bytes to the start of a buffer that has room for these, too. */
	private makeRoom(bytes: number): void {
		if (this.end + bytes <= this.buffer.length) return;
		const needed = this.bytesLeft + bytes;
		const buffer = needed > this.buffer.length ? Buffer.alloc(2 * needed) : this.buffer;
		this.end = this.buffer.copy(buffer, 0, this.start, this.end);
		this.base += this.start;
		this.start = 0;
		this.buffer = buffer;
	}
}
