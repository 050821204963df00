import type { Limits } from './limits';

/** Bytes as they come; a Node.js `Readable` is one. */
export interface ByteStream extends AsyncIterable<Buffer> {
	on(event: 'error', listener: (error: Error) => void): this;
	destroy(error?: Error): unknown;
}

export interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string | Buffer | ByteStream;
	/** Milliseconds until the answer's headers must be there. */
	timeoutMs: number;
	/** Ends the request where n8n takes one (it does not for {@link Runtime.callApi}); Stop always does. */
	signal?: AbortSignal;
}

/** Read to its end it has a text; before that, its bytes as they come. */
export interface HttpResponse<Body = string> {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	body: Body;
}

/** Time as the client sees it; tests bring their own. */
export interface Clock {
	/**
	 * Milliseconds since the epoch, for durations and deadlines. It never goes back, so it differs from
	 * the time of day after somebody has set the clock of the machine.
	 */
	now(): number;
	/** Resolves after `ms`, or at once when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number in [0, 1). */
	random(): number;
}

/** Room for so many at the same time; those without wait for it. */
export interface Slots {
	/** @param urgent goes before those that wait and are not */
	through<T>(work: () => Promise<T>, urgent?: boolean): Promise<T>;
}

/**
 * What the calls of the service ask of the program they run in. Requests resolve for every status,
 * follow no redirect (except {@link Runtime.open}), and reject only when no answer came. Bodies come as
 * streams, because nothing else bounds how much of them is taken.
 */
export interface ServiceRuntime extends Clock {
	limits: Limits;
	/** Room over all runtimes of a run. */
	slots: {
		/** For requests under way. */
		requests: Slots;
		/** For documents on their way to or from storage; each needs requests in turn. */
		transfers: Slots;
	};
	/** Base address of the service, as `normalizeBaseUrl` gives it. */
	baseUrl: string;
	/** The same for the same API key at the same address in this process; never stored or shown. */
	rateGateKey: string;
	/** A call with `Authorization: Bearer …` (interface 5.1). */
	callApi(request: HttpRequest): Promise<HttpResponse<ByteStream>>;
	/** Aborted when the user stops the run. */
	signal?: AbortSignal;
	/** Takes secrets out of a text that came from outside. */
	redact: (text: string) => string;
	log(level: 'debug' | 'info' | 'warn', message: string): void;
}

/** All that the client asks of the program it runs in: documents go to and come from other servers. */
export interface Runtime extends ServiceRuntime {
	/** A call to a presigned address: no `Authorization`. */
	post(request: HttpRequest): Promise<HttpResponse<ByteStream>>;
	/** Opens an address for reading: no `Authorization`, redirects followed. */
	open(request: HttpRequest): Promise<HttpResponse<ByteStream>>;
}
