import type { Turns } from '../turns';

/** Maximum room for further chunks. Without room, each new chunk would move all bytes of a large object. */
const MAX_SPARE_BYTES = 1024 ** 2;

/** The bytes of a file, from its start to its end. Views of them are valid until more are received. */
export class ByteInput {
	/** Whether all bytes of the file were received. */
	isAll = false;
	/** The received bytes that are still in memory. Those before `at` were read. */
	bytes: Buffer = Buffer.alloc(0);
	/** Place in `bytes` of the next byte to read. */
	at = 0;
	/** The memory of `bytes`, with room for more bytes after them. It grows with the longest object. */
	private buffer = this.bytes;
	/** Offset of the buffer in the file. */
	private base = 0;

	constructor(
		private readonly chunks: AsyncIterator<Uint8Array>,
		private readonly turns: Turns,
	) {}

	/** Number of bytes that were received and not read. */
	get bytesLeft(): number {
		return this.bytes.length - this.at;
	}

	/** Offset of the next byte in the file. */
	get offset(): number {
		return this.base + this.at;
	}

	/**
	 * Whether fewer than `count` bytes are left to read, and more of the file is to come. Callers ask this before they
	 * await {@link require}, which saves a promise for each object.
	 */
	lacks(count: number): boolean {
		return this.bytesLeft < count && !this.isAll;
	}

	/** Receives chunks until at least `count` bytes are left to read, or the file has ended. */
	async require(count: number): Promise<void> {
		while (this.lacks(count)) await this.receive();
	}

	/**
	 * Receives at least half as many bytes as are left to read, or those up to the file's end. Callers may read an
	 * unfinished object again from its start after each call: small steps would make them read it too often.
	 */
	async receiveMore(): Promise<void> {
		await this.require(Math.ceil(1.5 * this.bytesLeft) + 1);
	}

	/** A view of the next bytes, at most `count`. Making a view takes longer than reading a few bytes of `bytes`. */
	peek(count = Infinity): Buffer {
		return this.bytes.subarray(this.at, this.at + count);
	}

	take(count: number): Buffer {
		const taken = this.peek(count);
		this.at += taken.length;
		return taken;
	}

	/** Appends a copy of the next chunk, because the source may reuse the chunk's memory. */
	private async receive(): Promise<void> {
		await this.turns.yieldIfDue();
		const next = await this.turns.awaitSource(this.chunks.next());
		if (next.done === true) {
			this.isAll = true;
			return;
		}
		const left = this.bytesLeft;
		const needed = left + next.value.length;
		if (this.bytes.length + next.value.length > this.buffer.length) {
			const room = needed + Math.min(needed, MAX_SPARE_BYTES);
			const buffer = needed > this.buffer.length ? Buffer.alloc(room) : this.buffer;
			this.buffer.copy(buffer, 0, this.at, this.bytes.length);
			this.base += this.at;
			this.at = 0;
			this.buffer = buffer;
		}
		this.buffer.set(next.value, this.at + left);
		this.bytes = this.buffer.subarray(0, this.at + needed);
	}
}
