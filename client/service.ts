import type { components } from '../contract/service';

import { checkAddress } from './address';
import { type Facts, ofJob } from './errors';
import {
	type Answer,
	createStatusFailure,
	createUnreadable,
	fail,
	type Failure,
	isSuccess,
	type RequestName,
} from './failure';
import { isObject, looksLikeHtml, MAX_LENGTH, parseJson, WEB_PAGE } from './text';
import { runUnderWatch, sendRequest } from './http';
import { type ApiKeyMemory, getApiKeyMemory } from './rateWindow';
import { repeat, type Repetition } from './retry';
import type { HttpResponse, Runtime } from './runtime';
import type { Secrets } from './secrets';

/**
 * `signal` ends the tries and the pauses between them, but not a call in flight: a document that fails halts the others,
 * and a submission must still get its answer. If the user stops the execution, n8n itself ends the call.
 */
export type CallOptions = Omit<Repetition, 'request' | 'apiKey'>;

interface Call {
	request: RequestName;
	path: string;
	headers?: Record<string, string>;
	/** Calls with a body are POST, all others GET. */
	body?: string;
	/** The fields of the answer that the client needs, and their checks. Fields that it only passes on are not checked. */
	fields: Record<string, (value: unknown) => boolean>;
	/** Name of a field with an address that the client will call. */
	address?: string;
	/** The job that the answer must be about: another job would lead to the PDF of another document. */
	jobId?: string;
}

/** Facts about the service that an execution remembers. */
export interface ServiceMemory {
	/**
	 * The `Date` header of the service's first answer (epoch ms); null if it is missing or unreadable, absent before that
	 * answer.
	 */
	firstDate?: number | null;
}

/**
 * The five calls of the interface (section 4). Each one follows the retry table, waits for the rate window of
 * its API key, and throws a `TagPdfError` when its tries end.
 */
export class Service {
	/** The last `Date` header of the service that could be read (epoch ms). */
	lastDate?: number;
	private readonly apiKey: ApiKeyMemory;

	/** @param memory is kept for all calls of one execution */
	constructor(
		private readonly runtime: Runtime,
		private readonly memory: ServiceMemory = {},
	) {
		this.apiKey = getApiKeyMemory(runtime.apiKeyHash);
	}

	/** GET /v1/me (interface 4.1); free. */
	async getAccount(options: CallOptions = {}): Promise<Account> {
		const fields = { credits_available: Number.isInteger };
		return await this.call<Account>({ request: 'getAccount', path: '/v1/me', fields }, options);
	}

	/** POST /v1/uploads (interface 4.2); free. */
	async createUpload(filename: string, options: CallOptions = {}): Promise<Upload> {
		const request = 'createUpload';
		const fields = { upload_url: isText, fields: isTextMap, key: isUploadKey };
		const answer = { fields, address: 'upload_url' };
		const body = JSON.stringify({ filename });
		const call = { request, path: '/v1/uploads', body, ...answer } as const;
		const upload = await this.call<Upload>(call, options);
		this.runtime.secrets.addPresigned(upload.upload_url, upload.fields);
		return upload;
	}

	/**
	 * POST /v1/jobs (interface 4.3); charges 1 credit per page, once per idempotency key.
	 *
	 * @param body a JobSubmission as JSON; a retry sends exactly the same bytes
	 */
	async submitJob(
		body: string,
		idempotencyKey: string,
		options: CallOptions = {},
	): Promise<SubmittedJob> {
		const headers = { 'Idempotency-Key': idempotencyKey };
		// A new job is paid for, so its ID is kept even if other fields are wrong.
		const fields = { id: isJobId };
		const call = { request: 'submitJob', path: '/v1/jobs', headers, body, fields } as const;
		const { date, value } = await this.callWithDate<Job>(call, options);
		return { job: value, date };
	}

