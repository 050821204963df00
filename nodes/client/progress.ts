import type { Job } from './contract';
import { limits } from './limits';

/** A submission of this execution: to be sent, sent, or known as a job. */
export interface Submission {
	/** Mark of the document and the job options it is for. */
	content: string;
	/** The body of POST /v1/jobs, until the job is known: a repeat sends the very same bytes. */
	body?: string;
	jobId?: string;
	/** Last state seen. */
	status?: Job['status'];
	/** The service has said that it made no job of it. */
	refused?: boolean;
}

interface ItemProgress {
	fingerprint: string;
	idempotencyKey: string;
}

/** Plain data, as n8n keeps it with the execution; holds no secret and no presigned address. */
interface Stored {
	executionId?: string;
	/** By `<run index>:<item index>`. */
	items?: Record<string, ItemProgress>;
	/** By idempotency key, oldest first. */
	submissions?: Record<string, Submission>;
}

/**
 * What one node has submitted in one execution. n8n keeps this over the tries of Retry On Fail and
 * over a manual retry (`getContext('node')`), so that a second try goes on where the first stopped.
 */
export class Progress {
	private readonly items: Record<string, ItemProgress>;
	private readonly submissions: Record<string, Submission>;
	/** Keys whose job had failed before this try began: only those are submitted anew. */
	private readonly failedBefore: ReadonlySet<string>;
	/** The execution in which the node first ran: a manual retry has an ID of its own. */
	readonly executionId: string;

	constructor(
		stored: Stored,
		private readonly runIndex: number,
		executionId: string,
	) {
		this.executionId = stored.executionId ??= executionId;
		this.items = stored.items ??= {};
		this.submissions = stored.submissions ??= {};
		this.failedBefore = new Set(
			Object.keys(this.submissions).filter((key) => this.submissions[key]?.status === 'failed'),
		);
	}

	/** The key under which an unchanged item was submitted, unless that job has failed. */
	keyOf(itemIndex: number, fingerprint: string): string | undefined {
		const item = this.items[this.itemId(itemIndex)];
		const known = item?.fingerprint === fingerprint ? item.idempotencyKey : undefined;
		return known !== undefined && this.submissions[known] && !this.hasFailed(known)
			? known
			: undefined;
	}

	/** Whether the job of this key had failed before this try began. */
	hasFailed(idempotencyKey: string): boolean {
		return this.failedBefore.has(idempotencyKey);
	}

	remember(itemIndex: number, item: ItemProgress): void {
		this.items[this.itemId(itemIndex)] = item;
	}

	submission(idempotencyKey: string): Submission | undefined {
		return this.submissions[idempotencyKey];
	}

	/** Stores a submission before it is sent. */
	plan(idempotencyKey: string, submission: Submission): Submission {
		return (this.submissions[idempotencyKey] = submission);
	}

	/** The submissions of this run, by item index; items that share one each have it. */
	submitted(): Array<{ itemIndex: number; submission: Submission }> {
		const prefix = `${this.runIndex}:`;
		return Object.entries(this.items)
			.filter(([id]) => id.startsWith(prefix))
			.flatMap(([id, { idempotencyKey }]) => {
				const submission = this.submissions[idempotencyKey];
				return submission ? [{ itemIndex: Number(id.slice(prefix.length)), submission }] : [];
			})
			.sort((a, b) => a.itemIndex - b.itemIndex);
	}

	/**
	 * Forgets the items of this run once it can no longer be tried again. Finished submissions stay,
	 * so that a later loop with the same document finds its job, up to a limit.
	 */
	finish(): void {
		for (const id of Object.keys(this.items)) {
			if (id.startsWith(`${this.runIndex}:`)) delete this.items[id];
		}
		const finished = Object.keys(this.submissions).filter(
			(key) => this.submissions[key]?.jobId !== undefined,
		);
		for (const key of finished.slice(
			0,
			Math.max(0, finished.length - limits.rememberedSubmissions),
		)) {
			delete this.submissions[key];
		}
	}

	private itemId(itemIndex: number): string {
		return `${this.runIndex}:${itemIndex}`;
	}
}
