import { fromOutside, isFields, LONGEST, parseJson, type Answer, type Redact } from '../errors';
import type { HttpResponse, ServiceRuntime } from '../runtime';
import type { Account, Job, Result, Upload } from './contract';
import { isJobId } from './jobId';
import { refusedAddress } from './namedAddress';

export const WEB_PAGE = 'a web page came back';

/** What an answer is read with. */
type Reader = Pick<ServiceRuntime, 'baseUrl' | 'redact'>;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value !== '';
const count: Check = (value) => Number.isInteger(value);
const textMap: Check = (value) =>
	isFields(value) && Object.values(value).every((entry) => typeof entry === 'string');

/**
 * The fields of each success body (interface 2.1 to 2.4) that the client stands on. What it only
 * passes on to the user is not checked, so that a lax service is no obstacle.
 */
export const readAccount = reader<Account>({ credits_available: count });
export const readUpload = reader<Upload>(
	{ upload_url: text, fields: textMap, key: text },
	'upload_url',
);
export const readJob = reader<Job>({ id: isJobId, status: text });
/** A job that is paid for: its ID is kept whatever stands beside it. */
export const readNewJob = reader<Job>({ id: isJobId });
export const readResult = reader<Result>({ result_url: text }, 'result_url');

/** Reads the job that was asked for: another one's PDF would be another document. */
export function readJobOf(jobId: string) {
	return (response: HttpResponse, by: Reader): Answer<Job> => {
		const answer = readJob(response, by);
		return !answer.ok || answer.value.id === jobId ? answer : unreadable('it is about another job');
	};
}

/**
 * Reads the body of an answer with a successful status.
 *
 * @param address the field whose address will be asked
 */
function reader<T extends object>(checks: Record<string, Check>, address?: string) {
	return ({ body, headers }: HttpResponse, { baseUrl, redact }: Reader): Answer<T> => {
		const value = parseJson(body);
		if (!isFields(value)) {
			const type = typeOf(headers, redact);
			return unreadable(looksLikeHtml(body) ? WEB_PAGE : `no JSON (${type})`);
		}
		const wrong = Object.keys(checks).find((name) => checks[name]?.(value[name]) !== true);
		if (wrong !== undefined) return unreadable(`field "${wrong}" is missing or has another type`);
		const refused = address && refusedAddress(address, String(value[address]), baseUrl);
		return refused ? { ok: false, failure: refused } : { ok: true, value: value as T };
	};
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
