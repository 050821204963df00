import { fromOutside, isFields, LONGEST, parseJson, type Answer, type Redact } from '../errors';
import type { HttpResponse, ServiceRuntime } from '../runtime';
import type { Account, Job, Result, Upload } from './contract';
import { isJobId } from './jobId';
import { refusedAddress } from './namedAddress';

export const WEB_PAGE = 'a web page came back';

/** The parts of the runtime that reading an answer needs. */
type Reader = Pick<ServiceRuntime, 'baseUrl' | 'redact'>;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value !== '';
const count: Check = (value) => Number.isInteger(value);
const textMap: Check = (value) =>
	isFields(value) && Object.values(value).every((entry) => typeof entry === 'string');

/**
 * The fields of each success body (interface 2.1 to 2.4) that the client needs. Fields that it only passes
 * on are not checked, so a lax service causes no errors.
 */
export const readAccount = reader<Account>({ credits_available: count });
export const readUpload = reader<Upload>(
	{ upload_url: text, fields: textMap, key: text },
	'upload_url',
);
export const readJob = reader<Job>({ id: isJobId, status: text });
/** A new job is paid for, so its ID is kept even if other fields are wrong. */
export const readNewJob = reader<Job>({ id: isJobId });
export const readResult = reader<Result>({ result_url: text }, 'result_url');

/** Reads the requested job and rejects any other: its PDF would be another document. */
export function readJobOf(jobId: string) {
	return (response: HttpResponse, by: Reader): Answer<Job> => {
		const answer = readJob(response, by);
		return !answer.ok || answer.value.id === jobId ? answer : unreadable('it is about another job');
	};
}

/**
 * Reads the body of an answer with a successful status.
 *
 * @param address name of a field with an address that the client will call
 */
function reader<T extends object>(checks: Record<string, Check>, address?: string) {
	return ({ body, headers }: HttpResponse, { baseUrl, redact }: Reader): Answer<T> => {
		const parsed = parseJson(body);
		if (!isFields(parsed)) {
			const type = typeOf(headers, redact);
			return unreadable(looksLikeHtml(body) ? WEB_PAGE : `no JSON (${type})`);
		}
		const value = withoutSecrets(parsed, redact);
		const wrong = Object.keys(checks).find((name) => checks[name]?.(value[name]) !== true);
		if (wrong !== undefined) return unreadable(`field "${wrong}" is missing or has another type`);
		const refused = address && refusedAddress(address, String(value[address]), baseUrl);
		return refused ? { ok: false, failure: refused } : { ok: true, value: value as T };
	};
}

/** Redaction never changes these fields, which later requests repeat, nor the known states. */
const NEEDED = ['id', 'key', 'upload_url', 'fields', 'result_url'];
const STATES: readonly unknown[] = ['processing', 'completed', 'failed'] satisfies Job['status'][];

/** An answer may repeat the API key, and n8n stores and shows its fields. */
function withoutSecrets(fields: Record<string, unknown>, redact: Redact): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) =>
			NEEDED.includes(name) || (name === 'status' && STATES.includes(value))
				? [name, value]
				: [redact(name), redacted(value, redact, DEEPEST)],
		),
	);
}

/** Nesting levels of an answer that are passed on: n8n cannot store much deeper data. */
const DEEPEST = 100;

function redacted(value: unknown, redact: Redact, levels: number): unknown {
	if (typeof value === 'string') return redact(value);
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return null;
	const inner = (each: unknown) => redacted(each, redact, levels - 1);
	if (Array.isArray(value)) return value.map(inner);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [redact(name), inner(each)]),
	);
}

/** The content type of an answer, for messages. */
export function typeOf({ 'content-type': type }: HttpResponse['headers'], redact: Redact): string {
	return fromOutside(type, redact, LONGEST.word) ?? 'no type';
}

export function looksLikeHtml(body: string): boolean {
	return /^\s*<(!doctype|html|head|body)\b/i.test(body);
}

function unreadable(reason: string): {
	ok: false;
	failure: { kind: 'unreadable'; reason: string };
} {
	return { ok: false, failure: { kind: 'unreadable', reason } };
}
