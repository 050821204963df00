import { createHash } from 'crypto';

import { TagPdfError, throwIfStopped } from './errors';
import { type Job, type JobOptions, readJobState, type ServiceMemory } from './service';

/**
 * What an execution knows about one document: a file with its job options, in one account. Plain data, which
 * n8n keeps with the execution; no secret and no presigned address.
 */
export interface Entry {
	/** Number of the current idempotency key, from 1. */
	number: number;
	/** Fingerprint of file and job options, without the account. */
	content: string;
	/** Current idempotency key; absent until something is sent under it. */
	key?: string;
	/** The key belongs to this execution (New Job per Execution): later runs submit under another one. */
	isOfExecution?: true;
	/** Body of POST /v1/jobs while it has no answer: it is sent again as it is. */
	body?: string;
	/** The execution ID whose try under the key had no answer, so that a job may exist. */
	unansweredIn?: string;
	jobId?: string;
	/** When the service made the job (`created_at`), and the job of the key before it. */
	createdAt?: string;
	previousAt?: string;
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
	/** Pages of the document, which the job is expected to cost. */
	pages?: number;
	/** Credits that the service has charged for the job. */
	credits?: number;
	/** Credits of this execution's jobs under earlier keys. */
	before?: number;
	/** Jobs under earlier keys that have failed. */
	failures?: number;
	/** n8n has the output, so the entry may be dropped once the next round of a loop has begun. */
	isReturned?: true;
}

/** The part of n8n's execution data that belongs to the ledger. */
export interface StoredLedger {
	/** The execution in which the node first ran: a manual Retry has an ID of its own. */
	firstExecutionId: string;
	/** The document of each item, by the item's slot. */
	items: Record<string, { fingerprint: string; document: string }>;
	documents: Record<string, Entry>;
	/** By hashes: the content of every job. It outlives the entries, so that two contents never share a job. */
	jobs: Record<string, string>;
	/** Credits of dropped entries. */
	spent: number;
	/** What the services of the accounts have told the execution with this ID. */
	services: { executionId: string; byAccount: Record<string, ServiceMemory> };
}

export function createStoredLedger(executionId: string): StoredLedger {
	const services = { executionId, byAccount: {} };
	return { firstExecutionId: executionId, items: {}, documents: {}, jobs: {}, spent: 0, services };
}

/** The place of an item among those that are admitted one after the other. */
export interface Turn {
	/** Resolves when all items before it have been admitted, refused, or ended. */
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
	/** Submissions that have no answer yet. */
	private readonly open = new Set<Promise<void>>();
	/** Content of each upload key of this process. */
	private readonly uploads = new Map<string, string>();
	private lastTurn: Promise<void> = Promise.resolve();

	/** @param executionId ID of this execution */
	constructor(
		private readonly stored: StoredLedger,
		readonly executionId: string,
	) {
		if (stored.services.executionId !== executionId)
			stored.services = { executionId, byAccount: {} };
	}

	get firstExecutionId(): string {
		return this.stored.firstExecutionId;
	}

	/** What this execution remembers about an account's service. */
	getServiceMemory(account: string): ServiceMemory {
		return (this.stored.services.byAccount[account] ??= {});
	}

	/**
	 * Begins a run of the node. Earlier rounds of a loop cannot be tried again: their items are forgotten, and
	 * so are the oldest completed jobs whose output n8n has, if there are many. Their credits stay in the sum.
	 *
	 * @param prefix of the slots of this run
	 */
	beginRun(prefix: string): void {
		const { documents, items } = this.stored;
		for (const slot of Object.keys(items)) {
			if (!slot.startsWith(prefix)) Reflect.deleteProperty(items, slot);
		}
		const used = new Set(Object.values(items).map(({ document }) => document));
		for (const [document, entry] of Object.entries(documents).slice(0, -MAX_KEPT)) {
			if (used.has(document) || entry.status !== 'completed' || entry.isReturned !== true) continue;
			this.stored.spent += countCredits(entry);
			Reflect.deleteProperty(documents, document);
		}
	}

	/** The document that an unchanged item had in an earlier try. */
	findDocument(slot: string, fingerprint: string): string | undefined {
		const known = this.stored.items[slot];
		return known?.fingerprint === fingerprint ? known.document : undefined;
	}

	rememberItem(slot: string, fingerprint: string, document: string): void {
		this.stored.items[slot] = { fingerprint, document };
	}

	getEntry(document: string): Entry | undefined {
		return this.stored.documents[document];
	}

	/** The entry of an item whose job exists or may exist. */
	findSubmission(slot: string): Entry | undefined {
		const entry = this.getEntry(this.stored.items[slot]?.document ?? '');
		return entry && (entry.jobId !== undefined || entry.unansweredIn !== undefined)
			? entry
			: undefined;
	}

	/** Joins the work in progress on a document, or begins it. */
	async share<T>(document: string, turn: Turn, work: () => Promise<T>): Promise<T> {
		const existing = this.pending.get(document) as Promise<T> | undefined;
		if (existing) {
			// Whoever began the work may wait for this turn.
			turn.end();
			return await existing;
		}
		const begun = work().finally(() => this.pending.delete(document));
		this.pending.set(document, begun);
		return await begun;
	}

