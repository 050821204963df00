import type { IN8nHttpFullResponse, Logger } from 'n8n-workflow';

import { createRedact, MAX_LENGTH, toOneLine } from '../client/errors';
import type { Limits } from '../client/limits';
import type { ByteStream, HttpResponse, ServiceRuntime } from '../client/runtime';
import { clock } from './clock';
import type { ApiCredential } from './credential';

/** With compression, n8n's client returns decompressed bytes with the compressed Content-Length. */
export const UNCOMPRESSED_HEADERS = { 'Accept-Encoding': 'identity' };

/** The parts of the runtime that do not depend on how n8n sends a request. */
export function createBaseRuntime(
	logger: Logger,
	{ apiKey, baseUrl, hash }: ApiCredential,
	limits: Limits,
): Omit<ServiceRuntime, 'callApi' | 'slots'> {
	const redact = createRedact([apiKey]);
	return {
		limits,
		baseUrl,
		rateGateKey: hash,
		redact,
		log: (level, message) =>
			logger[level](`Tag PDF: ${toOneLine(redact(message), MAX_LENGTH.logLine)}`),
		...clock,
	};
}

/** An answer of n8n's client. If n8n blocks an address, the error gets a code, which n8n's own error lacks. */
export async function toHttpResponse(
	request: Promise<IN8nHttpFullResponse>,
): Promise<HttpResponse<ByteStream>> {
	const { statusCode, headers, body } = await request.catch((error: unknown) => {
		// n8n's wrapper has the original error as its cause, and its own message does not contain "SSRF".
		const { name, message, cause } = (error ?? {}) as Partial<Error>;
		const { name: causeName } = (cause ?? {}) as Partial<Error>;
		if (!/ssrf/i.test(`${name} ${causeName} ${message}`)) throw error;
		const blocked = new Error('The address is blocked', { cause: error });
		throw Object.assign(blocked, { code: 'SSRF_BLOCKED' });
	});
	return { statusCode, headers: { ...headers }, body: body as unknown as ByteStream };
}
