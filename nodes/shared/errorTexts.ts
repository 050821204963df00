import { jsonStringify } from 'n8n-workflow';
import type { ErrorCode, Facts } from '../../client/errors';
import { PRODUCT_LIMITS } from '../../client/limits';
import { toOneLine } from '../../client/text';

/**
 * The text of an error, without what it says about charges. A message that does not name the file usually begins with a
 * small letter, because the file's name may be put before it.
 */
export interface Words {
	/** Says what happened to which file. */
	message: string;
	/**
	 * A short sentence that says what to do. By default "Try again later.", unless the text says how to get a paid
	 * document.
	 */
	fix?: string;
	/** More advice, shown only if the text need not say how to get a paid document: n8n's panel has little room. */
	more?: string;
	/** The fix says all about how to get the tagged PDF, so no sentence about running again follows. */
	isWhole?: boolean;
}

const CHECK_STORE = "Check n8n's file storage.";

/** The largest file that is downloaded. */
const LARGEST = `${PRODUCT_LIMITS.transfer.maxFileBytes / 1024 ** 3} GB`;

/** The texts for every code. Details of a request are in Error details. */
export const texts: Readonly<Record<ErrorCode, (facts: Facts) => Words>> = {
	INVALID_INPUT: () => ({
		message: 'a parameter is not valid',
		fix: 'Check the parameters.',
		more: 'An expression may give an unexpected value.',
	}),
	NOT_A_PDF: (facts) => ({
		message: `The URL of ${nameDocument(facts, 'the document')} leads to no PDF`,
		fix: 'Use a direct link.',
		more: 'It must open the file without signing in.',
	}),
	SOURCE_UNAVAILABLE: ({ failure, ...facts }) => {
		const { code, kept = false } = failure?.kind === 'network' ? failure : {};
		const isTruncated = code === 'TRUNCATED';
		// The whole answer has come, but nothing in it shows that it is the whole file.
		if (isTruncated && kept) {
			return {
				message: `${nameDocument(facts)} looks incomplete`,
				fix: 'Get it with HTTP Request.',
				more: "Then set 'Source' to 'Binary Field', which takes it as it is.",
			};
		}
		if (isTruncated || kept) {
			const more = 'Its server was too slow, or sent only a part of it.';
			return { message: `${nameDocument(facts)} arrived incomplete`, more };
		}
		return {
			message: `${nameDocument(facts)} could not be fetched`,
			fix: 'Check its URL.',
			more: 'It must open the file without signing in.',
		};
	},
	DOCUMENT_UNREADABLE: ({ failure, ...facts }) =>
		failure?.kind === 'document' && failure.isMissing === true
			? {
					message: `${nameDocument(facts)} is not in n8n's file storage`,
					fix: 'Run the workflow from its start.',
					more: 'n8n has deleted the file, or its processes do not share their storage.',
				}
			: {
					message: `${nameDocument(facts)} could not be read`,
					fix: CHECK_STORE,
					more: 'The file may be truncated.',
				},
	UNAUTHORIZED: () => ({
		message: 'the API key is not accepted',
		fix: "Check the 'API Key'.",
		more: "Copy the whole key again, or create a new one in the service's dashboard.",
	}),
	NOT_ENOUGH_CREDITS: ({ failure, ...facts }) => ({
		message: `Not enough credits for ${nameDocument(facts, 'the document')}`,
		fix: 'Add credits.',
		more:
			failure?.kind === 'status' && failure.message !== undefined
				? `The service says: ${toOneLine(failure.message, MAX_OUTSIDE_LETTERS).replace(/\.$/, '')}.`
				: undefined,
	}),
	OVER_CREDIT_LIMIT: ({ credits: { left, needed } = { left: 0, needed: 0 }, ...facts }) => ({
		message: `${nameDocument(facts)} would exceed the credit limit`,
		fix: "Raise 'Max Credits per Execution'.",
		more: `It needs ${formatCount(needed, 'credit')}; ${left} ${left === 1 ? 'is' : 'are'} left. An earlier run may have paid for it.`,
	}),
	PAGES_UNKNOWN: ({ reason = '', ...facts }) => ({
		message: `The cost of ${nameDocument(facts, 'the document')} is unknown`,
		fix: 'Repair it, or set no limit.',
		more: `Its pages cannot be counted: ${toOneLine(reason, MAX_OUTSIDE_LETTERS)}.`,
	}),
	PASSWORD_NEEDED: (facts) => ({
		message: `${nameDocument(facts)} needs a password`,
		fix: 'Remove the password.',
		more: 'Inspect finds such documents, free of charge.',
	}),
	ALREADY_TAGGED: (facts) => ({
		message: `${nameDocument(facts)} is already tagged`,
		fix: "Change 'Already Tagged'.",
		more: "'Skip' passes the file on; 'Tag Anyway' pays for new tags.",
	}),
	INVALID_REQUEST: (facts) => ({
		message: `The service refused ${nameDocument(facts, 'the document')}`,
		fix: 'Check the options.',
		more: 'Error details show the reason.',
	}),
	NOT_FOUND_YET: (facts) => ({
		message: `The service does not find ${nameMissing(facts)} yet`,
		fix: '',
	}),
	JOB_NOT_FOUND: (facts) =>
		facts.jobExists === true
			? describeMissing(facts)
			: {
					message: 'The service does not find the job',
					fix: "Check the 'Job ID'.",
					more: "It must belong to the credential's account. Spaces around it count. A new job may appear later.",
				},
	RESULT_GONE: describeMissing,
	// A 409 means a conflict of idempotency keys or a job that is still being created, and nothing tells them apart
	// (interface 4.3).
	CONFLICT: (facts) => ({
		message: `${nameDocument(facts)} was submitted before`,
		fix: "Use Job → Download with the ID of its job: look for the idempotency key in n8n's log, or ask the service's support.",
		more: "Only 'New Job per Execution' pays for another job, which no other run finds.",
		isWhole: true,
	}),
	NOT_COMPLETED: (facts) => ({
		message: `${nameDocument(facts)} is not tagged yet`,
		fix: 'Use Job → Wait first.',
		isWhole: true,
	}),
	TOO_LARGE: ({ failure, request, ...facts }) => {
		const message = `${nameDocument(facts)} is too large`;
		if (failure?.kind !== 'oversize') {
			const more = 'The service does not accept files of this size.';
			return { message, fix: 'Split the PDF.', more };
		}
		return request === 'download'
			? {
					message: `tagged PDF is over ${LARGEST}`,
					fix: 'Use Job → Get Download Link.',
					isWhole: true,
				}
			: { message, fix: 'Split the PDF.', more: `The node downloads up to ${LARGEST}.` };
	},
	RATE_LIMITED: ({ retryAfterMs }) => ({
		message: 'the rate limit is reached',
		fix:
			retryAfterMs === undefined
				? 'Wait a few minutes.'
				: `Wait ${formatDuration(Math.ceil(retryAfterMs / 1000) * 1000)}.`,
		more: "A lower 'Max Documents at Once' helps.",
	}),
	UNREACHABLE: (facts) =>
		facts.failure?.kind === 'network'
			? describeNetwork(facts, facts.failure.code)
			: { message: describeAnswer(facts) },
	UNEXPECTED_ANSWER: describeUnexpected,
	JOB_FAILED: (facts) => ({
		message: `${nameDocument(facts)} could not be tagged`,
		fix: 'Check that the PDF opens without a password.',
	}),
	WAIT_TIMEOUT: ({ waitedMs = 0, ...facts }) => ({
		message: `${nameDocument(facts)} takes longer than ${formatDuration(waitedMs)}`,
		fix: '',
	}),
	NOT_SAVED: ({ jobId, ...facts }) => ({
		message:
			jobId === undefined
				? `${nameDocument(facts)} could not be saved`
				: 'tagged PDF was not saved',
		fix: CHECK_STORE,
		more: 'Its disk may be full.',
	}),
	STOPPED: () => ({ message: 'the run was stopped', fix: '' }),
	NOT_STARTED: (facts) => ({
		message: `${nameDocument(facts, 'The item')} was not started`,
		fix: '',
		more: 'Another item failed first.',
	}),
	INTERNAL_ERROR: (facts) => ({
		message: `${nameDocument(facts, 'The item')} hit a bug in this node`,
		fix: 'Please report it.',
		more: 'Error details say what happened.',
	}),
};

