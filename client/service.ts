import type { components } from '../contract/service';

import { isLoopback, parseHttpUrl } from './address';
import {
	type Answer,
	cleanOutsideText,
	createRedact,
	createStatusFailure,
	createUnreadable,
	fail,
	type Failure,
	isObject,
	isSuccess,
	MAX_LENGTH,
	mayHaveTakenEffect,
	parseJson,
	readHost,
	type Redact,
	type RequestName,
} from './failure';
import { runUnderWatch, sendRequest } from './http';
import { getRateGate, type RateGate, repeat, type Repetition, Tries } from './retry';
import type { HttpResponse, Runtime } from './runtime';

/** `signal` ends the pauses between tries. Only Stop ends a call in flight. */
export type CallOptions = Partial<
	Pick<Repetition, 'signal' | 'deadline' | 'retryUntil' | 'askAgainMs' | 'job'>
>;

interface Call<T extends object> {
	request: RequestName;
	path: string;
	headers?: Record<string, string>;
	/** Calls with a body are POST, all others GET. */
	body?: string;
	read: (response: HttpResponse, runtime: Runtime) => Answer<T>;
}

/** The job of a submission. */
export interface SubmittedJob {
	job: Job;
	/** No request before the answered one may have made the job. */
	isFirstAnswer: boolean;
}

/** Facts about the service that an execution remembers. */
export interface ServiceMemory {
	hasAnswered?: boolean;
	/** The `Date` header of the service's first answer (epoch ms); null if it has none that can be read. */
	firstDate?: number | null;
}

/**
 * The five calls of the interface (section 4). Each one follows the retry table, waits at the rate gate of
 * its API key, and throws a `TagPdfError` when its tries end.
 */
export class Service {
	private readonly gate: RateGate;
	/** Times of submission by job ID, in epoch milliseconds. */
	private readonly submissions = new Map<string, number>();
	private readonly dates = new WeakMap<object, number>();

	/** @param memory is kept for all calls of one execution */
	constructor(
		private readonly runtime: Runtime,
		private readonly memory: ServiceMemory = {},
	) {
		this.gate = getRateGate(runtime.rateGateKey);
	}

	/** Whether any call of this execution has succeeded. */
	readonly hasAnswered = (): boolean => this.memory.hasAnswered === true;

	/** GET /v1/me (interface 4.1); free. */
	async getAccount(options: CallOptions = {}): Promise<Account> {
		return await this.call({ request: 'getAccount', path: '/v1/me', read: readAccount }, options);
	}

	/** POST /v1/uploads (interface 4.2); free. */
	async createUpload(filename: string, options: CallOptions = {}): Promise<Upload> {
		const call = { request: 'createUpload', path: '/v1/uploads', read: readUpload } as const;
		return await this.call({ ...call, body: JSON.stringify({ filename }) }, options);
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
		const path = '/v1/jobs';
		const call = { request: 'submitJob', path, headers, body, read: readNewJob } as const;
		const [repetition, tryCall] = this.prepare(call, options);
		let isFirstAnswer = true;
		const job = await repeat(this.runtime, repetition, async () => {
			const answer = await tryCall();
			isFirstAnswer &&=
				answer.ok || !(mayHaveTakenEffect(answer.failure) || isConflict(answer.failure));
			return answer;
		});
		this.submissions.set(job.id, this.runtime.now());
		return { job, isFirstAnswer };
	}

	/** The `Date` header of the answer that named this job (epoch ms). */
	getDateOf(job: Job): number | undefined {
		return this.dates.get(job);
	}

	/** When the service accepted this job (epoch ms); undefined for jobs of other runs. */
	getSubmissionTime(jobId: string): number | undefined {
		return this.submissions.get(jobId);
	}

