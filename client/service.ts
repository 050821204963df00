import type { components } from '../contract/service';

import { isLoopback, parseHttpUrl } from './address';
import {
	type Answer,
	createStatusFailure,
	createUnreadable,
	fail,
	type Failure,
	isObject,
	isSuccess,
	MAX_LENGTH,
	mayHaveTakenEffect,
	parseJson,
	redact,
	type RequestName,
	toText,
} from './failure';
import { runUnderWatch, sendRequest } from './http';
import { getKeyMemory, type KeyMemory, repeat, type Repetition } from './retry';
import type { HttpResponse, Runtime } from './runtime';

/** `signal` ends the pauses between tries. Only Stop ends a call in flight. */
export type CallOptions = Omit<Repetition, 'request' | 'key'>;

interface Call {
	request: RequestName;
	path: string;
	headers?: Record<string, string>;
	/** Calls with a body are POST, all others GET. */
	body?: string;
	/** The fields of the answer that the client needs. Those that it only passes on are not checked. */
	fields: Record<string, (value: unknown) => boolean>;
	/** Name of a field with an address that the client will call. */
	address?: string;
	/** The job that the answer must be about: the PDF of any other would be another document. */
	jobId?: string;
}

/** Facts about the service that an execution remembers. */
export interface ServiceMemory {
	/** The `Date` header of the service's first answer (epoch ms); null if it has none that can be read. */
	firstDate?: number | null;
}

/**
 * The five calls of the interface (section 4). Each one follows the retry table, waits for the rate window of
 * its API key, and throws a `TagPdfError` when its tries end.
 */
export class Service {
	private readonly dates = new WeakMap<object, number>();
	private readonly key: KeyMemory;

	/** @param memory is kept for all calls of one execution */
	constructor(
		private readonly runtime: Runtime,
		private readonly memory: ServiceMemory = {},
	) {
		this.key = getKeyMemory(runtime.rateGateKey);
	}

	/** GET /v1/me (interface 4.1); free. */
	async getAccount(options: CallOptions = {}): Promise<Account> {
		const fields = { credits_available: Number.isInteger };
		return await this.call<Account>({ request: 'getAccount', path: '/v1/me', fields }, options);
	}

	/** POST /v1/uploads (interface 4.2); free. */
	async createUpload(filename: string, options: CallOptions = {}): Promise<Upload> {
		const request = 'createUpload';
		const fields = { upload_url: isText, fields: isTextMap, key: isText };
		const answer = { fields, address: 'upload_url' };
		const body = JSON.stringify({ filename });
		return await this.call<Upload>({ request, path: '/v1/uploads', body, ...answer }, options);
	}

	/**
	 * POST /v1/jobs (interface 4.3); charges 1 credit per page, once per idempotency key.
	 *
	 * @param body a JobSubmission as JSON; a retry sends exactly the same bytes
	 * @returns the job; `isFirstAnswer` if no request before the answered one may have made it
	 */
	async submitJob(body: string, idempotencyKey: string, options: CallOptions = {}) {
		const headers = { 'Idempotency-Key': idempotencyKey };
		// A new job is paid for, so its ID is kept even if other fields are wrong.
		const answer = { fields: { id: isJobId } };
		const call = { request: 'submitJob', path: '/v1/jobs', headers, body, ...answer } as const;
		let isFirstAnswer = true;
		const job = await this.call<Job>(call, options, (failure) => {
			// A conflict is with a job that is being made.
			const isConflict = failure.kind === 'status' && failure.statusCode === 409;
			if (isConflict || mayHaveTakenEffect(failure)) isFirstAnswer = false;
		});
		return { job, isFirstAnswer };
	}

	/** The `Date` header of the answer that named this job (epoch ms). */
	getDateOf(job: Job): number | undefined {
		return this.dates.get(job);
	}

