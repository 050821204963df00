import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../api/errors';
import type { SandboxOptions } from '../options';
import type { JobRecord } from './job';

interface Entry {
	submission: unknown;
	/** Null while the job is being created. */
	job: JobRecord | null;
	/** What the first answer said of its cost. */
	creditsUsed?: number;
}

/**
 * The Idempotency-Keys of each account (interface 4.3). A repeat gets the first job, or 409 while that job
 * is still being created.
 */
export class Idempotency {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly reading: SandboxOptions['idempotency']) {}

	/**
	 * @param submission the body, which is compared with a repeat's; the order of its keys does not matter
	 * @param create creates the job and charges for it; if it throws, the key is free again
	 * @throws ApiError 409 while the job is being created, or on another body under `conflict`
	 */
	async once(
		accountId: string,
		key: string,
		submission: unknown,
		create: () => Promise<JobRecord>,
	): Promise<JobRecord> {
		const name = nameOf(accountId, key);
		const first = this.entries.get(name);
		if (first === undefined) return await this.create(name, submission, create);
		if (this.reading === 'conflict' && !isDeepStrictEqual(first.submission, submission))
			throw new ApiError(409, 'This Idempotency-Key was used with another request body.');
		if (first.job === null) throw new ApiError(409, 'The job is still being created.');
		// The first answer showed a job that had just begun.
		if (this.reading !== 'replay') return first.job;
		const { creditsUsed = first.job.creditsUsed, job } = first;
		return { ...job, status: 'processing', creditsUsed };
	}

	/** Frees the key of a forgotten job. */
	forget(job: JobRecord): void {
		const name = nameOf(job.accountId, job.idempotencyKey ?? '');
		if (this.entries.get(name)?.job === job) this.entries.delete(name);
	}

	clear(): void {
		this.entries.clear();
	}

	private async create(name: string, submission: unknown, create: () => Promise<JobRecord>) {
		const entry: Entry = { submission, job: null };
		this.entries.set(name, entry);
		try {
			entry.job = await create();
			entry.creditsUsed = entry.job.creditsUsed;
			return entry.job;
		} catch (error) {
			this.entries.delete(name);
			throw error;
		}
	}
}

function nameOf(accountId: string, key: string): string {
	return JSON.stringify([accountId, key]);
}