	/**
	 * GET /v1/jobs/{id} (interface 4.4).
	 *
	 * @param options `job` has the known facts of the job. Without it, the job counts as not confirmed
	 */
	async getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
		const answer = { fields: { id: isJobId, status: isText }, jobId };
		const call = { request: 'getJob', path: buildJobPath(jobId), ...answer } as const;
		return await this.call<Job>(call, { job: { jobId }, ...options });
	}

	/** GET /v1/jobs/{id}/result (interface 4.5), for a job that is known to be completed. */
	async getResult(jobId: string, options: CallOptions = {}): Promise<Result> {
		const path = `${buildJobPath(jobId)}/result`;
		const answer = { fields: { result_url: isText }, address: 'result_url' };
		const job = ofJob(jobId);
		const call = { request: 'getResult', path, ...answer } as const;
		const result = await this.call<Result>(call, { job, ...options });
		this.runtime.secrets.addPresigned(result.result_url);
		return result;
	}

	private async call<T extends object>(call: Call, options: CallOptions): Promise<T> {
		const { value } = await this.callWithDate<T>(call, options);
		return value;
	}

	private async callWithDate<T extends object>(
		call: Call,
		options: CallOptions,
	): Promise<Dated<T>> {
		const { apiKey, runtime } = this;
		const repetition = { request: call.request, apiKey, ...options };
		return await repeat(
			runtime,
			repetition,
			async () => await this.tryCall<T>(call, options.deadline),
		);
	}

	private async tryCall<T extends object>(
		call: Call,
		deadline = Infinity,
	): Promise<Answer<Dated<T>>> {
		const { runtime } = this;
		const { body, path } = call;
		const { apiTimeoutMs, lastCallMs, maxAnswerBytes } = runtime.limits.transfer;
		const timeoutMs = Math.min(apiTimeoutMs, Math.max(deadline - runtime.now(), lastCallMs));
		const request = {
			method: body === undefined ? 'GET' : 'POST',
			url: runtime.baseUrl + path,
			headers: { Accept: 'application/json', ...(body && JSON_BODY), ...call.headers },
			body,
			timeoutMs,
		} as const;
		const getBounds = () => ({ silenceMs: timeoutMs, totalMs: timeoutMs });
		// Stop needs no signal here: n8n itself ends its calls with the credential.
		const answer = await runUnderWatch(runtime, undefined, getBounds, async (watch) => {
			return await sendRequest(watch, maxAnswerBytes, async () => await runtime.callApi(request));
		});
		const read = answer.ok ? readAnswer<T>(call, answer.value, runtime) : answer;
		if (read.ok || isOutage(read.failure)) this.apiKey.isReachable = true;
		const date =
			answer.ok && isOwnAnswer(read) ? this.recordDate(answer.value.headers.date) : undefined;
		return read.ok ? { ok: true, value: { value: read.value, date } } : read;
	}

	/** @returns the date (epoch ms), if it can be read */
	private recordDate(header: unknown): number | undefined {
		const parsed = Date.parse(String(header));
		const date = Number.isNaN(parsed) ? undefined : parsed;
		if (this.memory.firstDate === undefined) this.memory.firstDate = date ?? null;
		this.lastDate = date ?? this.lastDate;
		return date;
	}
}

/** An answer, and its `Date` header (epoch ms). */
interface Dated<T> {
	value: T;
	date: number | undefined;
}

/** Whether the service itself has answered (interface 2.5), and no proxy in front of it, whose clock may differ. */
function isOwnAnswer(answer: Answer<unknown>): boolean {
	if (answer.ok) return true;
	const { failure } = answer;
	return failure.kind === 'status' && failure.type !== undefined && failure.message !== undefined;
}

/**
 * Whether a server is at the address and does not work now. At a mistyped address, there is no server, or one that
 * answers something else.
 */
function isOutage(failure: Failure): boolean {
	if (failure.kind === 'network') return failure.code === 'ECONNRESET';
	return failure.kind === 'status' && failure.statusCode >= 500;
}

const JSON_BODY = { 'Content-Type': 'application/json' };

function buildJobPath(jobId: string): string {
	return `/v1/jobs/${encodeURIComponent(jobId)}`;
}

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Upload = Schemas['Upload'];
export type Job = Schemas['Job'];
export type JobOptions = Schemas['JobOptions'];
export type JobSubmission = Schemas['JobSubmission'];
export type Result = Schemas['Result'];

/** The job that a submission has named, and the `Date` header of that answer (epoch ms). */
export interface SubmittedJob {
	job: Job;
	date: number | undefined;
}

/** n8n stores IDs with the execution, and a person may have to copy one. */
const MAX_ID_LENGTH = 1_000;

/**
 * Whether this ID can be used in a path (interface 4.4), exactly as it is. `.` and `..` survive the encoding and
 * change the path. Half a surrogate pair cannot be encoded, control characters break log lines, and blanks alone
 * look like an empty field.
 */
export function isJobId(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value.trim() !== '' &&
		value.length <= MAX_ID_LENGTH &&
		!/^\.\.?$|[\p{Surrogate}\p{Cc}]/u.test(value)
	);
}

/** Most credits that a document can cost: no PDF reader opens a file of more pages. */
const MAX_CREDITS = 1_000_000;

/** The credits that a job has cost: a whole number; undefined for anything else. */
export function readCredits(job: Job): number | undefined {
	const used: unknown = job.credits_used;
	const isCost = Number.isInteger(used) && Number(used) >= 0 && Number(used) <= MAX_CREDITS;
	return isCost ? Number(used) : undefined;
}

