import type { IN8nHttpFullResponse, Logger } from 'n8n-workflow';

import { oneLine, redacting } from '../client/errors';
import type { Limits } from '../client/limits';
import type { ByteStream, HttpResponse, ServiceRuntime } from '../client/runtime';
import { clock } from './clock';
import type { ApiCredential } from './credential';

/** Of n8n's log, in UTF-16 units. */
const LONGEST_LINE = 1_000;

/** n8n's client asks for compression, and then gives the length before with the bytes after it. */
export const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };

/** What is the same wherever n8n runs the client: all but how it sends a request. */
export function surroundings(
	logger: Logger,
	{ apiKey, baseUrl, mark }: ApiCredential,
	limits: Limits,
): Omit<ServiceRuntime, 'callApi' | 'slots'> {
	const redact = redacting([apiKey]);
	return {
		limits,
		baseUrl,
		rateGateKey: mark,
		redact,
		log: (level, message) => logger[level](`Tag PDF: ${oneLine(redact(message), LONGEST_LINE)}`),
		...clock,
	};
}

/** An answer of n8n's client; gives its refusal of an address a code, which its errors lack. */
export async function answered(
	request: Promise<IN8nHttpFullResponse>,
): Promise<HttpResponse<ByteStream>> {
	const { statusCode, headers, body } = await request.catch((error: unknown) => {
		// n8n's own wrapper keeps the error behind it as its cause, and its message without the word.
		const { name, message, cause } = (error ?? {}) as Partial<Error>;
		const { name: causeName } = (cause ?? {}) as Partial<Error>;
		if (!/ssrf/i.test(`${name} ${causeName} ${message}`)) throw error;
		const blocked = new Error('The address is blocked', { cause: error });
		throw Object.assign(blocked, { code: 'SSRF_BLOCKED' });
	});
	return { statusCode, headers: { ...headers }, body: body as unknown as ByteStream };
}