/** Longest part of an error's text that comes from the service or the PDF reader, in UTF-16 units. */
const MAX_OUTSIDE_LETTERS = 50;

const CHECK_BASE_URL = "Check the 'Base URL'.";
const CHECK_STORAGE = "Check n8n's network.";

/** A request whose answer does not follow the interface. */
function describeUnexpected(facts: Facts): Words {
	const { failure } = facts;
	const fix = isStorage(facts) ? undefined : CHECK_BASE_URL;
	if (failure?.kind === 'mixup') {
		return {
			message: `The service mixed up ${nameDocument(facts, 'the document')} with another one`,
			fix: 'Report it to the service.',
		};
	}
	if (failure?.kind === 'address') {
		return { message: 'received an unsafe address', fix: 'Report it to the service.' };
	}
	if (failure?.kind === 'unreadable' && failure.isOfService === true)
		return { message: 'the answer breaks the interface', fix: 'Report it to the service.' };
	if (failure?.kind !== 'status') return { message: 'the answer is unreadable', fix };
	if (!isStorage(facts) && failure.statusCode >= 300 && failure.statusCode < 400) {
		return { message: 'the service redirects', fix };
	}
	// If the first call gets a 404, the service is probably not at this address. A submission is never the first call.
	if (!isStorage(facts) && failure.statusCode === 404 && facts.request !== 'submitJob') {
		return { message: "the 'Base URL' is wrong", fix, more: 'It usually has no path.' };
	}
	return { message: describeAnswer(facts), fix };
}