/**
 * The facts of a job that errors name. Apart from the ID, the service cannot put a text of its own into them: an
 * invalid charge is left out, and `readJobState` limits the state.
 */
export function toJobFacts(job: Job): Facts {
	const creditsUsed = readCredits(job);
	return { ...ofJob(job.id), jobStatus: readJobState(job), creditsUsed };
}

export function hasEnded({ status }: { status: string }): boolean {
	return status === 'completed' || status === 'failed';
}

const STATE_PATTERN = /^[a-z][a-z_-]{0,29}$/;

/**
 * The state of a job, for messages and records. The interface (3) has three states, and later versions may have more.
 * The node waits for a job in any state but `completed` and `failed`. What is no short word in lower case is
 * `processing`.
 */
export function readJobState(job: Job): string {
	const status: unknown = job.status;
	return typeof status === 'string' && STATE_PATTERN.test(status) ? status : 'processing';
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
/** Long keys are refused, because the ledger stores the key until a job is named. */
const isUploadKey = (value: unknown) =>
	typeof value === 'string' && value !== '' && value.length <= 2 * MAX_ID_LENGTH;
const isTextMap = (value: unknown) =>
	isObject(value) && Object.values(value).every((entry) => typeof entry === 'string');

/** Reads an answer: its body if the status is successful, else the failure. */
function readAnswer<T extends object>(
	{ address, fields, jobId }: Call,
	response: HttpResponse,
	{ baseUrl, secrets }: Pick<Runtime, 'baseUrl' | 'secrets'>,
): Answer<T> {
	if (!isSuccess(response)) return fail(createStatusFailure(response, secrets));
	const { body } = response;
	const value = parseJson(body);
	// The reason has only the client's own words. It is logged, and the service could otherwise write into the log.
	if (!isObject(value)) return createUnreadable(looksLikeHtml(body) ? WEB_PAGE : 'no JSON');
	const isRight = ([name, isValid]: [string, (given: unknown) => boolean]) => isValid(value[name]);
	const wrong = Object.entries(fields).find((field) => !isRight(field));
	if (wrong) {
		const reason = `field "${wrong[0]}" is missing or has the wrong type`;
		const isOfService = Object.entries(fields).some(isRight);
		return fail({ kind: 'unreadable', reason, ...(isOfService && { isOfService }) });
	}
	if (jobId !== undefined && value.id !== jobId) return createUnreadable('it is about another job');
	// What no call has asked for may be anything, also a secret.
	const isAskedFor = (name: string) => Object.hasOwn(fields, name);
	// These are used again as they are, so redaction must not change them: IDs, and a presigned address or form in the
	// answer to which it belongs.
	const exact = ['id', 'key', ...(address === undefined ? [] : [address, 'fields'])].filter(
		isAskedFor,
	);
	const textsOf = (given: unknown) => (isObject(given) ? Object.entries(given).flat() : [given]);
	const repeating = exact.find((name) => textsOf(value[name]).some((text) => secrets.isIn(text)));
	if (repeating !== undefined) return createUnreadable(`field "${repeating}" repeats the API key`);
	const refused = address && checkAddress(address, String(value[address]), baseUrl);
	if (refused) return fail(refused);
	const kept = Object.fromEntries(exact.map((name) => [name, value[name]]));
	return { ok: true, value: { ...limitAnswer(value, secrets), ...kept } as T };
}

/** Nesting levels of an answer that are passed on: n8n cannot store much deeper data. */
const MAX_LEVELS = 20;
/** Fields or entries of one object or list that are passed on. */
const MAX_ENTRIES = 100;

/**
 * Limits what is passed on of an answer. Long texts and lists are cut, because n8n stores the answer with the
 * execution. Secrets are replaced, because a server may repeat what was sent to it.
 */
function limitAnswer(value: Record<string, unknown>, secrets: Secrets): Record<string, unknown> {
	const limit = (each: unknown, levels: number): unknown => {
		if (typeof each === 'string') return secrets.redact(each, MAX_LENGTH.passedOn);
		if (typeof each !== 'object' || each === null) return each;
		if (levels === 0) return null;
		if (Array.isArray(each)) return each.slice(0, MAX_ENTRIES).map((one) => limit(one, levels - 1));
		return limitFields(each, levels);
	};
	const limitFields = (fields: object, levels: number) =>
		Object.fromEntries(
			Object.entries(fields)
				.slice(0, MAX_ENTRIES)
				.map(([name, each]) => [secrets.redact(name, MAX_LENGTH.word), limit(each, levels - 1)]),
		);
	return limitFields(value, MAX_LEVELS);
}
