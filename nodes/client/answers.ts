import type { Account, Job, Result, Upload } from './contract';
import type { Fault } from './faults';
import type { HttpResponse } from './host';
import { retryAfterMs } from './retryAfter';

export type Answer<T> = { ok: true; value: T } | { ok: false; fault: Fault };

const WEB_PAGE = 'a web page came back';

type Fields = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value !== '';
const count: Check = (value) => Number.isInteger(value);
const textMap: Check = (value) =>
	isFields(value) && Object.values(value).every((entry) => typeof entry === 'string');
const status: Check = (value) =>
	value === 'processing' || value === 'completed' || value === 'failed';

/**
 * The fields of each success body (interface 2.1 to 2.4) that the client stands on. What it only
 * passes on to the user is not checked, so that a lax service is no obstacle.
 */
export const readAccount = reader<Account>({ credits_available: count });
export const readUpload = reader<Upload>({ upload_url: text, fields: textMap, key: text });
export const readJob = reader<Job>({ id: text, status });
export const readResult = reader<Result>({ result_url: text });

/** Storage answers an upload with nothing or with XML (S3), never with a web page. */
export function readStored<T>({ body }: HttpResponse, stored: T): Answer<T> {
	return looksLikeHtml(body) ? unreadable(WEB_PAGE) : { ok: true, value: stored };
}

/** Reads the body of an answer with a successful status. */
function reader<T extends object>(checks: Record<string, Check>) {
	return ({ body, headers }: HttpResponse): Answer<T> => {
		const value = parseJson(body);
		if (!isFields(value)) {
			const type = String(headers['content-type'] ?? 'no type');
			return unreadable(looksLikeHtml(body) ? WEB_PAGE : `no JSON (${type})`);
		}
		const wrong = Object.keys(checks).find((name) => !checks[name]?.(value[name]));
		return wrong === undefined
			? { ok: true, value: value as T }
			: unreadable(`field "${wrong}" is missing or has another type`);
	};
}

/** The fault that an answer with another status than success stands for (interface 2.5, 7). */
export function readFault(response: HttpResponse, now: number): Fault {
	const { statusCode, headers, body } = response;
	const fault: Fault = { kind: 'status', statusCode };
	const retryAfter = retryAfterMs(headers['retry-after'], now);
	if (retryAfter !== undefined) fault.retryAfterMs = retryAfter;
	if (typeof headers.location === 'string' && URL.canParse(headers.location)) {
		fault.redirectTo = new URL(headers.location).origin;
	}
	const parsed = parseJson(body);
	const error = isFields(parsed) && isFields(parsed.error) ? parsed.error : {};
	return {
		...fault,
		type: stringOf(error.type) ?? /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1],
		message: stringOf(error.message)?.slice(0, 500),
		requestId: stringOf(error.request_id),
	};
}

/** Any 2xx: whether a repeated submission is answered with 202 again is not said (interface 4.3). */
export function isSuccess({ statusCode }: { statusCode: number }): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** The network fault behind an exception of an HTTP client: its code, as Node and axios name it. */
export function networkFault(error: unknown): Fault {
	const { code, httpCode, name, message, cause } = (error ?? {}) as Record<string, unknown>;
	// n8n's own wrapper keeps the error behind it as its cause, and its message without the word.
	const { name: causeName } = (cause ?? {}) as Record<string, unknown>;
	if (/ssrf/i.test(`${String(name)} ${String(causeName)} ${String(message)}`)) {
		return { kind: 'network', code: 'SSRF_BLOCKED' };
	}
	// A status in place of a code: the answer began but did not come whole.
	if (/^\d{3}$/.test(String(httpCode))) return { kind: 'network', code: 'TRUNCATED' };
	const known = [code, httpCode].find((value) => typeof value === 'string' && value !== '');
	return { kind: 'network', code: typeof known === 'string' ? known : 'UNKNOWN' };
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function looksLikeHtml(body: string): boolean {
	return /^\s*<(!doctype|html|head|body)\b/i.test(body);
}

function stringOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function unreadable(reason: string): { ok: false; fault: Fault } {
	return { ok: false, fault: { kind: 'unreadable', reason } };
}
