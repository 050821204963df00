import type { IExecuteFunctions } from 'n8n-workflow';

/** A Node.js `Readable`; the name `stream` itself must not be imported (n8n's verification). */
export type ByteStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

export interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string | Buffer | ByteStream;
	/** Milliseconds until the answer's headers must be there. */
	timeoutMs: number;
	/** Ends the request; the execution's own Stop always does. */
	signal?: AbortSignal;
}

export interface HttpResponse<Body = string> {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	body: Body;
}

/** Time as the client sees it; tests bring their own. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms`, or at once when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A number in [0, 1). */
	random(): number;
}

/**
 * All that the client asks of the program it runs in. Requests resolve for every status, follow no
 * redirect (except {@link Host.open}), and reject only when no answer came.
 */
export interface Host extends Clock {
	/** Base address of the service, as `normalizeBaseUrl` gives it. */
	baseUrl: string;
	/** The same for the same API key at the same address in this process; never stored or shown. */
	rateGateKey: string;
	/** A call with `Authorization: Bearer …` (interface 5.1). */
	callApi(request: HttpRequest): Promise<HttpResponse>;
	/** A call to a presigned address: no `Authorization`. */
	post(request: HttpRequest): Promise<HttpResponse>;
	/** Opens a presigned address for reading: no `Authorization`, redirects followed. */
	open(request: HttpRequest): Promise<HttpResponse<ByteStream>>;
	/** Aborted when the user stops the execution. */
	signal?: AbortSignal;
	/** Takes secrets out of a text that came from outside. */
	redact(text: string): string;
	log(level: 'debug' | 'info' | 'warn', message: string): void;
}
