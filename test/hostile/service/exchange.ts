import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Answer } from './answer';

/** The requests that can get a hostile answer. */
export type Step =
	'getAccount' | 'createUpload' | 'store' | 'submitJob' | 'getJob' | 'getResult' | 'download';

/** One request, with every hostile behaviour towards its sender. */
export class Exchange {
	/** The answer, if it was sent as a whole. */
	sent?: Answer;
	private whole?: Promise<Buffer>;

	constructor(
		readonly request: IncomingMessage,
		readonly response: ServerResponse,
		private readonly behave: (exchange: Exchange) => Promise<Answer>,
	) {}

	/** Reads the request's body to its end; waits for `pace` after each chunk. */
	async body(pace?: (chunk: Buffer) => Promise<void>): Promise<Buffer> {
		this.whole ??= this.read(pace);
		return await this.whole;
	}

	/** Executes the request like the service, and returns its answer without sending it. */
	async own(): Promise<Answer> {
		return await this.behave(this);
	}

	send(answer: Answer): void {
		const { status, headers = {}, body } = answer;
		this.sent = answer;
		this.response.writeHead(status, headers).end(body);
	}

	/** Sends the head of an answer, then this chunk repeatedly while the client listens. */
	drip({ status, headers = {} }: Answer, chunk: string | Buffer, everyMs: number): void {
		const { response } = this;
		response.writeHead(status, headers);
		const timer = setInterval(() => response.write(chunk), everyMs);
		response.once('close', () => clearInterval(timer));
	}

	/** Sends as much as the connection accepts, without an end. */
	flood({ status, headers = {}, body = '' }: Answer, chunk: Buffer): void {
		const { response } = this;
		response.writeHead(status, headers).write(body);
		const pour = () => {
			while (!response.destroyed && response.write(chunk));
		};
		response.on('drain', pour);
		pour();
	}

	/** Writes raw bytes instead of HTTP, and closes. */
	raw(bytes: string | Buffer): void {
		this.request.socket.end(bytes);
	}

	private async read(pace?: (chunk: Buffer) => Promise<void>): Promise<Buffer> {
		const chunks: Buffer[] = [];
		for await (const chunk of this.request as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			await pace?.(chunk);
		}
		return Buffer.concat(chunks);
	}

	/** Breaks the connection. */
	reset(): void {
		this.request.socket.resetAndDestroy();
	}
}

/** Answers a request instead of the service; a handler that sends nothing leaves the client waiting. */
export type Handler = (exchange: Exchange) => void | Promise<void>;
