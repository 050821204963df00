/** Received bytes that are still needed. Data of streams pass through without a copy. */
export class Window {
	bytes: Buffer = Buffer.alloc(0);
	/** Offset of the window in the file. */
	base = 0;
	private at = 0;
	private waitingChunks: Buffer[] = [];
	private waitingBytes = 0;
	/** Whether the bytes are a chunk that belongs to its source. */
	private isBorrowed = false;

	/**
	 * Adds a chunk. A window with an unfinished object is only copied when it grows by half, and not for each
	 * chunk.
	 *
	 * @returns whether there are new bytes to read
	 */
	push(chunk: Buffer): boolean {
		this.waitingChunks.push(chunk);
		this.waitingBytes += chunk.length;
		if (this.waitingBytes * 2 < this.bytesLeft) return false;
		this.appendWaiting();
		return true;
	}

	/** Appends the waiting chunks to the remaining bytes. */
	appendWaiting(): void {
		this.base += this.at;
		const left = this.bytes.subarray(this.at);
		const parts = left.length > 0 ? [left, ...this.waitingChunks] : this.waitingChunks;
		this.isBorrowed = parts.length === 1;
		this.bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
		this.at = 0;
		this.waitingChunks = [];
		this.waitingBytes = 0;
	}

	/** Copies the rest of the last chunk, which its source may reuse. */
	release(): void {
		const last = this.waitingChunks.pop();
		if (last) this.waitingChunks.push(Buffer.from(last));
		if (!this.isBorrowed) return;
		this.base += this.at;
		this.bytes = Buffer.from(this.getRest());
		this.at = 0;
		this.isBorrowed = false;
	}

	/** Number of remaining bytes. */
	get bytesLeft(): number {
		return this.bytes.length - this.at;
	}

	/** Offset of the next byte in the file. */
	get offset(): number {
		return this.base + this.at;
	}

	/** Moves back to an offset in the file that is still in the window. */
	goTo(offset: number): void {
		this.at = offset - this.base;
	}

	getRest(): Buffer {
		return this.bytes.subarray(this.at);
	}

	take(count: number): Buffer {
		const taken = this.bytes.subarray(this.at, this.at + count);
		this.at += taken.length;
		return taken;
	}
}
