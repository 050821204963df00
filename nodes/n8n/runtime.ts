import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Limits } from '../client/limits';
import type { HttpRequest, Runtime } from '../client/runtime';
import { API_CREDENTIAL, type ApiCredential } from './credential';
import { toHttpResponse, createBaseRuntime, UNCOMPRESSED_HEADERS } from './baseRuntime';

/**
 * The client's runtime in n8n. All requests use `ignoreHttpStatusErrors` with the full response. Only then
 * both major versions of n8n return status, headers and body, and do not repeat a request after a 401.
 */
export function createRuntime(
	context: IExecuteFunctions,
	credential: ApiCredential,
	limits: Limits,
): Omit<Runtime, 'slots'> {
	const { data } = credential;
	// With decrypted data, n8n does not read the credential from its database for each request.
	const credentialsDecrypted = { id: '', name: '', type: API_CREDENTIAL, data };
	const callApi = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequestWithAuthentication.call(context, API_CREDENTIAL, options, {
			credentialsDecrypted,
		})) as IN8nHttpFullResponse;
	const call = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequest(options)) as IN8nHttpFullResponse;

	return {
		...createBaseRuntime(context.logger, credential, limits),
		callApi: async (request) => await toHttpResponse(callApi(toHttpOptions(request))),
		post: async (request) => await toHttpResponse(call(toHttpOptions(request))),
		open: async (request) =>
			await toHttpResponse(call({ ...toHttpOptions(request), disableFollowRedirect: false })),
		signal: context.getExecutionCancelSignal(),
	};
}

/**
 * `disableFollowRedirect` keeps credentials from other servers, and keeps n8n from buffering a streamed body
 * for a replay.
 */
function toHttpOptions({
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
		headers: { ...UNCOMPRESSED_HEADERS, ...headers },
		body,
		encoding: 'stream',
		timeout: Math.round(timeoutMs),
		abortSignal: signal,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}
