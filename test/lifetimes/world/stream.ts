/** The bytes of an answer or a file, as n8n passes them to the node; it can break off. */
export class Bytes implements AsyncIterable<Buffer> {
	private destroyed: Error | undefined;
	private wake = () => {};
	private readonly listeners: Array<(error: Error) => void> = [];

	/**
	 * @param chunks content
	 * @param end after the chunks: the end, an error, or silence
	 */
	constructor(
		private readonly chunks: readonly Buffer[],
		private readonly end: 'end' | 'break' | 'hang' = 'end',
	) {}

	on(event: string, listener: (error: Error) => void): this {
		if (event === 'error') this.listeners.push(listener);
		return this;
	}

	destroy(error?: Error): void {
		this.destroyed ??= error ?? new Error('The stream was closed');
		this.wake();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
		for (const chunk of this.chunks) {
			if (this.destroyed) throw this.destroyed;
			yield chunk;
		}
		if (this.end === 'break') {
			const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
			for (const listener of this.listeners) listener(broken);
			throw broken;
		}
		if (this.end === 'hang' && !this.destroyed) {
			await new Promise<void>((resolve) => {
				this.wake = resolve;
			});
		}
		if (this.destroyed) throw this.destroyed;
	}
}

/** All bytes of a body. */
export async function readAll(body: unknown): Promise<Buffer> {
	if (Buffer.isBuffer(body)) return body;
	if (typeof body === 'string') return Buffer.from(body);
	const chunks: Buffer[] = [];
	for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks);
}
