import type { Limits } from './limits';
import type { Secrets } from './secrets';

/** A stream of bytes, such as a Node.js `Readable`. */
export interface ByteStream extends AsyncIterable<Buffer> {
	on(event: 'error', listener: (error: Error) => void): this;
	destroy(error?: Error): unknown;
}

export interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string | Buffer | ByteStream;
	/** Timeout for the answer's headers, in milliseconds. */
	timeoutMs: number;
	/** Ends the request, except for {@link Runtime.callApi}: n8n takes no signal there. Stop always ends it. */
	signal?: AbortSignal;
}

/** The body is a stream of bytes, or a text once it has been read. */
export interface HttpResponse<Body = string> {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	body: Body;
}

/** Time as the client sees it; tests bring their own. */
export interface Clock {
	/**
	 * Milliseconds since the epoch, for durations and deadlines. It is monotonic, so it differs from the
	 * time of day after the machine's clock was set.
	 */
	now(): number;
	/** Resolves after `ms`, or at once when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number in [0, 1). */
	random(): number;
}

/** Limits how many callers run at the same time. The others wait. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Functions of the host program that the client needs. Requests resolve for every status,
 * follow no redirect, and reject only without an answer. Bodies are streams, because only then can their size
 * be limited.
 */
export interface Runtime extends Clock {
	limits: Limits;
	/** Shared by all runtimes of a run. */
	slots: {
		/** For requests in flight. */
		requests: Slots;
		/** For transfers of documents. Each also needs request slots. */
		transfers: Slots;
	};
	/** Base address of the service, as `normalizeBaseUrl` returns it. */
	baseUrl: string;
	/** Identifies an API key and its address within this process; never stored or shown. */
	apiKeyHash: string;
	/** A call with `Authorization: Bearer …` (interface 5.1). */
	callApi(request: HttpRequest): Promise<HttpResponse<ByteStream>>;
	/** A call to storage or to the user's URL: no `Authorization`. */
	callWithoutKey(request: HttpRequest): Promise<HttpResponse<ByteStream>>;
	/** What no text may show. */
	secrets: Secrets;
	log(level: 'debug' | 'info' | 'warn', message: string): void;
}