	/**
	 * GET /v1/jobs/{id} (interface 4.4).
	 *
	 * @param options `job` has the known facts of the job. Without it, nothing confirms the ID
	 */
	async getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
		return await this.call(createJobCall(jobId), { job: { jobId }, ...options });
	}

	/** The same call, for a caller that has something else to do between two tries. */
	createJobTries(jobId: string, options: CallOptions): Tries<Job> {
		return new Tries(this.runtime, ...this.prepare(createJobCall(jobId), options));
	}

	/** GET /v1/jobs/{id}/result (interface 4.5), for a job that is known to be completed. */
	async getResult(jobId: string, options: CallOptions = {}): Promise<Result> {
		const path = `${buildJobPath(jobId)}/result`;
		const job = { jobId, jobExists: true };
		return await this.call({ request: 'getResult', path, read: readResult }, { job, ...options });
	}

	private async call<T extends object>(call: Call<T>, options: CallOptions): Promise<T> {
		return await repeat(this.runtime, ...this.prepare(call, options));
	}

	/** What decides how long a call is retried, and one try of it. */
	private prepare<T extends object>(
		call: Call<T>,
		{ signal, ...options }: CallOptions,
	): [Repetition, () => Promise<Answer<T>>] {
		const { gate, hasAnswered, runtime } = this;
		const server = { getServer: () => readHost(runtime.baseUrl), gate, hasAnswered };
		const repetition = { ...options, ...server, request: call.request };
		return [
			{ ...repetition, signal: signal ?? runtime.signal },
			async () => await this.tryCall(call, options.deadline),
		];
	}

	private async tryCall<T extends object>(
		{ body, headers, path, read }: Call<T>,
		deadline = Number.POSITIVE_INFINITY,
	): Promise<Answer<T>> {
		const { memory, runtime } = this;
		const { apiTimeoutMs, lastCallMs, maxAnswerBytes } = runtime.limits.transfer;
		const timeoutMs = Math.min(apiTimeoutMs, Math.max(deadline - runtime.now(), lastCallMs));
		const request = {
			method: body === undefined ? 'GET' : 'POST',
			url: runtime.baseUrl + path,
			headers: { Accept: 'application/json', ...(body && JSON_BODY), ...headers },
			body,
			timeoutMs,
		} as const;
		const bounds = { getMaxSilenceMs: () => timeoutMs, getMaxTotalMs: () => timeoutMs };
		// Stop needs no signal here: n8n itself ends its calls with the credential.
		const answer = await runUnderWatch(runtime, undefined, bounds, async (watch) => {
			return await sendRequest(watch, maxAnswerBytes, async () => await runtime.callApi(request));
		});
		if (!answer.ok) return answer;
		const date = Date.parse(String(answer.value.headers.date));
		if (memory.firstDate === undefined) memory.firstDate = Number.isNaN(date) ? null : date;
		if (!isSuccess(answer.value))
			return fail(createStatusFailure(answer.value, createRedact(runtime.secrets)));
		const result = read(answer.value, runtime);
		if (result.ok) memory.hasAnswered = true;
		if (result.ok && !Number.isNaN(date)) this.dates.set(result.value, date);
		return result;
	}
}

const JSON_BODY = { 'Content-Type': 'application/json' };

function createJobCall(jobId: string): Call<Job> {
	return { request: 'getJob', path: buildJobPath(jobId), read: createJobReader(jobId) };
}

/** A job was being made already. */
function isConflict(failure: Failure): boolean {
	return failure.kind === 'status' && failure.statusCode === 409;
}

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

/** Longest answer with an address, and its form: S3's have a few kB. All of it is secret, and searched for. */
const MAX_ADDRESS_LENGTH = 64 * 1024;
const TOO_LONG = 'it is longer than 64 kB';

export const WEB_PAGE = 'a web page came back';

/** The parts of the runtime that reading an answer needs. */
type Reader = Pick<Runtime, 'baseUrl' | 'secrets'>;

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
function createJobReader(jobId: string) {
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
	return ({ body, headers }: HttpResponse, { baseUrl, secrets }: Reader): Answer<T> => {
		if (address !== undefined && body.length > MAX_ADDRESS_LENGTH)
			return createUnreadable(TOO_LONG);
		const value = parseJson(body);
		if (!isObject(value)) {
			const type = readContentType(headers, createRedact(secrets));
			return createUnreadable(looksLikeHtml(body) ? WEB_PAGE : `no JSON (${type})`);
		}
		const wrong = Object.keys(checks).find((name) => checks[name]?.(value[name]) !== true);
		if (wrong !== undefined)
			return createUnreadable(`field "${wrong}" is missing or has the wrong type`);
		const refused = address && checkAddress(address, String(value[address]), baseUrl);
		return refused ? fail(refused) : { ok: true, value: limitDepth(value) as T };
	};
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
	return isLoopback(parsed) && isLoopback(base)
		? undefined
		: { kind: 'address', field, reason: 'is not https' };
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

export function readContentType(
	{ 'content-type': type }: HttpResponse['headers'],
	redact: Redact,
): string {
	return cleanOutsideText(type, redact, MAX_LENGTH.word) ?? 'no type';
}

export function looksLikeHtml(body: string): boolean {
	return /^\s*<(!doctype|html|head|body)\b/i.test(body);
}
