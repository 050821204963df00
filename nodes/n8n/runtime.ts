import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { oneLine, redacting } from '../client/errors';
import type { Limits } from '../client/limits';
import type { ByteStream, HttpRequest, HttpResponse, Runtime } from '../client/runtime';
import { clock } from './clock';
import { API_CREDENTIAL, type ApiCredential } from './credential';

/** Of n8n's log, in UTF-16 units. */
const LONGEST_LINE = 1_000;

/**
 * n8n as what the client runs in. All requests use `ignoreHttpStatusErrors` with the full response:
 * it is the one form in which both major versions of n8n give status, headers and body, and in
 * which a 401 is not sent twice.
 */
export function n8nRuntime(
	context: IExecuteFunctions,
	{ apiKey, baseUrl, data, mark }: ApiCredential,
	limits: Limits,
): Omit<Runtime, 'slots'> {
	// Handed over decrypted, n8n does not read it from its database again for each request.
	const credentialsDecrypted = { id: '', name: '', type: API_CREDENTIAL, data };
	const callApi = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequestWithAuthentication.call(context, API_CREDENTIAL, options, {
			credentialsDecrypted,
		})) as IN8nHttpFullResponse;
	const call = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequest(options)) as IN8nHttpFullResponse;

	const redact = redacting([apiKey]);

	return {
		limits,
		baseUrl,
		rateGateKey: mark,
		callApi: async (request) => response(await answered(callApi(common(request)))),
		post: async (request) => response(await answered(call(common(request)))),
		open: async (request) =>
			response(await answered(call({ ...common(request), disableFollowRedirect: false }))),
		signal: context.getExecutionCancelSignal(),
		redact,
		log: (level, message) =>
			context.logger[level](`Tag PDF: ${oneLine(redact(message), LONGEST_LINE)}`),
		...clock,
	};
}

/**
 * `disableFollowRedirect` keeps credentials from following a redirect, and a streamed body from
 * being kept in memory for a replay.
 */
function common({
	method,
	url,
	headers,
	body,
	timeoutMs,
	signal,
}: HttpRequest): IHttpRequestOptions {
	return {
		method,
		url,
		// n8n's client asks for compression, and then gives the length before with the bytes after it.
		headers: { 'Accept-Encoding': 'identity', ...headers },
		body,
		encoding: 'stream',
		timeout: Math.round(timeoutMs),
		abortSignal: signal,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** Gives n8n's refusal of an address a code, which its errors lack. */
async function answered(request: Promise<IN8nHttpFullResponse>): Promise<IN8nHttpFullResponse> {
	return await request.catch((error: unknown) => {
		// n8n's own wrapper keeps the error behind it as its cause, and its message without the word.
		const { name, message, cause } = (error ?? {}) as Partial<Error>;
		const { name: causeName } = (cause ?? {}) as Partial<Error>;
		if (!/ssrf/i.test(`${name} ${causeName} ${message}`)) throw error;
		const blocked = new Error('The address is blocked', { cause: error });
		throw Object.assign(blocked, { code: 'SSRF_BLOCKED' });
	});
}

function response({ statusCode, headers, body }: IN8nHttpFullResponse): HttpResponse<ByteStream> {
	return { statusCode, headers: { ...headers }, body: body as unknown as ByteStream };
}
