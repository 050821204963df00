import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Limits } from '../client/limits';
import type { HttpRequest, Runtime } from '../client/runtime';
import { API_CREDENTIAL, type ApiCredential } from './credential';
import { answered, surroundings, UNCOMPRESSED } from './surroundings';

/**
 * n8n as what the client runs in. All requests use `ignoreHttpStatusErrors` with the full response:
 * it is the one form in which both major versions of n8n give status, headers and body, and in
 * which a 401 is not sent twice.
 */
export function n8nRuntime(
	context: IExecuteFunctions,
	credential: ApiCredential,
	limits: Limits,
): Omit<Runtime, 'slots'> {
	const { data } = credential;
	// Handed over decrypted, n8n does not read it from its database again for each request.
	const credentialsDecrypted = { id: '', name: '', type: API_CREDENTIAL, data };
	const callApi = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequestWithAuthentication.call(context, API_CREDENTIAL, options, {
			credentialsDecrypted,
		})) as IN8nHttpFullResponse;
	const call = async (options: IHttpRequestOptions) =>
		(await context.helpers.httpRequest(options)) as IN8nHttpFullResponse;

	return {
		...surroundings(context.logger, credential, limits),
		callApi: async (request) => await answered(callApi(common(request))),
		post: async (request) => await answered(call(common(request))),
		open: async (request) =>
			await answered(call({ ...common(request), disableFollowRedirect: false })),
		signal: context.getExecutionCancelSignal(),
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
		headers: { ...UNCOMPRESSED, ...headers },
		body,
		encoding: 'stream',
		timeout: Math.round(timeoutMs),
		abortSignal: signal,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}
