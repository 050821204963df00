import type { SandboxOptions } from '../options';
import type { Attempt } from './delivery';
import { signatureHeader } from './signature';

const ANSWER_CHARACTERS = 500;

/**
 * Sends an event to an address once (interface 4.6), with a new signature. A redirect is an answer like
 * any other.
 *
 * @param body the event as it is sent
 */
export async function attempt(
	url: string,
	body: string,
	secret: string,
	options: SandboxOptions,
	signal: AbortSignal,
): Promise<Attempt> {
	const at = options.now();
	const timestamp = Math.floor(at / 1000) - options.signatureAgeSeconds;
	const begun = performance.now();
	const outcome = await post(url, {
		method: 'POST',
		redirect: 'manual',
		headers: {
			'content-type': 'application/json',
			'user-agent': 'Document-Tagging-Service',
			'x-service-signature': signatureHeader(secret, timestamp, body, options.hmacEncoding),
		},
		body,
		signal: AbortSignal.any([signal, AbortSignal.timeout(options.deliveryTimeoutMs)]),
	});
	return { at, tookMs: Math.round(performance.now() - begun), ...outcome };
}

async function post(
	url: string,
	request: RequestInit,
): Promise<Pick<Attempt, 'status' | 'answer'>> {
	try {
		const response = await fetch(url, request);
		const text = await response.text();
		return { status: response.status, answer: text.slice(0, ANSWER_CHARACTERS) };
	} catch (error) {
		return { status: null, answer: reason(error) };
	}
}

function reason(error: unknown): string {
	const { name, message, cause } = error as Error & { cause?: { code?: string } };
	if (name === 'TimeoutError') return 'no answer in time';
	return cause?.code ?? message;
}