	/** Takes the next turn. Items are admitted in the order in which they take their turns. */
	takeTurn(): Turn {
		const comes = this.lastTurn;
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		this.lastTurn = comes.then(async () => await ended);
		return { comes, end };
	}

	/**
	 * Counts a document's pages before they are paid for. Waits for the answers of other submissions before it
	 * refuses, so that a refusal is final.
	 *
	 * @param maximum credits of an execution; 0 for no limit
	 * @returns a function to call when the submission has its answer
	 * @throws TagPdfError `OVER_BUDGET`, or the error of an aborted signal
	 */
	async admit(
		document: string,
		entry: Entry,
		{ maximum, signal, turn }: { maximum: number; signal: AbortSignal; turn: Turn },
	): Promise<() => void> {
		const needed = entry.pages ?? MIN_PAGES;
		if (maximum > 0) await turn.comes;
		for (;;) {
			throwIfStopped(signal);
			const left = maximum > 0 ? maximum - this.sumCredits() : Infinity;
			if (needed <= left) break;
			if (this.open.size === 0) {
				const credits = { needed, left: Math.max(0, left), limit: maximum };
				throw new TagPdfError('OVER_BUDGET', { credits });
			}
			await Promise.race(this.open);
		}
		entry.isCounted = true;
		this.stored.documents[document] = entry;
		let settle = () => {};
		const answered = new Promise<void>((resolve) => (settle = resolve));
		this.open.add(answered);
		return () => {
			this.open.delete(answered);
			settle();
		};
	}

	/** Records that a submission made no job: nothing of it counts. */
	undo(document: string): void {
		const entry = this.getEntry(document);
		if (!entry) return;
		const { before, content, failures, isOfExecution, number, pages, previousAt } = entry;
		const fresh = { number, content, isOfExecution, pages, previousAt, before, failures };
		if (number > 1) this.stored.documents[document] = fresh;
		else Reflect.deleteProperty(this.stored.documents, document);
	}

	/** Goes on to the next key of a document whose job is an earlier one, and has failed or is gone. */
	beginNextKey(document: string): void {
		const entry = this.getEntry(document);
		if (!entry) return;
		const { content, createdAt, failures = 0, isOfExecution, number, pages, status } = entry;
		this.stored.documents[document] = {
			number: number + 1,
			content,
			isOfExecution,
			pages,
			previousAt: createdAt,
			before: countCredits(entry),
			failures: failures + (status === 'failed' ? 1 : 0),
		};
	}

	/** Records a job in its state as just seen. Credits count once the service has charged them. */
	recordJob(entry: Entry | undefined, job: Job): void {
		if (entry?.jobId !== job.id) return;
		entry.status = readJobState(job);
		entry.credits = readChargedCredits(job) ?? entry.credits;
	}

	recordReturned(slot: string): void {
		const entry = this.findSubmission(slot);
		if (entry) entry.isReturned = true;
	}

	/** @returns whether the job belongs to this content: two contents would get the same PDF */
	claimJob(account: string, jobId: string, content: string): boolean {
		return claim(this.stored.jobs, shorten(`${account} ${jobId}`), shorten(content));
	}

	/** Whether a job is known: its credits are in the sum. */
	hasJob(account: string, jobId: string): boolean {
		return this.stored.jobs[shorten(`${account} ${jobId}`)] !== undefined;
	}

	/** @returns whether the upload belongs to this content: the job would tag another document */
	claimUpload(account: string, uploadKey: string, content: string): boolean {
		const id = shorten(`${account} ${uploadKey}`);
		const owner = this.uploads.get(id) ?? content;
		this.uploads.set(id, owner);
		return owner === content;
	}

	/** Credits that this execution has spent, or may have spent. */
	private sumCredits(): number {
		const entries = Object.values(this.stored.documents);
		return entries.reduce((sum, entry) => sum + countCredits(entry), this.stored.spent);
	}
}

/** Newest documents that a ledger keeps, so that the data of a long loop does not grow without limit. */
const MAX_KEPT = 1_000;

/** A page is one credit (interface 8), and no PDF has fewer than one. */
const MIN_PAGES = 1;

/** Credits of an entry. Pages count until the service has said otherwise. */
function countCredits({ before = 0, credits, isCounted, pages = MIN_PAGES }: Entry): number {
	return before + (isCounted === true ? (credits ?? pages) : 0);
}

/** Credits that the service has charged; undefined while it has not counted yet. */
function readChargedCredits({ credits_used: used, status }: Job): number | undefined {
	const credits: unknown = used;
	const hasEnded = status === 'completed' || status === 'failed';
	return typeof credits === 'number' && (credits > 0 || (credits === 0 && hasEnded))
		? credits
		: undefined;
}

function claim(owners: Record<string, string>, id: string, content: string): boolean {
	owners[id] ??= content;
	return owners[id] === content;
}

/** Twelve letters of a hash: few enough to keep one for each job, and enough to tell them apart. */
function shorten(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** One-way hash of several values, hex. */
export function fingerprint(parts: readonly unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Changes with the meaning of the parts of a key: other keys are other jobs. */
const KEY_VERSION = 'tag-pdf-1';

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
	const file = [KEY_VERSION, digest, ocr === true, embed_fonts === true, number];
	return fingerprint(owner ? [...file, ...owner] : file);
}
