import { createHash } from 'crypto';

import { TagPdfError, throwIfStopped } from './errors';
import { PRODUCT_LIMITS } from './limits';
import { hasEnded, type Job, type JobOptions, readJobState, type ServiceMemory } from './service';

/**
 * What an execution knows about one document: a file with its job options, in one account. Plain data, which
 * n8n keeps with the execution; no secret and no presigned address.
 */
export interface Entry {
	/** Fingerprint of the content, the account and, with New Job per Execution, the execution. */
	id: string;
	/** Fingerprint of file and job options. */
	content: string;
	/** Pages of the document, which a job is expected to cost. */
	pages?: number;
	/** The keys belong to this execution (New Job per Execution): later runs submit under other ones. */
	isOfExecution?: boolean;
	/** What was known under the key before: its job is an earlier one, and has failed or is gone. */
	previous?: Entry;
	/** Current idempotency key; absent until something is sent under it. */
	key?: string;
	/** Body of POST /v1/jobs while it has no answer: it is sent again as it is. */
	body?: string;
	/** The execution ID whose try under the key had no answer, so that a job may exist. */
	unansweredIn?: string;
	jobId?: string;
	/** When the service made the job (`created_at`). */
	createdAt?: string;
	/** State of the job as last seen. */
	status?: string;
	/** The execution ID in which the job was judged: see `isEarlier`. */
	judgedIn?: string;
	/** The job had ended before that execution asked for it: another one may follow if it failed or is gone. */
	isEarlier?: boolean;
	/** Whether the job was made before this execution; null if the service's clock does not tell. */
	paidBefore?: boolean | null;
	/** Whether the current key counts towards the limit. */
	isCounted?: boolean;
	/** Credits that the service has charged for the job. */
	credits?: number;
}

/** An entry, and what was known under the keys before. */
export function listKeys(entry: Entry | undefined): Entry[] {
	return entry ? [entry, ...listKeys(entry.previous)] : [];
}

/** An item: its account, and its document as last seen. */
interface StoredItem {
	account: string;
	/** Changes with the item's source and its options. */
	fingerprint: string;
	documentId: string;
}

/** The part of n8n's execution data that belongs to the ledger. */
export interface StoredLedger {
	/** The execution in which the node first ran: a manual Retry has an ID of its own. */
	firstExecutionId: string;
	/** By the item's key. */
	items: Record<string, StoredItem>;
	documents: Record<string, Entry>;
	/** By hashes: the content of every job. It outlives the entries, so that two contents never share a job. */
	jobs: Record<string, string>;
	/** Credits of dropped entries. */
	spent: number;
	/** What each account's service has told each execution. */
	services: Record<string, ServiceMemory>;
}

export function createStoredLedger(firstExecutionId: string): StoredLedger {
	return { firstExecutionId, items: {}, documents: {}, jobs: {}, spent: 0, services: {} };
}

/** The place of an item among those that are admitted one after the other. */
export interface Turn {
	/** Resolves when the submissions of all items before it have an answer, or are refused. */
	readonly comes: Promise<void>;
	/** Lets the next item be admitted. */
	end: () => void;
}

/** What an execution knows about its documents. All calls of one execution share a ledger. */
export class Ledger {
	/** A document has met a lasting conflict (409): the others need not wait as long to find theirs. */
	hasConflict = false;
	/** Work on documents in progress. Items with the same document share it. */
	private readonly pending = new Map<string, Promise<unknown>>();
	/** By hashes: the content of each upload of this process. */
	private readonly uploads: Record<string, string> = {};
	private lastTurn: Promise<void> = Promise.resolve();

	/** @param executionId ID of this execution */
	constructor(
		readonly stored: StoredLedger,
		readonly executionId: string,
	) {}

	/** What this execution remembers about an account's service. */
	getServiceMemory(account: string): ServiceMemory {
		return (this.stored.services[`${this.executionId} ${account}`] ??= {});
	}

	/**
	 * Begins a run of the node. Earlier rounds of a loop cannot be tried again: their items are forgotten, and
	 * so are the oldest completed jobs, if there are many and each was its document's first. Their credits stay in the sum.
	 *
	 * @param prefix of the keys of this run's items
	 */
	beginRun(prefix: string): void {
		const { keptDocuments } = PRODUCT_LIMITS.submission;
		const { documents, items } = this.stored;
		const ofThisRun = Object.entries(items).filter(([itemKey]) => itemKey.startsWith(prefix));
		this.stored.items = Object.fromEntries(ofThisRun);
		const used = new Set(ofThisRun.map(([, { documentId }]) => documentId));
		for (const [id, entry] of Object.entries(documents).slice(0, -keptDocuments)) {
			if (used.has(id) || entry.status !== 'completed' || entry.previous) continue;
			this.stored.spent += countCredits(entry);
			Reflect.deleteProperty(documents, id);
		}
	}

	/**
	 * The entry of the document that an unchanged item had in an earlier try. A job with other options or of another
	 * account is no longer the item's job: running again would not get it.
	 */
	findEntry(
		itemKey: string,
		{ account, fingerprint }: Omit<StoredItem, 'documentId'>,
	): Entry | undefined {
		const { items } = this.stored;
		const known = items[itemKey];
		const isSame = known?.account === account && known.fingerprint === fingerprint;
		if (isSame) return this.getEntry(known.documentId);
		Reflect.deleteProperty(items, itemKey);
		return undefined;
	}

