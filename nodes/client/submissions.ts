import type { Job, JobOptions, JobSubmission } from './contract';
import { outcomeUnknown, TagPdfError } from './errors';
import { fingerprint, idempotencyKey, type IdempotencyScope } from './idempotency';
import type { Progress, Submission } from './progress';
import type { Service } from './service';
import type { StoredDocument } from './upload';

/** What one item wants to be submitted. */
export interface SubmissionRequest {
	itemIndex: number;
	/** Mark of everything that decides the submission, known before the upload. */
	fingerprint: string;
	fileName: string;
	options: JobOptions;
	scope: IdempotencyScope;
	/** Uploads the document; called only when there is nothing to take up again. */
	upload: () => Promise<StoredDocument>;
	/** Makes a new submission, or throws when none must be made any more. */
	approve: (submit: () => Promise<Job>) => Promise<Job>;
}

/**
 * Submits each document once, whatever is tried again: a known job is taken up, a pending
 * submission is sent again unchanged, the same content among the items of an execution shares one
 * job, and only a job that has failed is followed by a new one.
 */
export class Submissions {
	/** Submissions under way in this process, by idempotency key. */
	private readonly underWay = new Map<string, Promise<Job | undefined>>();

	constructor(
		private readonly service: Service,
		private readonly progress: Progress,
	) {}

	/** @returns the job of the document, in its state as last seen */
	async jobFor(request: SubmissionRequest): Promise<Job> {
		const known = this.progress.keyOf(request.itemIndex, request.fingerprint);
		const resumed = known && (await this.share(known, async () => await this.resume(known)));
		if (resumed) return resumed;

		const stored = await request.upload();
		const key = this.nextKey(request, stored.digest);
		const submission = newSubmission(request, stored);
		const planned = this.progress.submission(key);
		if (planned && planned.content !== submission.content) throw usedKey(key);

		this.progress.remember(request.itemIndex, {
			fingerprint: request.fingerprint,
			idempotencyKey: key,
		});
		const send = async () => await this.send(key, this.progress.plan(key, submission));
		const obtain = async () => (await this.resume(key)) ?? (await request.approve(send));
		// Shared work may end without a job: another item found its pending submission expired.
		let job: Job | undefined;
		while (job === undefined) job = await this.share(key, obtain);
		return job;
	}

	/** Remembers the state of a job, so that errors can tell it and a retry knows that it failed. */
	saw(job: Job): void {
		for (const { submission } of this.progress.submitted()) {
			if (submission.jobId === job.id) submission.status = job.status;
		}
	}

	/**
	 * Takes up what was submitted under a key: the known job, or the very same submission again.
	 *
	 * @returns undefined when there is nothing to take up, or the upload behind it has expired: a new
	 * upload under the same key keeps the price at one
	 */
	private async resume(key: string): Promise<Job | undefined> {
		const submission = this.progress.submission(key);
		if (submission?.jobId !== undefined) return await this.service.getJob(submission.jobId);
		if (submission?.body === undefined) return undefined;

		const [sent] = await Promise.allSettled([this.send(key, submission)]);
		if (sent.status === 'fulfilled') return sent.value;
		if (!isRefusedBody(sent.reason)) throw sent.reason;
		delete submission.body;
		return undefined;
	}

	private async send(key: string, submission: Submission): Promise<Job> {
		delete submission.refused;
		const [sent] = await Promise.allSettled([this.service.submitJob(submission.body ?? '', key)]);
		if (sent.status === 'rejected') {
			const error: unknown = sent.reason;
			if (isRefusal(error)) submission.refused = true;
			throw isUnanswered(error) ? outcomeUnknown(error, key) : error;
		}
		const job = sent.value;
		submission.jobId = job.id;
		submission.status = job.status;
		delete submission.body;
		return job;
	}

	private async share(
		key: string,
		obtain: () => Promise<Job | undefined>,
	): Promise<Job | undefined> {
		const shared = this.underWay.get(key);
		if (shared) return await shared;
		const own = obtain();
		this.underWay.set(key, own);
		try {
			return await own;
		} finally {
			this.underWay.delete(key);
		}
	}

	private nextKey({ scope, options }: SubmissionRequest, digest: string): string {
		for (let attempt = 1; ; attempt += 1) {
			const key = idempotencyKey(scope, { digest, options, attempt });
			if (!this.progress.hasFailed(key)) return key;
		}
	}
}

function newSubmission(request: SubmissionRequest, stored: StoredDocument): Submission {
	const { fileName, options } = request;
	const body: JobSubmission = { key: stored.uploadKey, filename: fileName, options };
	return { content: fingerprint([stored.digest, options]), body: JSON.stringify(body) };
}

function usedKey(key: string): TagPdfError {
	return new TagPdfError({
		code: 'INVALID_INPUT',
		message: `The idempotency key "${key}" already stands for another document of this execution`,
		description:
			'Nothing was submitted for this item. Give each document a key of its own, e.g. with an expression such as {{ $json.id }}.',
	});
}

/** A stopped submission has no fault: it may have been sent. */
function isRefusal(error: unknown): boolean {
	return error instanceof TagPdfError && error.fault !== undefined && !error.unanswered;
}

/** A conflict tells of its own what may exist. */
function isUnanswered(error: unknown): error is TagPdfError {
	return error instanceof TagPdfError && error.unanswered && error.code !== 'CONFLICT';
}

function isRefusedBody(error: unknown): boolean {
	return error instanceof TagPdfError && error.statusCode === 400;
}