function describeNetwork(facts: Facts, code: string): Words {
	const server = nameServer(facts);
	const fix = isStorage(facts) ? CHECK_STORAGE : CHECK_BASE_URL;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
		return { message: `could not find the ${server}`, fix };
	if (code === 'ECONNREFUSED') return { message: `could not reach the ${server}`, fix };
	if (code === 'SSRF_BLOCKED') {
		const more = 'N8N_SSRF_ALLOWED_HOSTNAMES can allow it.';
		return { message: `n8n blocks the ${server}`, fix: "Ask n8n's administrator.", more };
	}
	if (/CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(code)) {
		return {
			message: 'no secure connection',
			fix,
			more: 'For a private certificate authority, set NODE_EXTRA_CA_CERTS.',
		};
	}
	return { message: `lost the ${server} connection` };
}

function describeAnswer(facts: Facts): string {
	const { failure } = facts;
	const status = failure?.kind === 'status' ? failure.statusCode : failure?.kind;
	return `the ${nameServer(facts)} answered ${status}`;
}

function nameServer(facts: Facts): string {
	return isStorage(facts) ? 'storage' : 'service';
}

function isStorage({ request }: Facts): boolean {
	return request === 'store' || request === 'download';
}

/** Maximum number of letters of a file name or a value in a text, so that the text fits into n8n's panel. */
const MAX_LETTERS = 18;

/**
 * Letters are counted only in so many UTF-16 units (of a name, at both ends): an expression may return a whole file.
 */
const MAX_COUNTED = 1_000;

/** A file name as messages show it. Long names keep their start and end. */
export function quoteName(fileName: string): string {
	const isLong = fileName.length > 2 * MAX_COUNTED;
	const short = isLong ? fileName.slice(0, MAX_COUNTED) + fileName.slice(-MAX_COUNTED) : fileName;
	const letters = Array.from(short);
	if (letters.length <= MAX_LETTERS) return `"${fileName}"`;
	const half = MAX_LETTERS / 2;
	return `"${letters.slice(0, half - 1).join('')}…${letters.slice(-half).join('')}"`;
}

/**
 * A value that the user or an expression gave, as error texts show it: the beginning of its JSON.
 *
 * @returns undefined if the value has no JSON, as undefined and functions have none
 */
export function quoteValue(value: unknown): string | undefined {
	const letters = Array.from(toJson(value)?.slice(0, MAX_COUNTED) ?? '');
	if (letters.length === 0) return undefined;
	if (letters.length <= MAX_LETTERS) return letters.join('');
	return `${letters.slice(0, MAX_LETTERS).join('')}…`;
}

/**
 * The JSON of a value, even of one that contains itself; undefined for undefined and functions. If a value cannot be
 * converted, because it is a BigInt or too deep, this describes its type.
 */
function toJson(value: unknown): string | undefined {
	try {
		// `jsonStringify` returns undefined for a function, although its return type does not say so.
		return jsonStringify(value, { replaceCircularRefs: true });
	} catch {
		return `an unreadable ${typeof value}`;
	}
}

/** The document's name in quotation marks; `otherwise` if it has none. */
function nameDocument({ fileName }: Facts, otherwise = 'The document'): string {
	return fileName === undefined ? otherwise : quoteName(fileName);
}

export function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The words for a job or a result that the service does not find, and perhaps no longer has. */
function describeMissing(facts: Facts): Words {
	const { failure, isGone, jobNumber } = facts;
	const isDeleted = failure?.kind === 'status' && failure.statusCode === 410;
	const has = isDeleted || isGone === true ? 'no longer has' : 'does not find';
	const message = `The service ${has} ${nameMissing(facts)}`;
	if (jobNumber !== undefined) return { message, fix: '' };
	// A Job operation does not know the file. Document → Tag does, and so it knows whether another job may follow.
	const way = 'Document → Tag says how to get another job.';
	const fix = isDeleted ? way : `Try again later. If it stays missing, ${way}`;
	return { message, fix, isWhole: true };
}

/** What the service does not find: a job, or its result. */
function nameMissing({ request, ...facts }: Facts): string {
	const name = nameDocument(facts, 'the document');
	return request === 'getJob' ? `the job of ${name}` : `the tagged PDF of ${name}`;
}

/** A number of something, e.g. `3 credits`. */
export function formatCount(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A duration, e.g. `90 seconds` or `30 minutes`. */
function formatDuration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds >= 120 && seconds % 60 === 0
		? formatCount(seconds / 60, 'minute')
		: formatCount(seconds, 'second');
}