	/**
	 * GET /v1/jobs/{id} (interface 4.4).
	 *
	 * @param options `job` has the known facts of the job. Without it, nothing confirms the ID
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
		const job = { jobId, jobExists: true };
		return await this.call<Result>({ request: 'getResult', path, ...answer }, { job, ...options });
	}

	private async call<T extends object>(
		call: Call,
		options: CallOptions,
		onFailure?: (failure: Failure) => void,
	): Promise<T> {
		const { key, runtime } = this;
		const repetition = { request: call.request, key, ...options };
		return await repeat(runtime, repetition, async () => {
			const answer = await this.tryCall<T>(call, options.deadline);
			if (!answer.ok) onFailure?.(answer.failure);
			return answer;
		});
	}

	private async tryCall<T extends object>(call: Call, deadline = Infinity): Promise<Answer<T>> {
		const { memory, runtime } = this;
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
		if (!answer.ok) return answer;
		const date = Date.parse(String(answer.value.headers.date));
		if (memory.firstDate === undefined) memory.firstDate = Number.isNaN(date) ? null : date;
		if (!isSuccess(answer.value)) return fail(createStatusFailure(answer.value, runtime.secrets));
		const result = readAnswer<T>(call, answer.value, runtime);
		if (result.ok) this.key.hasAnswered = true;
		if (result.ok && !Number.isNaN(date)) this.dates.set(result.value, date);
		return result;
	}
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

/** Longer addresses are refused by servers. */
const MAX_ID_LENGTH = 8_000;

/**
 * Whether this ID can be used in a path (interface 4.4). `.` and `..` survive the encoding and change the
 * path. Half a surrogate pair cannot be encoded, and control characters break log lines.
 */
export function isJobId(value: unknown): value is string {
	return (
		typeof value === 'string' &&
		value !== '' &&
		value.length <= MAX_ID_LENGTH &&
		!/^\.\.?$|[\p{Surrogate}\p{Cc}]/u.test(value)
	);
}

export function hasEnded({ status }: Job): boolean {
	return status === 'completed' || status === 'failed';
}

const STATE_PATTERN = /^[a-z][a-z_-]{0,29}$/;

/**
 * The state of a job, for messages and records. The interface (3) has three states, and later versions may
 * have more. The node waits for all but `completed` and `failed` as for `processing`.
 */
export function readJobState(job: Job): string {
	const status: unknown = job.status;
	return typeof status === 'string' && STATE_PATTERN.test(status) ? status : 'processing';
}

export const WEB_PAGE = 'a web page came back';

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isTextMap = (value: unknown) =>
	isObject(value) && Object.values(value).every((entry) => typeof entry === 'string');

/** Reads the body of an answer with a successful status. */
function readAnswer<T extends object>(
	{ address, fields, jobId }: Call,
	{ body, headers }: HttpResponse,
	{ baseUrl, secrets }: Pick<Runtime, 'baseUrl' | 'secrets'>,
): Answer<T> {
	const value = parseJson(body);
	if (!isObject(value)) {
		const type = redact(toText(headers['content-type']) ?? 'no type', secrets, MAX_LENGTH.word);
		return createUnreadable(looksLikeHtml(body) ? WEB_PAGE : `no JSON (${type})`);
	}
	const isRight = ([name, isValid]: [string, (given: unknown) => boolean]) => isValid(value[name]);
	const wrong = Object.entries(fields).find((field) => !isRight(field));
	if (wrong) {
		const reason = `field "${wrong[0]}" is missing or has the wrong type`;
		const isOfService = Object.entries(fields).some(isRight);
		return fail({ kind: 'unreadable', reason, ...(isOfService && { isOfService }) });
	}
	if (jobId !== undefined && value.id !== jobId) return createUnreadable('it is about another job');
	const refused = address && checkAddress(address, String(value[address]), baseUrl);
	return refused ? fail(refused) : { ok: true, value: limitDepth(value) as T };
}

/**
 * Why the client does not call an address that an https answer names: it is not http(s), or it would send a
 * document or its link unencrypted. Between two servers on this machine encryption is not required.
 *
 * @param field what names it, e.g. `result_url`
 * @param from the address that the answer came from
 */
export function checkAddress(field: string, address: string, from: string): Failure | undefined {
	const parsed = parseHttpUrl(address);
	if (!parsed) return { kind: 'address', field, reason: 'is not an http(s) address' };
	const base = new URL(from);
	if (parsed.protocol === 'https:' || base.protocol === 'http:') return undefined;
	if (isLoopback(parsed) && isLoopback(base)) return undefined;
	return { kind: 'address', field, reason: 'is not https' };
}

/** Nesting levels of an answer that are passed on: n8n cannot store much deeper data. */
const MAX_LEVELS = 100;

function limitDepth(value: unknown, levels = MAX_LEVELS): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return null;
	if (Array.isArray(value)) return value.map((each) => limitDepth(each, levels - 1));
	const entries = Object.entries(value).map(([name, each]) => [name, limitDepth(each, levels - 1)]);
	return Object.fromEntries(entries);
}

export function looksLikeHtml(body: string): boolean {
	return /^\s*<(!doctype|html|head|body)\b/i.test(body);
}
