import type { Attempt, Delivery } from './delivery';
import type { Endpoint } from './endpoints';
import { signatureHeader } from './signature';
import type { Delivering } from './webhooks';

const ANSWER_CHARACTERS = 500;

/** Sends a delivery once (interface 4.6), signed anew; a redirect is an answer like any other. */
export async function attempt(
	{ closing, ids, options }: Delivering,
	{ body }: Delivery,
	endpoint: Endpoint,
): Promise<Attempt> {
	const at = options.now();
	const timestamp = Math.floor(at / 1000) - options.signatureAgeSeconds;
	const secret = options.wrongSecret ? ids.secret('no endpoint') : endpoint.secret;
	const begun = performance.now();
	const outcome = await post(endpoint.url, {
		method: 'POST',
		redirect: 'manual',
		headers: {
			'content-type': 'application/json',
			'user-agent': 'Document-Tagging-Service',
			'x-service-signature': signatureHeader(secret, timestamp, body, options.hmacEncoding),
		},
		body,
		signal: AbortSignal.any([closing, AbortSignal.timeout(options.deliveryTimeoutMs)]),
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
