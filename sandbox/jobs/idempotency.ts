import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../api/errors';
import type { SandboxOptions } from '../options';
import type { JobRecord } from './job';

interface Entry {
	/** Milliseconds since the epoch. */
	firstUsedAt: number;
	submission: unknown;
	/** Null while the job is being created, and if it was refused. */
	job: JobRecord | null;
	/** What the first answer said of its cost. */
	creditsUsed?: number;
	/** Under `storeRefusals`: why there is no job. */
	refusal?: ApiError;
}

/**
 * The Idempotency-Keys of each account (interface 4.3). A repeat gets the first job, or 409 while that job
 * is still being created.
 */
export class Idempotency {
	private readonly entries = new Map<string, Entry>();

	constructor(
		private readonly options: Pick<
			SandboxOptions,
			'idempotency' | 'keyExpirySeconds' | 'now' | 'storeRefusals'
		>,
	) {}

	/**
	 * @param submission the body, which is compared with a repeat's; the order of its keys does not matter
	 * @param create creates the job and charges for it; if it throws, the key is free again, unless refusals are stored
	 * @throws ApiError 409 while the job is being created, or on another body under `conflict`; a stored refusal
	 */
	async once(
		accountId: string,
		key: string,
		submission: unknown,
		create: () => Promise<JobRecord>,
	): Promise<JobRecord> {
		const { idempotency } = this.options;
		const name = nameOf(accountId, key);
		const first = this.find(name);
		if (first === undefined) return await this.create(name, submission, create);
		if (idempotency === 'conflict' && !isDeepStrictEqual(first.submission, submission))
			throw new ApiError(409, 'This Idempotency-Key was used with another request body.');
		if (first.refusal) throw first.refusal;
		if (first.job === null) throw new ApiError(409, 'The job is still being created.');
		// The first answer showed a job that had just begun.
		if (idempotency !== 'replay') return first.job;
		const { creditsUsed = first.job.creditsUsed, job } = first;
		return { ...job, status: 'processing', creditsUsed };
	}

	/** Frees the key of a forgotten job. */
	forget(job: JobRecord): void {
		const name = nameOf(job.accountId, job.idempotencyKey ?? '');
		if (this.entries.get(name)?.job === job) this.entries.delete(name);
	}

	/** Forgets a single key of an account: its next use makes a new job. */
	forgetKey(accountId: string, key: string): void {
		this.entries.delete(nameOf(accountId, key));
	}

	clear(): void {
		this.entries.clear();
	}

	/** The first use of a key, unless it has expired. */
	private find(name: string): Entry | undefined {
		const { keyExpirySeconds, now } = this.options;
		const entry = this.entries.get(name);
		if (!entry || keyExpirySeconds === 0) return entry;
		const isBeingCreated = entry.job === null && !entry.refusal;
		if (isBeingCreated || now() - entry.firstUsedAt <= keyExpirySeconds * 1000) return entry;
		this.entries.delete(name);
		return undefined;
	}

	private async create(name: string, submission: unknown, create: () => Promise<JobRecord>) {
		const { now, storeRefusals } = this.options;
		const entry: Entry = { firstUsedAt: now(), submission, job: null };
		this.entries.set(name, entry);
		try {
			entry.job = await create();
			entry.creditsUsed = entry.job.creditsUsed;
			return entry.job;
		} catch (error) {
			if (storeRefusals && error instanceof ApiError) entry.refusal = error;
			else this.entries.delete(name);
			throw error;
		}
	}
}

function nameOf(accountId: string, key: string): string {
	return JSON.stringify([accountId, key]);
}
