import {
	isSuccess,
	networkFault,
	readAccount,
	readFault,
	readJob,
	readResult,
	readUpload,
	type Answer,
} from './answers';
import { hostOf } from './baseUrl';
import type { Account, Job, Result, Upload } from './contract';
import type { Fault, Step } from './faults';
import type { Host, HttpResponse } from './host';
import { limits } from './limits';
import { rateGateFor, type RateGate } from './rateGate';
import { repeat } from './repeat';

interface CallOptions {
	/** The job that the call is about, for messages. */
	jobId?: string;
	/** Ends the pauses between tries; a call under way is ended by Stop alone. */
	signal?: AbortSignal;
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
}

interface Call<T> extends CallOptions {
	step: Step;
	method: 'GET' | 'POST';
	path: string;
	headers?: Record<string, string>;
	body?: string;
	read: (response: HttpResponse) => Answer<T>;
}

/**
 * The five calls of the interface (section 4). Each is repeated as the retry table says, waits at
 * the rate gate of its API key, and throws a `TagPdfError` when there is nothing more to try.
 */
export class Service {
	private readonly gate: RateGate;

	constructor(private readonly host: Host) {
		this.gate = rateGateFor(host.rateGateKey);
	}

	/** GET /v1/me (interface 4.1); free. */
	async getAccount(options: CallOptions = {}): Promise<Account> {
		return await this.call({
			...options,
			step: 'getAccount',
			method: 'GET',
			path: '/v1/me',
			read: readAccount,
		});
	}

	/** POST /v1/uploads (interface 4.2); free. */
	async createUpload(filename: string, options: CallOptions = {}): Promise<Upload> {
		return await this.call({
			...options,
			step: 'createUpload',
			method: 'POST',
			path: '/v1/uploads',
			body: JSON.stringify({ filename }),
			read: readUpload,
		});
	}

	/**
	 * POST /v1/jobs (interface 4.3); charges 1 credit per page, once per idempotency key.
	 *
	 * @param body a JobSubmission as JSON; a repeat sends the very same bytes
	 */
	async submitJob(body: string, idempotencyKey: string, options: CallOptions = {}): Promise<Job> {
		return await this.call({
			...options,
			step: 'submitJob',
			method: 'POST',
			path: '/v1/jobs',
			headers: { 'Idempotency-Key': idempotencyKey },
			body,
			read: readJob,
		});
	}

	/** GET /v1/jobs/{id} (interface 4.4). */
	async getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
		return await this.call({
			...options,
			jobId,
			step: 'getJob',
			method: 'GET',
			path: `/v1/jobs/${encodeURIComponent(jobId)}`,
			read: readJob,
		});
	}

	/** GET /v1/jobs/{id}/result (interface 4.5), for a job that is known to be completed. */
	async getResult(jobId: string, options: CallOptions = {}): Promise<Result> {
		return await this.call({
			...options,
			jobId,
			step: 'getResult',
			method: 'GET',
			path: `/v1/jobs/${encodeURIComponent(jobId)}/result`,
			read: readResult,
		});
	}

	private async call<T>(call: Call<T>): Promise<T> {
		const { host, gate } = this;
		const { step, jobId, deadline, signal = host.signal } = call;
		const target = () => hostOf(host.baseUrl);
		const hold = (fault: Fault, pauseMs: number) => {
			const limited = fault.kind === 'status' && fault.statusCode === 429;
			if (limited) gate.holdUntil(host.now() + pauseMs);
			return limited;
		};
		return await repeat(host, { step, signal, jobId, deadline, target, hold }, async () => {
			await this.passGate(signal);
			if (signal?.aborted) return { ok: false, fault: { kind: 'network', code: 'ERR_CANCELED' } };
			return await this.attempt(call);
		});
	}

	private async passGate(signal: AbortSignal | undefined): Promise<void> {
		const remaining = this.gate.remainingMs(this.host.now());
		if (remaining > limits.quietWaitMs) {
			this.host.log('info', `Rate limit: waiting ${Math.ceil(remaining / 1000)} s for the window`);
		}
		await this.gate.pass(this.host, signal);
	}

	private async attempt<T>(call: Call<T>): Promise<Answer<T>> {
		const { host } = this;
		try {
			const response = await host.callApi({
				method: call.method,
				url: host.baseUrl + call.path,
				headers: {
					Accept: 'application/json',
					...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
					...call.headers,
				},
				body: call.body,
				timeoutMs: limits.apiTimeoutMs,
			});
			if (isSuccess(response)) return call.read(response);
			return { ok: false, fault: this.redacted(readFault(response, host.now())) };
		} catch (error) {
			return { ok: false, fault: networkFault(error) };
		}
	}

	private redacted(fault: Fault): Fault {
		return fault.kind === 'status' && fault.message !== undefined
			? { ...fault, message: this.host.redact(fault.message) }
			: fault;
	}
}
