import {
	cleanOutsideText,
	createUnreadable,
	isObject,
	MAX_LENGTH,
	parseJson,
	type Answer,
	type Failure,
	type Redact,
} from '../errors';
import type { HttpResponse, Runtime } from '../runtime';
import { isJobId, type Account, type Job, type Result, type Upload } from './contract';
import { isLoopback, parseHttpUrl } from './credential';

export const WEB_PAGE = 'a web page came back';

/** The parts of the runtime that reading an answer needs. */
type Reader = Pick<Runtime, 'baseUrl' | 'redact'>;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isCount: Check = (value) => Number.isInteger(value);
const isTextMap: Check = (value) =>
	isObject(value) && Object.values(value).every((entry) => typeof entry === 'string');

/**
 * The fields of each success body (interface 2.1 to 2.4) that the client needs. Fields that it only passes
 * on are not checked, so a lax service causes no errors.
 */
export const readAccount = createReader<Account>({ credits_available: isCount });
export const readUpload = createReader<Upload>(
	{ upload_url: isText, fields: isTextMap, key: isText },
	'upload_url',
);
export const readJob = createReader<Job>({ id: isJobId, status: isText });
/** A new job is paid for, so its ID is kept even if other fields are wrong. */
export const readNewJob = createReader<Job>({ id: isJobId });
export const readResult = createReader<Result>({ result_url: isText }, 'result_url');

/** Reads the requested job and rejects any other: its PDF would be another document. */
export function createJobReader(jobId: string) {
	return (response: HttpResponse, by: Reader): Answer<Job> => {
		const answer = readJob(response, by);
		return !answer.ok || answer.value.id === jobId
			? answer
			: createUnreadable('it is about another job');
	};
}

/**
 * Reads the body of an answer with a successful status.
 *
 * @param address name of a field with an address that the client will call
 */
function createReader<T extends object>(checks: Record<string, Check>, address?: string) {
	return ({ body, headers }: HttpResponse, { baseUrl, redact }: Reader): Answer<T> => {
		const parsed = parseJson(body);
		if (!isObject(parsed)) {
			const type = readContentType(headers, redact);
			return createUnreadable(looksLikeHtml(body) ? WEB_PAGE : `no JSON (${type})`);
		}
		const value = removeSecrets(parsed, redact);
		const wrong = Object.keys(checks).find((name) => checks[name]?.(value[name]) !== true);
		if (wrong !== undefined)
			return createUnreadable(`field "${wrong}" is missing or has the wrong type`);
		const refused = address && checkAddress(address, String(value[address]), baseUrl);
		return refused ? { ok: false, failure: refused } : { ok: true, value: value as T };
	};
}

/**
 * Why the client does not call an address that the service names: it is not http(s), or it would send a
 * document or its link unencrypted although the base URL is https. Between two servers on this machine
 * encryption is not required.
 *
 * @param field name of the answer's field, e.g. `result_url`
 */
export function checkAddress(field: string, address: string, baseUrl: string): Failure | undefined {
	const parsed = parseHttpUrl(address);
	if (!parsed) return { kind: 'address', field, reason: 'is not an http(s) address' };
	const base = new URL(baseUrl);
	if (parsed.protocol === 'https:' || base.protocol === 'http:') return undefined;
	return isLoopback(parsed) && isLoopback(base)
		? undefined
		: { kind: 'address', field, reason: 'is not https, although the Base URL is' };
}

/** Redaction leaves these fields unchanged, because later requests repeat them, and the known states, too. */
const UNREDACTED_FIELDS = ['id', 'key', 'upload_url', 'fields', 'result_url'];
const JOB_STATES: readonly unknown[] = [
	'processing',
	'completed',
	'failed',
] satisfies Job['status'][];

/** An answer may repeat the API key, and n8n stores and shows its fields. */
function removeSecrets(fields: Record<string, unknown>, redact: Redact): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) =>
			UNREDACTED_FIELDS.includes(name) || (name === 'status' && JOB_STATES.includes(value))
				? [name, value]
				: [redact(name), redactDeep(value, redact, MAX_LEVELS)],
		),
	);
}

/** Nesting levels of an answer that are passed on: n8n cannot store much deeper data. */
const MAX_LEVELS = 100;

function redactDeep(value: unknown, redact: Redact, levels: number): unknown {
	if (typeof value === 'string') return redact(value);
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return null;
	const redactInner = (each: unknown) => redactDeep(each, redact, levels - 1);
	if (Array.isArray(value)) return value.map(redactInner);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [redact(name), redactInner(each)]),
	);
}

export function readContentType(
	{ 'content-type': type }: HttpResponse['headers'],
	redact: Redact,
): string {
	return cleanOutsideText(type, redact, MAX_LENGTH.word) ?? 'no type';
}

export function looksLikeHtml(body: string): boolean {
	return /^\s*<(!doctype|html|head|body)\b/i.test(body);
}
