import type { components } from '../../contract/service';
import type { SandboxOptions } from '../options';

/** An error that the API answers with the Error of interface 2.5. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

const WORDS: Record<number, string> = {
	400: 'invalid_request',
	401: 'unauthorized',
	402: 'insufficient_credits',
	404: 'not_found',
	409: 'conflict',
	413: 'too_large',
	429: 'rate_limited',
};

/** Returns the Error of interface 2.5. `error.type` is an open point, so a switch selects its values. */
export function toError(
	status: number,
	message: string,
	requestId: string,
	types: SandboxOptions['errorTypes'],
): components['schemas']['Error'] {
	const word = WORDS[status] ?? (status < 500 ? 'invalid_request' : 'internal');
	const type = { words: word, status: String(status), uniform: 'error' }[types];
	return { error: { type, message, request_id: requestId } };
}