	/** The entry of an item whose job exists or may exist. */
	findSubmission(itemKey: string): Entry | undefined {
		const entry = this.getEntry(this.stored.items[itemKey]?.documentId ?? '');
		return (entry?.jobId ?? entry?.unansweredIn) === undefined ? undefined : entry;
	}

	getEntry(documentId: string): Entry | undefined {
		return this.stored.documents[documentId];
	}

	/** Joins the work in progress on a document, or begins it. */
	async share<T>(documentId: string, turn: Turn, work: () => Promise<T>): Promise<T> {
		const existing = this.pending.get(documentId) as Promise<T> | undefined;
		if (existing) {
			// Whoever began the work may wait for this turn.
			turn.end();
			return await existing;
		}
		const begun = work().finally(() => this.pending.delete(documentId));
		this.pending.set(documentId, begun);
		return await begun;
	}

	/** Takes the next turn. Items are admitted in the order in which they take their turns. */
	takeTurn(): Turn {
		const comes = this.lastTurn;
		let end = () => {};
		this.lastTurn = new Promise((resolve) => (end = () => resolve(comes)));
		return { comes, end };
	}

	/**
	 * Counts a document's pages before they are paid for. With a limit, each item waits for its turn, so a refusal
	 * is final.
	 *
	 * @param maximum credits of an execution; 0 for no limit
	 * @throws TagPdfError `OVER_BUDGET`, or the error of an aborted signal
	 */
	async admit(entry: Entry, maximum: number, turn: Turn, signal: AbortSignal): Promise<void> {
		if (maximum > 0) await turn.comes;
		throwIfStopped(signal);
		const { documents, spent } = this.stored;
		const needed = entry.pages ?? MIN_PAGES;
		const all = Object.values(documents).reduce((sum, each) => sum + countCredits(each), spent);
		const left = maximum > 0 ? Math.max(0, maximum - all) : Infinity;
		if (needed > left)
			throw new TagPdfError('OVER_BUDGET', { credits: { needed, left, limit: maximum } });
		entry.isCounted = true;
		documents[entry.id] = entry;
	}

	/** The submission under the current key made no job, so nothing of it counts. */
	undo({ id, previous }: Entry): void {
		if (previous) this.beginNextKey(previous);
		else Reflect.deleteProperty(this.stored.documents, id);
	}

	/**
	 * Goes on to the next key of a document whose job has failed or is gone.
	 *
	 * @returns false if this execution may have paid for the job: it makes no second one
	 */
	abandonJob(entry: Entry): boolean {
		// Another item with the same document was first.
		if (this.getEntry(entry.id) !== entry) return true;
		if (entry.isEarlier === true) this.beginNextKey(entry);
		return entry.isEarlier === true;
	}

	private beginNextKey(previous: Entry): void {
		const { content, id, isOfExecution, pages } = previous;
		this.stored.documents[id] = { id, content, isOfExecution, pages, previous };
	}

	/** Records a job in its state as just seen. Credits count once the service has charged them. */
	recordJob(entry: Entry, job: Job): void {
		if (entry.jobId !== job.id) return;
		entry.status = readJobState(job);
		const used: unknown = job.credits_used;
		const isCharged = typeof used === 'number' && (used > 0 || (used === 0 && hasEnded(job)));
		if (isCharged) entry.credits = used;
	}

	/**
	 * Records that the service has given an upload or a job to a content. Two contents never share one: a document
	 * would get the tagged PDF of another.
	 */
	claim(what: 'uploads' | 'jobs', parts: string[], content: string): 'new' | 'known' | 'taken' {
		const owners = what === 'jobs' ? this.stored.jobs : this.uploads;
		const [id, owner] = [fingerprint(parts).slice(0, 16), content.slice(0, 12)];
		const known = owners[id];
		owners[id] ??= owner;
		return known === undefined ? 'new' : known === owner ? 'known' : 'taken';
	}
}

/** A page is one credit (interface 8), and no PDF has fewer than one. */
const MIN_PAGES = 1;

/** Credits of a document, under all its keys. Pages count until the service has said otherwise. */
function countCredits({ credits, isCounted, pages = MIN_PAGES, previous }: Entry): number {
	const earlier = previous ? countCredits(previous) : 0;
	return earlier + (isCounted === true ? (credits ?? pages) : 0);
}

/** One-way hash of several values, hex. */
export function fingerprint(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * The value of the `Idempotency-Key` header (interface 4.3): 64 hexadecimal digits. The service's keys are
 * assumed to be separate for each account, as its data is (5.1.4).
 *
 * @param digest SHA-256 of the file, hex
 * @param owner the execution that the job belongs to, with New Job per Execution
 * @param number from 1
 */
export function computeIdempotencyKey(
	digest: string,
	{ ocr, embed_fonts }: JobOptions,
	owner: readonly string[] | undefined,
	number: number,
): string {
	// The first part changes with the meaning of the others: other keys are other jobs.
	const file = ['tag-pdf-1', digest, ocr === true, embed_fonts === true, number];
	return fingerprint(owner ? [...file, ...owner] : file);
}
