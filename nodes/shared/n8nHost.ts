import { createHash } from 'crypto';
import {
	sleep,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { normalizeBaseUrl } from '../client/baseUrl';
import { TagPdfError } from '../client/errors';
import type { ByteStream, Host, HttpRequest, HttpResponse } from '../client/host';

const CREDENTIAL = 'tagPdfApi';
/** n8n's `sleep` cannot be ended early, so a pause is made of slices no longer than this. */
const SLICE_MS = 200;

/**
 * n8n as the client's host. All requests use `ignoreHttpStatusErrors` with the full response: it is
 * the one form in which both major versions of n8n give status, headers and body, and in which a
 * 401 is not sent twice.
 *
 * @throws TagPdfError `INVALID_INPUT` when the credential's base URL is refused
 */
export async function n8nHost(context: IExecuteFunctions): Promise<Host> {
	const { apiKey, baseUrl } = await readCredential(context);
	const callApi = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
		)) as IN8nHttpFullResponse;
	const call = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequest(options)) as IN8nHttpFullResponse;

	return {
		baseUrl,
		rateGateKey: createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex'),
		callApi: async (request) =>
			textResponse(await callApi({ ...common(request), encoding: 'text' })),
		post: async (request) => textResponse(await call({ ...common(request), encoding: 'text' })),
		open: async (request) =>
			response<ByteStream>(
				await call({ ...common(request), encoding: 'stream', disableFollowRedirect: false }),
			),
		signal: context.getExecutionCancelSignal(),
		redact: (text) => (apiKey === '' ? text : text.split(apiKey).join('***')),
		log: (level, message) => context.logger[level](`Tag PDF: ${message}`),
		now: () => Date.now(),
		sleep: pause,
		random: () => Math.random(),
	};
}

async function readCredential(
	context: IExecuteFunctions,
): Promise<{ apiKey: string; baseUrl: string }> {
	const credential = await context.getCredentials(CREDENTIAL);
	const baseUrl = normalizeBaseUrl(credential.baseUrl);
	if (!baseUrl.ok) {
		throw new TagPdfError({
			code: 'INVALID_INPUT',
			message: baseUrl.reason,
			description: 'Change the Base URL in the credential. Nothing was sent.',
		});
	}
	return { apiKey: String(credential.apiKey ?? ''), baseUrl: baseUrl.url };
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
		headers,
		body: body as IHttpRequestOptions['body'],
		timeout: Math.round(timeoutMs),
		abortSignal: signal,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

function response<Body>({ statusCode, headers, body }: IN8nHttpFullResponse): HttpResponse<Body> {
	return { statusCode, headers: { ...headers }, body: body as unknown as Body };
}

function textResponse(full: IN8nHttpFullResponse): HttpResponse {
	const { body } = full;
	return response({ ...full, body: typeof body === 'string' ? body : JSON.stringify(body ?? '') });
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}
