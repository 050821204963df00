import { serverOf, TagPdfError } from '../errors';
import type { Runtime } from '../runtime';
import type { Job, Service } from '../service';
import type { Guard, Sent } from './budget';
import type { SubmissionRecord, SubmissionRecords } from './records';
import { keyOf } from './submissionId';

/** Sends submissions, each with its record kept before and after it; the same one never twice at once. */
export class Sender {
	/** Submissions under way in this process, by submission ID. */
	private readonly underWay = new Map<string, Promise<Job | undefined>>();

	/** @param signal ends the tries of a submission that the service has not accepted */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly records: SubmissionRecords,
		private readonly guard: Guard,
		private readonly signal: AbortSignal,
	) {}

	/**
	 * Takes up what was submitted before: the known job, or the very same submission again.
	 *
	 * @returns undefined when there is nothing to take up, or the upload behind it has expired: a new
	 * upload under the same key keeps the price at one
	 */
	async resume(id: string, patientUntil?: number): Promise<Job | undefined> {
		const record = this.records.get(id);
		if (record?.jobId !== undefined) {
			const job = { jobId: record.jobId, jobExists: true };
			return await this.service.getJob(record.jobId, { job, patientUntil, signal: this.signal });
		}
		if (record?.body === undefined || this.lacksPages(record)) return undefined;
		const send = async () => ({ job: await this.send(id, record), isCharged: true });
		return await this.guarded(id, record, send).catch((error: unknown) => {
			if (!(error instanceof TagPdfError && error.code === 'INVALID_REQUEST')) throw error;
			delete record.body;
			return undefined;
		});
	}

	/**
	 * Sends a new submission, with the consent of the budget.
	 *
	 * @param isCharged tells a job that is made now from one that was there before
	 */
	async submit(
		id: string,
		submission: SubmissionRecord,
		isCharged: (job: Job) => boolean,
	): Promise<Job> {
		return await this.guarded(id, submission, async () => {
			const job = await this.send(id, this.records.plan(id, { ...submission }));
			return { job, isCharged: isCharged(job) };
		});
	}

	private async guarded(
		id: string,
		{ pages, sent = false }: SubmissionRecord,
		send: () => Promise<Sent>,
	): Promise<Job> {
		return await this.guard.consent({ id, pages, mayExist: sent }, send);
	}

	/** There was no budget when it was planned: the document is read again, and its pages are counted. */
	private lacksPages({ pages, sent }: SubmissionRecord): boolean {
		return this.guard.counts && sent !== true && pages === undefined;
	}

	private async send(id: string, record: SubmissionRecord): Promise<Job> {
		const { body = '', sent: sentBefore = false } = record;
		const key = keyOf(id);
		record.sent = true;
		const job = await this.service
			.submitJob(body, key, { signal: this.signal })
			.then((given) => this.unrivalled(id, given))
			.catch((error: unknown) => {
				throw notAccepted(error, record, sentBefore, key);
			});
		this.records.accepted(id, job);
		return job;
	}

	/** @throws TagPdfError for a job that another document has: it would give both the same PDF */
	private unrivalled(id: string, job: Job): Job {
		const rival = this.records.rivalFor(job.id, id);
		if (rival === undefined) return job;
		const reason = `it gives job ${job.id} to two submissions, under the keys ${keyOf(rival)} and ${keyOf(id)}`;
		throw new TagPdfError('UNEXPECTED_ANSWER', {
			request: 'submitJob',
			server: serverOf(this.runtime.baseUrl),
			failure: { kind: 'unreadable', reason },
			unanswered: true,
		});
	}

	/** Joins the work on a submission that is under way, or begins it. */
	async share(id: string, obtain: () => Promise<Job | undefined>): Promise<Job | undefined> {
		const shared = this.underWay.get(id);
		if (shared) return await shared;
		const own = obtain();
		this.underWay.set(id, own);
		try {
			return await own;
		} finally {
			this.underWay.delete(id);
		}
	}
}

/** Notes whether a job may exist all the same, and then tells the key: it is the way to that job. */
function notAccepted(
	error: unknown,
	record: SubmissionRecord,
	sentBefore: boolean,
	key: string,
): unknown {
	if (!(error instanceof TagPdfError)) return error;
	const unanswered = sentBefore || error.facts.unanswered === true;
	record.sent = unanswered;
	// A conflict has words of its own for what may exist.
	if (!unanswered || error.code === 'CONFLICT') return error;
	const keyLasts = record.journaled !== undefined;
	const facts = { ...error.facts, unanswered, idempotencyKey: key, keyLasts };
	return new TagPdfError(error.code, facts, { cause: error.cause });
}
