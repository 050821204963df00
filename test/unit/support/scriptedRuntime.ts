import type { RequestName } from '../../../client/failure';
import { createSlots } from '../../../client/http';
import { PRODUCT_LIMITS } from '../../../client/limits';
import { Secrets } from '../../../client/secrets';
import type { ByteStream, HttpRequest, HttpResponse, Runtime } from '../../../client/runtime';
import { contentOf, streamOf } from './pdf';
import { VirtualClock } from './virtualClock';

/** `fetchSource` and `download` share the name `open`. */
export type Asked = Exclude<RequestName, 'fetchSource' | 'download'> | 'open';

/** A scripted answer; an Error means that no answer arrives. */
export type ScriptedAnswer<Body = string> =
	| HttpResponse<Body>
	| Error
	| ((request: HttpRequest) => HttpResponse<Body> | Promise<HttpResponse<Body>>);

/** A received request and its time. */
export interface Request extends HttpRequest {
	asked: Asked;
	at: number;
	/** Content of a body that was read to its end. */
	sent?: Buffer;
}

let runtimes = 0;

/**
 * A scripted environment for one test. Service, storage and other servers follow a script, time is
 * virtual, and every request and log line is recorded.
 */
export class ScriptedRuntime extends VirtualClock implements Runtime {
	limits = PRODUCT_LIMITS;
	slots = { requests: createSlots(10), transfers: createSlots(6) };
	baseUrl = 'https://api.example.com';
	/** Gates outlive a test, so each test has its own. */
	apiKeyHash = `account ${(runtimes += 1)}`;
	signal?: AbortSignal;
	readonly secrets = new Secrets('sk_secret');
	readonly requests: Request[] = [];
	readonly logged: Array<[level: string, message: string]> = [];
	private readonly texts = new Map<Asked, Array<ScriptedAnswer<string | ByteStream>>>();
	private readonly streams: Array<ScriptedAnswer<ByteStream>> = [];

	/** Answers to a request, in order; the last answer repeats. */
	answer(
		asked: Exclude<Asked, 'open'>,
		...answers: Array<ScriptedAnswer<string | ByteStream>>
	): this {
		this.texts.set(asked, answers);
		return this;
	}

	/** Answers of opened addresses, in order; the last answer repeats. */
	serve(...answers: Array<ScriptedAnswer<ByteStream>>): this {
		this.streams.splice(0, this.streams.length, ...answers);
		return this;
	}

	/** The requests of one kind so far. */
	all(asked: Asked): Request[] {
		return this.requests.filter((request) => request.asked === asked);
	}

	/** Kinds of all requests, in order. */
	order(): Asked[] {
		return this.requests.map(({ asked }) => asked);
	}

	async callApi(request: HttpRequest): Promise<HttpResponse<ByteStream>> {
		return await this.text(request, apiCall(request, this.baseUrl));
	}

	async callWithoutKey(request: HttpRequest): Promise<HttpResponse<ByteStream>> {
		if (request.method === 'POST') return await this.text(request, 'store');
		return await this.reply(request, 'open', this.streams);
	}

	log(level: 'debug' | 'info' | 'warn', message: string): void {
		this.logged.push([level, message]);
	}

	private async text(request: HttpRequest, asked: Asked): Promise<HttpResponse<ByteStream>> {
		const answer = await this.reply(request, asked, this.texts.get(asked) ?? []);
		const { body } = answer;
		return { ...answer, body: typeof body === 'string' ? streamOf(body) : body };
	}

	private async reply<Body>(
		request: HttpRequest,
		asked: Asked,
		script: Array<ScriptedAnswer<Body>>,
	): Promise<HttpResponse<Body>> {
		const record: Request = { ...request, asked, at: this.now() };
		this.requests.push(record);
		const answer = script.length > 1 ? script.shift() : script[0];
		if (answer === undefined) throw new Error(`The script has no answer to ${asked}`);
		if (typeof answer === 'function') return await answer(request);
		if (request.body !== undefined) record.sent = await read(request.body);
		if (answer instanceof Error) throw answer;
		return answer;
	}
}

function apiCall({ method, url }: HttpRequest, baseUrl: string): Exclude<Asked, 'open'> {
	const path = `${method} ${url.slice(baseUrl.length)}`;
	if (path === 'GET /v1/me') return 'getAccount';
	if (path === 'POST /v1/uploads') return 'createUpload';
	if (path === 'POST /v1/jobs') return 'submitJob';
	if (/^GET \/v1\/jobs\/[^/]+\/result$/.test(path)) return 'getResult';
	if (/^GET \/v1\/jobs\/[^/]+$/.test(path)) return 'getJob';
	throw new Error(`The service has no ${path}`);
}

async function read(body: string | Buffer | ByteStream): Promise<Buffer> {
	return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : contentOf(body);
}

type Headers = Record<string, unknown>;

/** An answer with this status; a string is sent as it is, any other body as JSON. */
export function answered(
	statusCode: number,
	body: unknown = '',
	headers: Headers = {},
): HttpResponse {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { statusCode, headers, body: text };
}

export function rateLimited(seconds?: number | string): HttpResponse {
	return answered(429, '', seconds === undefined ? {} : { 'retry-after': String(seconds) });
}

export function account(credits: number): HttpResponse {
	return answered(200, { account_id: 'a', credits_available: credits, request_id: 'r' });
}

export function upload(key = 'upload_1', host = 's3.example.com'): HttpResponse {
	const fields = { policy: 'p', key };
	return answered(201, { upload_url: `https://${host}/?X-Sig=1`, fields, key, request_id: 'r' });
}

export function job(id: string, status: 'processing' | 'completed' | 'failed' = 'processing') {
	return answered(202, {
		id,
		status,
		filename: null,
		credits_used: 1,
		options: null,
		created_at: '2026-01-01T00:00:00Z',
		request_id: 'r',
	});
}

export function result(url = 'https://s3.example.com/result?X-Sig=1'): HttpResponse {
	return answered(200, { result_url: url, expires_in: 60, request_id: 'r' });
}

/** An answer with a streamed body. */
export function streamed(
	body: Buffer | string | ByteStream,
	headers: Headers = {},
	statusCode = 200,
): HttpResponse<ByteStream> {
	const stream = Buffer.isBuffer(body) || typeof body === 'string' ? streamOf(body) : body;
	return { statusCode, headers, body: stream };
}

/** Error that HTTP clients reject with if there is no answer. */
export function noAnswer(code: string): Error {
	return Object.assign(new Error(`The connection ended: ${code}`), { code });
}

/** A server that stays silent until the client gives up. */
export async function silence({ signal }: HttpRequest): Promise<never> {
	return await new Promise((_resolve, reject) => {
		const end = () => reject(noAnswer('ERR_CANCELED'));
		signal?.addEventListener('abort', end);
		if (signal?.aborted === true) end();
	});
}
