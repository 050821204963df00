/** The bytes that have come and are not done with; those of a stream's data pass through uncopied. */
export class Window {
	bytes: Buffer = Buffer.alloc(0);
	/** Where in the file the window begins. */
	base = 0;
	private at = 0;
	private waiting: Buffer[] = [];
	private waitingBytes = 0;
	/** Whether the bytes are a chunk, and its source's. */
	private isBorrowed = false;

	/**
	 * Takes a chunk. A window that holds an unfinished object is not copied for each chunk, but only
	 * when it grows by half.
	 *
	 * @returns whether there is more to look at
	 */
	push(chunk: Buffer): boolean {
		this.waiting.push(chunk);
		this.waitingBytes += chunk.length;
		if (this.waitingBytes * 2 < this.left) return false;
		this.settle();
		return true;
	}

	/** Puts what waits behind what is left. */
	settle(): void {
		this.base += this.at;
		const left = this.bytes.subarray(this.at);
		const parts = left.length > 0 ? [left, ...this.waiting] : this.waiting;
		this.isBorrowed = parts.length === 1;
		this.bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
		this.at = 0;
		this.waiting = [];
		this.waitingBytes = 0;
	}

	/** Copies what is left of the last chunk, which its source may use again. */
	release(): void {
		const last = this.waiting.pop();
		if (last) this.waiting.push(Buffer.from(last));
		if (!this.isBorrowed) return;
		this.base += this.at;
		this.bytes = Buffer.from(this.rest());
		this.at = 0;
		this.isBorrowed = false;
	}

	/** Bytes not yet taken. */
	get left(): number {
		return this.bytes.length - this.at;
	}

	/** Where in the file the next byte stands. */
	get offset(): number {
		return this.base + this.at;
	}

	/** Back to a place in the file that is still in the window: what was taken beyond it is given back. */
	goTo(offset: number): void {
		this.at = offset - this.base;
	}

	rest(): Buffer {
		return this.bytes.subarray(this.at);
	}

	take(count: number): Buffer {
		const taken = this.bytes.subarray(this.at, this.at + count);
		this.at += taken.length;
		return taken;
	}
}
