import type { Entry } from '../journal';
import { readJobState, type Job } from '../service';
import type { IdempotencyScope } from './idempotencyKey';
import { countCredits, isAnswered, decideNext, type Credits, type Event } from './lifecycle';

/** The current attempt of a document in this execution. */
export interface DocumentRecord extends Credits {
	/** From 1. */
	attempt: number;
	/** Idempotency key of the attempt. */
	key: string;
	/** Fingerprint of content and options. */
	content: string;
	/** The execution that was the first to send it; absent if an earlier run may have sent it. */
	execution?: string;
	/** Later runs find the attempt in the journal, by this scope. */
	journaled?: IdempotencyScope['scope'];
	/** No other attempt follows this one. */
	once?: boolean;
	/** Body of POST /v1/jobs until the job is known: a retry sends exactly the same bytes. */
	body?: string;
	jobId?: string;
	/** Status of the job as last seen. */
	status?: string;
	/** Credits of the attempts before it in this execution. */
	before?: number;
}

/** A document of this run whose job exists or may exist. */
export interface Submission {
	slot: string;
	record: DocumentRecord;
	/** Its entry in the journal; undefined without a journal. */
	entry?: Entry;
}

/** Plain data that is kept with the execution; holds no secret and no presigned address. */
export interface StoredDocuments {
	/** The document of each item, by the item's slot: its place in this run, the same on every try. */
	slots: Record<string, { fingerprint: string; document: string; content: string }>;
	/** By document; shared with other runs of the execution. */
	documents: Record<string, DocumentRecord>;
}

/** The documents of an execution. A second try uses them to resume where the first one stopped. */
export class DocumentRecords {
	/** Documents by the ID of their job: one, or the same document in several accounts. */
	private readonly byJob = new Map<string, Set<string>>();

	/** @param execution ID of this execution; a manual Retry has an ID of its own */
	constructor(
		private readonly stored: StoredDocuments,
		readonly execution: string,
	) {
		for (const [document, { jobId }] of Object.entries(stored.documents)) {
			if (jobId !== undefined) this.indexJob(jobId, document);
		}
	}

	get isEmpty(): boolean {
		return Object.keys(this.stored.documents).length === 0;
	}

	get(document: string): DocumentRecord | undefined {
		return this.stored.documents[document];
	}

	/** The document that an unchanged item had before. */
	findDocument(slot: string, fingerprint: string): string | undefined {
		const known = this.stored.slots[slot];
		const isSame = known?.fingerprint === fingerprint && this.findRecord(slot) !== undefined;
		return isSame ? known.document : undefined;
	}

	rememberSlot(slot: string, fingerprint: string, document: string, content: string): void {
		this.stored.slots[slot] = { fingerprint, document, content };
	}

	/** Sets the attempt of a document; undefined removes it. */
	set(document: string, record: DocumentRecord | undefined): void {
		if (record) this.stored.documents[document] = record;
		else Reflect.deleteProperty(this.stored.documents, document);
	}

	/** Whether this execution may have paid for the attempt. If so, it begins no other attempt. */
	isOwn({ execution, once }: Pick<DocumentRecord, 'execution' | 'once'>): boolean {
		return once === true || execution === this.execution;
	}

	/** Records the job of a submission. */
	accept(document: string, record: DocumentRecord, job: Job): void {
		delete record.body;
		record.jobId = job.id;
		advance(record, 'answered');
		this.indexJob(job.id, document);
		this.recordJob(job);
	}

	/** Records the state of a job, and its credits once the service has counted them. */
	recordJob(job: Job): void {
		for (const document of this.byJob.get(job.id) ?? []) {
			const record = this.get(document);
			if (record?.jobId !== job.id) continue;
			record.status = readJobState(job);
			record.credits = readChargedCredits(job) ?? record.credits;
			if (job.status === 'failed') advance(record, 'failed');
		}
	}

	/** The key of another submission that got the same job from the service. */
	findRival(jobId: string, { content, key }: DocumentRecord): string | undefined {
		for (const document of this.byJob.get(jobId) ?? []) {
			const other = this.get(document);
			if (other && (other.key !== key || other.content !== content)) return other.key;
		}
		return undefined;
	}

	/** Credits that this execution has spent, or may have spent. */
	sumCredits(): number {
		return this.sum((record) => countCredits(record) + (record.before ?? 0));
	}

	/** Credits of attempts without an answer: the balance of the account may not include them. */
	sumHeldCredits(): number {
		return this.sum((record) => (isAnswered(record.state) ? 0 : countCredits(record)));
	}

	/** By slot, the documents of this run whose job exists or may exist. */
	listSubmissions(): Submission[] {
		return Object.keys(this.stored.slots).flatMap((slot) => this.findSubmission(slot) ?? []);
	}

	findSubmission(slot: string): Submission | undefined {
		const { document = '' } = this.stored.slots[slot] ?? {};
		const record = this.findRecord(slot);
		if (!record || record.state === 'approved') return undefined;
		return { slot, record, entry: createEntry(document, record) };
	}

	/** The record of a slot's document; undefined if another content has its key. */
	private findRecord(slot: string): DocumentRecord | undefined {
		const { content, document = '' } = this.stored.slots[slot] ?? {};
		const record = this.get(document);
		return record?.content === content ? record : undefined;
	}

	/** Forgets the slots of a run that cannot be tried again. */
	forgetSlots(): void {
		const { slots } = this.stored;
		for (const slot of Object.keys(slots)) Reflect.deleteProperty(slots, slot);
	}

	private sum(count: (record: DocumentRecord) => number): number {
		const records = Object.values(this.stored.documents);
		return records.reduce((total, record) => total + count(record), 0);
	}

	private indexJob(jobId: string, document: string): void {
		this.byJob.set(jobId, (this.byJob.get(jobId) ?? new Set()).add(document));
	}
}

export function advance(record: DocumentRecord, event: Event): void {
	record.state = decideNext(record.state, event).state;
}

/** Whether later runs submit the document under the same key: the journal or the user's own key leads to it. */
export function hasLastingKey({ journaled, once }: DocumentRecord): boolean {
	return journaled !== undefined || once === true;
}

/** The journal's entry for an attempt; undefined without a journal. */
export function createEntry(document: string, record: DocumentRecord): Entry | undefined {
	const { attempt, content, journaled } = record;
	if (journaled === undefined) return undefined;
	const isReusable = journaled !== 'delivery';
	return { document, attempt, isReusable, ...(journaled === 'custom' ? { content } : {}) };
}

/** Credits that the service has charged; undefined while it has not counted yet. */
function readChargedCredits({ credits_used: used, status }: Job): number | undefined {
	const credits: unknown = used;
	const isOver = status === 'completed' || status === 'failed';
	return typeof credits === 'number' && (credits > 0 || (credits === 0 && isOver))
		? credits
		: undefined;
}
