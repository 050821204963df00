import type { Limits } from '../limits';
import { stateOf, type Job } from '../service';
import type { IdempotencyScope } from './idempotencyKey';
import { keyOf } from './submissionId';

/** One submission: to be sent, sent, or known as a job. */
export interface SubmissionRecord {
	/** Mark of the document and the job options it is for. */
	content: string;
	/** The body of POST /v1/jobs, until the job is known: a repeat sends the very same bytes. */
	body?: string;
	/** It has been sent, and no answer has said that no job was made of it. */
	sent?: boolean;
	jobId?: string;
	/** Last state seen. */
	status?: string;
	/** Mark of the document whose chain of generations it belongs to … */
	document?: string;
	/** … and its place in that chain. */
	generation?: number;
	/** Pages of the document, the credits that it is expected to cost; absent where nobody has counted. */
	pages?: number;
	/** The scope by which later runs find its key; absent where the store did not answer. */
	journaled?: IdempotencyScope['scope'];
	/** Never followed by another one. */
	once?: boolean;
}

/** A submission of this run that exists or may exist. */
export interface Submitted {
	slot: string;
	idempotencyKey: string;
	record: SubmissionRecord;
}

/** What a document was submitted as. */
interface SlotRecord {
	fingerprint: string;
	submissionId: string;
}

/** Plain data that somebody keeps; holds no secret and no presigned address. */
export interface StoredSubmissions {
	/** By slot: a document's place in this run, the same when the run is tried again. */
	slots: Record<string, SlotRecord>;
	/** By account and idempotency key, oldest first; shared with other runs. */
	submissions: Record<string, SubmissionRecord>;
}

/**
 * What has been submitted. Whoever keeps it over a second try lets that try go on where the first
 * stopped.
 */
export class SubmissionRecords {
	/** Submissions that are not to be used again: their job had failed before this try began, or is gone. */
	private readonly spent: Set<string>;
	/** Submissions of an earlier try or run. */
	private readonly earlier: Set<string>;
	/** By mark of the document: its submission that is not spent. */
	private readonly byDocument = new Map<string, string>();
	/** IDs of the submissions that have a job: one, or the same in several accounts. */
	private readonly byJob = new Map<string, string[]>();

	constructor(
		private readonly stored: StoredSubmissions,
		private readonly limits: Limits['submission'],
	) {
		const failed: string[] = [];
		for (const [id, record] of Object.entries(stored.submissions)) {
			if (record.status === 'failed') failed.push(id);
			else if (record.document !== undefined) this.byDocument.set(record.document, id);
			if (record.jobId !== undefined) this.index(record.jobId, id);
		}
		this.spent = new Set(failed);
		this.earlier = new Set(Object.keys(stored.submissions));
	}

	/** The submission that an unchanged document has, unless it is spent. */
	submissionOf(slot: string, fingerprint: string): string | undefined {
		const known = this.stored.slots[slot];
		if (known?.fingerprint !== fingerprint) return undefined;
		const { submissionId } = known;
		return this.get(submissionId) && !this.isSpent(submissionId) ? submissionId : undefined;
	}

	/** The submission that this document has in this execution, unless it is spent. */
	ofDocument(document: string): string | undefined {
		return this.byDocument.get(document);
	}

	/** Whether the submission is of an earlier try or run, or may be. */
	isEarlier(submissionId: string): boolean {
		return this.earlier.has(submissionId);
	}

	/** Remembers for this try that the submission may be of an earlier run, or that it is not. */
	noteEarlier(submissionId: string, isEarlier = true): void {
		if (isEarlier) this.earlier.add(submissionId);
		else this.earlier.delete(submissionId);
	}

	/** Whether the submission is not to be used again. */
	isSpent(submissionId: string): boolean {
		return this.spent.has(submissionId);
	}

	/** Leaves a submission: the next one of its document is another. */
	spend(submissionId: string): void {
		this.spent.add(submissionId);
		const { document } = this.get(submissionId) ?? {};
		if (document !== undefined) this.byDocument.delete(document);
	}

	get(submissionId: string): SubmissionRecord | undefined {
		return this.stored.submissions[submissionId];
	}

	/** Remembers what a document is submitted as. */
	remember(slot: string, fingerprint: string, submissionId: string): void {
		this.stored.slots[slot] = { fingerprint, submissionId };
	}

	/** Keeps a submission before it is sent. */
	plan(submissionId: string, planned: SubmissionRecord): SubmissionRecord {
		if (planned.document !== undefined) this.byDocument.set(planned.document, submissionId);
		return (this.stored.submissions[submissionId] = planned);
	}

	/** A submission of another document, or under another key, that this job was given to before. */
	rivalFor(jobId: string, submissionId: string): string | undefined {
		const { content } = this.get(submissionId) ?? {};
		return this.byJob
			.get(jobId)
			?.find(
				(other) => keyOf(other) !== keyOf(submissionId) || this.get(other)?.content !== content,
			);
	}

	/** The submission's job, from the service's answer. */
	accepted(submissionId: string, job: Job): void {
		const record = this.get(submissionId);
		if (!record) return;
		record.jobId = job.id;
		record.status = stateOf(job);
		delete record.body;
		delete record.sent;
		this.index(job.id, submissionId);
	}

	/** Remembers the state of a job, so that errors can tell it and a retry knows that it failed. */
	saw(job: Job): void {
		for (const submissionId of this.byJob.get(job.id) ?? []) {
			const record = this.get(submissionId);
			if (record) record.status = stateOf(job);
		}
	}

	/** By slot, what exists or may exist of this run; documents that share a job each have it. */
	submitted(): Submitted[] {
		return Object.keys(this.stored.slots).flatMap((slot) => this.submittedIn(slot) ?? []);
	}

	/** The same, of one document. */
	submittedIn(slot: string): Submitted | undefined {
		const { submissionId = '' } = this.stored.slots[slot] ?? {};
		const record = this.get(submissionId);
		return record && mayExist(record)
			? { slot, idempotencyKey: keyOf(submissionId), record }
			: undefined;
	}

	/**
	 * Forgets the slots of this run once it can no longer be tried again, and what no slot needs: a
	 * submission that was refused, and the oldest beyond a limit, those with a job first. The others
	 * stay, so that a later run with the same document finds its job.
	 */
	finish(): void {
		const { slots, submissions } = this.stored;
		for (const slot of Object.keys(slots)) Reflect.deleteProperty(slots, slot);
		this.forget(Object.keys(submissions).filter((id) => !mayExist(submissions[id])));

		const ids = Object.keys(submissions);
		const hasJob = (id: string) => submissions[id]?.jobId !== undefined;
		const oldestFirst = [...ids.filter(hasJob), ...ids.filter((id) => !hasJob(id))];
		this.forget(oldestFirst.slice(0, Math.max(0, ids.length - this.limits.remembered)));
	}

	private forget(submissionIds: string[]): void {
		for (const id of submissionIds) Reflect.deleteProperty(this.stored.submissions, id);
	}

	private index(jobId: string, submissionId: string): void {
		this.byJob.set(jobId, [...(this.byJob.get(jobId) ?? []), submissionId]);
	}
}

function mayExist(record: SubmissionRecord | undefined): boolean {
	return record?.jobId !== undefined || record?.sent === true;
}
