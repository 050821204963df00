import { createHash } from 'crypto';
import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	sleep,
} from 'n8n-workflow';

import { normalizeApiKey, normalizeBaseUrl } from '../../client/address';
import { Secrets } from '../../client/secrets';
import { MAX_LENGTH, toOneLine } from '../../client/text';
import type { Limits } from '../../client/limits';
import type { ByteStream, Clock, HttpRequest, HttpResponse, Runtime } from '../../client/runtime';
import { InputError } from './inputError';

const API_CREDENTIAL = 'tagPdfApi';

/** The API credential of one item. */
export interface ApiCredential {
	/** As n8n decrypted it, with the expressions of this item. */
	data: ICredentialDataDecryptedObject;
	/** As `normalizeApiKey` returns it. */
	apiKey: string;
	/** As `normalizeBaseUrl` returns it. */
	baseUrl: string;
	/** Identifies the API key together with the base URL; never stored or shown. */
	apiKeyHash: string;
}

/** For operations that never call the service. */
export const NO_CREDENTIAL: ApiCredential = { data: {}, apiKey: '', baseUrl: '', apiKeyHash: '' };

/**
 * Reads the credential for one item. Its fields may be expressions, so each item may have different values.
 *
 * @throws InputError if its base URL or its API key is refused, or n8n's error if it cannot be read
 */
export async function getApiCredential(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<ApiCredential> {
	const data = await context.getCredentials(API_CREDENTIAL, itemIndex);
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	if (!baseUrl.ok) {
		throw new InputError({
			message: baseUrl.reason,
			fix: "Change the 'Base URL' in the credential.",
		});
	}
	const checked = normalizeApiKey(data.apiKey);
	if (!checked.ok)
		throw new InputError({ message: checked.reason, fix: 'Copy it again into the credential.' });
	const { key: apiKey } = checked;
	const apiKeyHash = createHash('sha256').update(`${baseUrl.url}\n${apiKey}`).digest('hex');
	return { data, apiKey, baseUrl: baseUrl.url, apiKeyHash };
}

/** Writes one line of the node Tag PDF to n8n's log, even if IDs or names in it contain line breaks. */
export function writeLog(
	{ logger }: IExecuteFunctions,
	level: 'debug' | 'info' | 'warn',
	message: string,
): void {
	logger[level](`Tag PDF: ${toOneLine(message, MAX_LENGTH.logLine)}`);
}

/**
 * The client's runtime in n8n. All requests use `ignoreHttpStatusErrors` with the full response. Only then do
 * both major versions of n8n return status, headers and body, and send no second request after a 401.
 */
export function createRuntime(
	context: IExecuteFunctions,
	{ apiKey, apiKeyHash, baseUrl, data }: ApiCredential,
	limits: Limits,
	slots: Runtime['slots'],
): Runtime {
	const secrets = new Secrets(apiKey);
	// With decrypted data, n8n does not read the credential from its database for each request.
	const credentialsDecrypted = { id: '', name: '', type: API_CREDENTIAL, data };
	const { helpers } = context;
	const callApi = async (options: IHttpRequestOptions): Promise<unknown> =>
		await helpers.httpRequestWithAuthentication.call(context, API_CREDENTIAL, options, {
			credentialsDecrypted,
		});

	return {
		limits,
		slots,
		baseUrl,
		apiKeyHash,
		secrets,
		log: (level, message) => writeLog(context, level, secrets.redact(message, MAX_LENGTH.logLine)),
		...clock,
		callApi: async (request) => await toHttpResponse(callApi(toHttpOptions(request))),
		callWithoutKey: async (request) =>
			await toHttpResponse(helpers.httpRequest(toHttpOptions(request))),
	};
}

/**
 * With `disableFollowRedirect`, n8n does not send credentials to the server that a redirect names, and does not buffer
 * a streamed body in order to send it there.
 */
function toHttpOptions({ timeoutMs, signal, ...request }: HttpRequest): IHttpRequestOptions {
	return {
		...request,
		// With compression, n8n's client returns decompressed bytes with the compressed Content-Length.
		headers: { 'Accept-Encoding': 'identity', ...request.headers },
		encoding: 'stream',
		timeout: Math.round(timeoutMs),
		abortSignal: signal,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
	};
}

/** An answer of n8n's client. If n8n blocks an address, the error gets a code, which n8n's own error lacks. */
async function toHttpResponse(request: Promise<unknown>): Promise<HttpResponse<ByteStream>> {
	const answer = await request.catch((error: unknown) => {
		// n8n may wrap the error that names SSRF. The wrapper does not name it, but has the original error as its cause.
		const { name, message, cause } = (error ?? {}) as Partial<Error>;
		const { name: causeName } = (cause ?? {}) as Partial<Error>;
		if (!/ssrf/i.test(`${name} ${causeName} ${message}`)) throw error;
		const blocked = new Error('The address is blocked', { cause: error });
		throw Object.assign(blocked, { code: 'SSRF_BLOCKED' });
	});
	const { statusCode, headers, body } = answer as IN8nHttpFullResponse;
	return { statusCode, headers: { ...headers }, body: body as unknown as ByteStream };
}

/** Longest slice of a pause: n8n's `sleep` cannot be ended early. */
const SLICE_MS = 200;

/** The time of day (epoch ms) when `performance.now()` was 0. */
const ORIGIN_MS = Date.now() - performance.now();

/** Monotonic time: a change of the machine's clock does not affect pauses. */
export const clock: Clock = {
	now: () => Math.floor(ORIGIN_MS + performance.now()),
	sleep: pause,
	random: () => Math.random(),
};

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = performance.now() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = end - performance.now()) {
		await sleep(Math.min(left, SLICE_MS));
	}
}
