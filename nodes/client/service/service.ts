import {
	isSuccess,
	listPresignedSecrets,
	createRedact,
	readHost,
	createStatusFailure,
	type Answer,
	type Redact,
	type RequestName,
} from '../errors';
import { sendRequest, runUnderWatch } from '../exchange';
import { getRateGate, repeat, Tries, type RateGate, type Repetition } from '../retry';
import type { ByteStream, HttpResponse, Runtime } from '../runtime';
import { readAccount, createJobReader, readNewJob, readResult, readUpload } from './answers';
import type { Account, Job, Result, Upload } from './contract';

/** `signal` ends the pauses between tries. Only Stop ends a call in flight. */
export type CallOptions = Partial<Pick<Repetition, 'signal' | 'deadline' | 'retryUntil' | 'job'>>;

interface Call<T> {
	request: RequestName;
	path: string;
	headers?: Record<string, string>;
	/** Calls with a body are POST, all others GET. */
	body?: string;
	read: (response: HttpResponse, runtime: Runtime) => Answer<T>;
}

/** Equals the most documents that a run can have in flight. */
const MAX_FORMS = 1_000;

/** Facts about the service that an execution remembers. */
export interface ServiceMemory {
	hasAnswered?: boolean;
}

/**
 * The five calls of the interface (section 4). Each one follows the retry table, waits at the rate gate of
 * its API key, and throws a `TagPdfError` when its tries end.
 */
export class Service {
	private readonly gate: RateGate;
	/** Remove the secrets of the latest upload forms from errors, which may repeat them. */
	private readonly formRedacts: Redact[] = [];
	/** Times of submission by job ID, in epoch milliseconds. */
	private readonly submissions = new Map<string, number>();

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
		const upload = await this.call({ ...call, body: JSON.stringify({ filename }) }, options);
		this.rememberSecrets(upload, filename);
		return upload;
	}

	/**
	 * POST /v1/jobs (interface 4.3); charges 1 credit per page, once per idempotency key.
	 *
	 * @param body a JobSubmission as JSON; a retry sends exactly the same bytes
	 */
	async submitJob(body: string, idempotencyKey: string, options: CallOptions = {}): Promise<Job> {
		const call = { request: 'submitJob', path: '/v1/jobs', read: readNewJob } as const;
		const headers = { 'Idempotency-Key': idempotencyKey };
		const job = await this.call({ ...call, headers, body }, options);
		this.submissions.set(job.id, this.runtime.now());
		return job;
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
		const call = createJobCall(jobId);
		const tryCall = async () => await this.tryCall(call, options);
		return new Tries(this.runtime, this.createRepetition(call, options), tryCall);
	}

	/** GET /v1/jobs/{id}/result (interface 4.5), for a job that is known to be completed. */
	async getResult(jobId: string, options: CallOptions = {}): Promise<Result> {
		const path = `${buildJobPath(jobId)}/result`;
		const job = { jobId, jobExists: true };
		return await this.call({ request: 'getResult', path, read: readResult }, { job, ...options });
	}

	/** Errors may name the upload's key and the file's name, which are not secret. */
	private rememberSecrets({ upload_url: url, fields, key }: Upload, filename: string): void {
		const secrets = listPresignedSecrets(url, fields);
		const hidden = secrets.filter((secret) => secret !== key && secret !== filename);
		this.formRedacts.push(createRedact(hidden));
		if (this.formRedacts.length > MAX_FORMS) this.formRedacts.shift();
	}

	private async call<T>(call: Call<T>, options: CallOptions): Promise<T> {
		const tryCall = async () => await this.tryCall(call, options);
		return await repeat(this.runtime, this.createRepetition(call, options), tryCall);
	}

	private createRepetition<T>(
		{ request }: Call<T>,
		{ signal, ...options }: CallOptions,
	): Repetition {
		const { gate, hasAnswered, runtime } = this;
		const getServer = () => readHost(runtime.baseUrl);
		return { ...options, request, signal: signal ?? runtime.signal, getServer, gate, hasAnswered };
	}

	private async tryCall<T>(call: Call<T>, { deadline }: CallOptions): Promise<Answer<T>> {
		const { runtime } = this;
		const { apiTimeoutMs, lastCallMs, maxAnswerBytes } = runtime.limits.transfer;
		const left = (deadline ?? Number.POSITIVE_INFINITY) - runtime.now();
		const longest = Math.min(apiTimeoutMs, Math.max(left, lastCallMs));
		const bounds = { getMaxSilenceMs: () => longest, getMaxTotalMs: () => longest };
		// Stop needs no signal here: n8n itself ends its calls with the credential.
		const answer = await runUnderWatch(runtime, undefined, bounds, async (watch) => {
			return await sendRequest(watch, maxAnswerBytes, async () => await this.send(call, longest));
		});
		if (!answer.ok) return answer;
		if (isSuccess(answer.value)) {
			const read = call.read(answer.value, runtime);
			if (read.ok) this.memory.hasAnswered = true;
			return read;
		}
		const redact: Redact = (text) =>
			this.formRedacts.reduce((shown, hide) => hide(shown), runtime.redact(text));
		return { ok: false, failure: createStatusFailure(answer.value, redact) };
	}

	private async send<T>(
		{ path, headers, body }: Call<T>,
		timeoutMs: number,
	): Promise<HttpResponse<ByteStream>> {
		return await this.runtime.callApi({
			method: body === undefined ? 'GET' : 'POST',
			url: this.runtime.baseUrl + path,
			headers: {
				Accept: 'application/json',
				...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
				...headers,
			},
			body,
			timeoutMs,
		});
	}
}

function createJobCall(jobId: string): Call<Job> {
	return { request: 'getJob', path: buildJobPath(jobId), read: createJobReader(jobId) };
}

function buildJobPath(jobId: string): string {
	return `/v1/jobs/${encodeURIComponent(jobId)}`;
}
