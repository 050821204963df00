import { CreditLimit, type Turn } from './creditLimit';
import { fingerprint } from './idempotencyKey';
import { hasEnded, type Job, readCredits, readJobState, type ServiceMemory } from './service';

/**
 * What an execution knows about its documents. A document is a file with its job options, in one account. It has jobs
 * 1, 2, 3 …, each under an idempotency key of its own, and a stage, which is that of its last job:
 *
 *     no job ──▶ counted ──▶ sent ──▶ named ──▶ counted (the next job) …
 *
 *     verb     leads from … to     when
 *     ───────  ──────────────────  ─────────────────────────────────────────────────────────────────────────────
 *     count    no job → counted    the document is about to be paid for: its pages count
 *              named → counted     the same for its next job, after a look has shown that the last one is of no use
 *     send     counted → sent      POST /v1/jobs begins
 *     doubt    sent → sent         POST had no answer, or no useful one, so that a job may exist
 *     expire   sent → counted      the service refuses a body that may have made a job: its upload has expired
 *     refuse   sent → no job       the service has made no job
 *              sent → named        the same for a further job: the one before is the last again
 *     name     sent → named        an answer names the job
 *     look     named → named       the execution's first look at the job has shown whether it is of use
 *     see      named → named       a later answer shows the state of the job
 *
 * `submit.ts` calls all of them. `tag.ts` calls `look` and `see` for a job that it waits for, and `look.ts` calls `see`.
 *
 * Always true:
 *
 * 1. Nothing is sent before it is counted and stored.
 * 2. A body that may have made a job is sent again as it is, until the service refuses it.
 * 3. A job has a successor only if a look has shown that it is of no use.
 * 4. An execution looks at most once at a job. If the look shows that the job is of use, no other job follows in this
 *    execution, even if the job fails later. One exception: the job was completed, but its result turns out to be gone.
 * 5. Who paid for a job is decided when it is named, and stays.
 * 6. Two units never share an upload, and two contents never share a job: what the service gives to both belongs to
 *    neither.
 *
 * Words: an *execution* is n8n's. A manual Retry is an execution of its own, and continues with the ledger of the
 * execution that it retries. In a loop, an execution *runs* the node several times. A *unit* is one document of an input
 * item. "Stored" is what n8n keeps with the execution, and saves when it saves the execution: plain data without secrets
 * or presigned addresses. Only this file writes it.
 */
export type Stage = CountedStage | SentStage | NamedStage;

/** A job that the service has not named yet. */
interface UnnamedJob {
	readonly idempotencyKey: string;
	/** A body was sent under this idempotency key and had no useful answer, so a job may exist. */
	readonly isInDoubt: boolean;
	/** Its pages are not added to the sum: they are in it already, under another API key of the account. */
	readonly isInSum: boolean;
}

interface CountedStage extends UnnamedJob {
	readonly name: 'counted';
}

interface SentStage extends UnnamedJob {
	readonly name: 'sent';
	readonly body: string;
}

export interface NamedStage {
	readonly name: 'named';
	readonly idempotencyKey: string;
	readonly jobId: string;
	/** `created_at` as the service wrote it. */
	readonly createdAt?: string;
	/** State as last seen. */
	readonly status: string;
	/** Credits that the service has charged, once it has said so. */
	readonly credits?: number;
	/** Whether the job was made before this execution and those that it continues; null if the service's times do not tell. */
	readonly paidBefore: boolean | null;
	/**
	 * Its credits are not added to the sum: they are in it already, with a dropped document, or with the same document
	 * under another API key of the account.
	 */
	readonly isInSum: boolean;
	/**
	 * The last look, and the execution that took it. If a job may have no successor in its execution, `acceptJob` records
	 * a look without taking one.
	 */
	readonly look?: { readonly executionId: string; readonly isOfNoUse: boolean };
}

/** A document before anything is known of its jobs. */
export interface NewDocument {
	/** Fingerprint of `connection` and `jobsOf`. */
	readonly id: string;
	/** The connection by which it is submitted. */
	readonly connection: string;
	/** Fingerprint of file and job options. */
	readonly content: string;
	/** Fingerprint of the content and, with New Job per Execution, the execution. */
	readonly jobsOf: string;
	/** Pages of the document, which a job is expected to cost. */
	readonly pages?: number;
	/** The jobs belong to this execution (New Job per Execution): later executions do not find them. */
	readonly isOfExecution: boolean;
}

export interface KnownDocument extends NewDocument {
	/** Jobs that are of no use, from number 1. */
	readonly dismissed: readonly NamedStage[];
	readonly stage: Stage;
}

/** The number of the document's last job, from 1. */
export function getJobNumber({ dismissed }: KnownDocument): number {
	return dismissed.length + 1;
}

/** All jobs that the service has named for the document. */
export function listJobs({ dismissed, stage }: KnownDocument): readonly NamedStage[] {
	return stage.name === 'named' ? [...dismissed, stage] : dismissed;
}

/** What is stored of a unit: its connection (`Connection.id`), and its document as last seen. */
interface StoredUnit {
	connection: string;
	/** Changes with the unit's source and its options. */
	fingerprint: string;
	documentId: string;
	/** The documents that the unit had before, in this execution: its URL has given other contents since. */
	replaced?: readonly string[];
}

/** Raise it if the stored form changes: of a ledger with another version, only `firstExecutionId` is read. */
const VERSION = 1;

/** The part of n8n's execution data that belongs to the ledger. */
export interface StoredLedger {
	version: typeof VERSION;
	/**
	 * The execution in which the node first ran; a manual Retry has another ID. New Job per Execution derives its
	 * idempotency keys from this one. So it is read under every version: otherwise a Retry after an update would pay again.
	 */
	firstExecutionId: string;
	/** By the unit's key. */
	units: Record<string, StoredUnit>;
	documents: Record<string, KnownDocument>;
	/**
	 * The content of every job: by a hash of the account and the job's ID, a hash of the content. It is kept when
	 * documents are dropped, so that two contents never share a job.
	 */
	jobs: Record<string, string>;
	/** Credits of dropped documents, by connection. */
	spent: Record<string, number>;
	/** By connection: the fingerprint of its account, once it is known. */
	accounts: Record<string, string>;
	/** What the service has told each execution (a Retry is one of its own), by connection, then by execution ID. */
	services: Record<string, Record<string, ServiceMemory>>;
}

export function createStoredLedger(firstExecutionId: string): StoredLedger {
	return {
		version: VERSION,
		firstExecutionId,
		units: {},
		documents: {},
		jobs: {},
		spent: {},
		accounts: {},
		services: {},
	};
}

/**
 * Reads what an execution has stored before.
 *
 * @returns a ledger without documents if there is none, or if its form has another version; the first execution's ID is kept
 */
export function readStoredLedger(
	stored: Partial<StoredLedger> | undefined,
	executionId: string,
): StoredLedger {
	if (stored?.version === VERSION) return stored as StoredLedger;
	return createStoredLedger(stored?.firstExecutionId ?? executionId);
}

/** Stands for the owner once the service has given the same upload to a second unit. */
const MIXED_UP = Symbol('mixed up');

/** What an execution knows about its documents. All calls of one execution share a ledger. */
export class Ledger {
	/** When a submission's tries first ended with a conflict (409) (epoch ms); Infinity if none have. */
	private firstConflictAt = Infinity;
	readonly limit = new CreditLimit();
	/** By account: the credits that count toward the limit, from `documents` and `spent`. */
	private credits = new Map<string, number>();
	/** Keys of units whose document was found or assigned in this execution. */
	private readonly confirmed = new Set<string>();
	/** By document: the work on it that is in progress. Units with the same document share the work. */
	private readonly pending = new Map<string, { held: { turn: Turn }; work: Promise<unknown> }>();
	/** By document: the highest number of jobs that any of its units allows. */
	private readonly allowed = new Map<string, number>();
	/** By upload key: the unit to which the service gave it, and later the document that is submitted with it. */
	private readonly uploads = new Map<string, { owner: symbol; documentId?: string }>();
	/**
	 * Documents whose upload or job the service has given to another document, too, and whether no run has been told of
	 * them yet.
	 */
	private readonly mixedUp = new Map<string, { isNew: boolean }>();

	/** @param executionId ID of this execution */
	constructor(
		readonly stored: StoredLedger,
		readonly executionId: string,
	) {
		this.sumUp();
	}

	/** The last try of a document's submission was refused with a conflict (409). */
	meetConflict(now: number): void {
		this.firstConflictAt = Math.min(now, this.firstConflictAt);
	}

	/**
	 * Whether a submission's tries first ended with a conflict at least this long ago. Before that, the service may only
	 * be slow, as after a restart, so every document gets all tries. After that, the service is assumed to refuse all
	 * repeated idempotency keys, and documents get fewer tries.
	 */
	hasLastingConflicts(now: number, forMs: number): boolean {
		return now - this.firstConflictAt >= forMs;
	}

	/** What this execution remembers about a connection's service. */
	getServiceMemory(connection: string): ServiceMemory {
		const ofConnection = (this.stored.services[connection] ??= {});
		return (ofConnection[this.executionId] ??= {});
	}

	/** `Date` of the service's first answer to this execution and those that it continues (epoch ms), if it is known. */
	getFirstDate(connection: string): number | undefined {
		const account = this.getAccount(connection);
		const ofAccount = Object.entries(this.stored.services).filter(
			([each]) => this.getAccount(each) === account,
		);
		const dates = ofAccount.flatMap(([, memories]) =>
			Object.values(memories).map(({ firstDate }) => firstDate),
		);
		// Null: an execution's first answer had no date. It may be the earliest of all, so the earliest is not known.
		if (dates.includes(null)) return undefined;
		const known = dates.filter((date) => typeof date === 'number');
		return known.length === 0 ? undefined : Math.min(...known);
	}

	/** Records to which account a connection belongs: all API keys of an account share its jobs and credits. */
	identify(connection: string, account: string): void {
		this.stored.accounts[connection] = account;
		this.sumUp();
	}

	isIdentified(connection: string): boolean {
		return connection in this.stored.accounts;
	}

	/** The account of a connection. While it is not known, the connection counts as an account of its own. */
	getAccount(connection: string): string {
		return this.stored.accounts[connection] ?? connection;
	}

	/** Credits of the connection's account that count toward the limit at this moment. */
	getSpent(connection: string): number {
		return this.credits.get(this.getAccount(connection)) ?? 0;
	}

	/**
	 * Begins a run of the node. Units of other runs are forgotten, because a Retry never repeats earlier rounds of a loop.
	 * A document is dropped if it is not among the newest, has no unit in this run, and has only one job, which is
	 * completed. The credits of dropped documents stay in the sum.
	 *
	 * @param prefix with which the keys of this run's units begin
	 * @param kept number of the newest documents, which are kept in any case; at least 1
	 */
	beginRun(prefix: string, kept: number): void {
		this.limit.forgetTurns();
		const { documents, units } = this.stored;
		const ofThisRun = Object.entries(units).filter(([unitKey]) => unitKey.startsWith(prefix));
		this.stored.units = Object.fromEntries(ofThisRun);
		const used = new Set(ofThisRun.map(([, { documentId }]) => documentId));
		for (const [id, document] of Object.entries(documents).slice(0, -kept)) {
			const { dismissed, stage } = document;
			const isDone = stage.name === 'named' && stage.status === 'completed';
			if (used.has(id) || !isDone || dismissed.length > 0) continue;
			const { connection } = document;
			const { spent } = this.stored;
			spent[connection] = (spent[connection] ?? 0) + countCredits(document);
			Reflect.deleteProperty(documents, id);
		}
	}

	/** Whether an earlier try of the execution knew the unit. */
	hasUnit(unitKey: string): boolean {
		return unitKey in this.stored.units;
	}

	/** Records which document a unit has. */
	assign(unitKey: string, unit: Omit<StoredUnit, 'replaced'>): void {
		const last = this.confirmed.has(unitKey) ? this.stored.units[unitKey] : undefined;
		const replaced = new Set(last && [...(last.replaced ?? []), last.documentId]);
		// Its URL may give an earlier content again.
		replaced.delete(unit.documentId);
		this.stored.units[unitKey] = {
			...unit,
			...(replaced.size > 0 && { replaced: [...replaced] }),
		};
		this.confirmed.add(unitKey);
	}

	/**
	 * The document that a unit had in an earlier try. If the unit's source, its options or its API key have changed since,
	 * the unit is forgotten: its job would be another one.
	 *
	 * @returns undefined if the unit is not known or has changed, or if the ledger no longer has its document
	 */
	resumeUnit(
		unitKey: string,
		{ connection, fingerprint: own }: Pick<StoredUnit, 'connection' | 'fingerprint'>,
	): KnownDocument | undefined {
		const { units } = this.stored;
		const known = units[unitKey];
		if (known?.connection === connection && known.fingerprint === own) {
			this.confirmed.add(unitKey);
			return this.getDocument(known.documentId);
		}
		Reflect.deleteProperty(units, unitKey);
		return undefined;
	}

	/**
	 * The document of a unit, if a job of it exists or may exist. Undefined also for a unit that failed before it was
	 * compared with an earlier try: if its options have changed, its job is another one.
	 */
	findSubmission(unitKey: string): KnownDocument | undefined {
		const document = this.getDocumentOf(unitKey);
		if (!document) return undefined;
		const { stage } = document;
		const mayHaveJob = stage.name === 'named' || stage.isInDoubt;
		return mayHaveJob || document.dismissed.length > 0 ? document : undefined;
	}

	getDocument(documentId: string): KnownDocument | undefined {
		return this.stored.documents[documentId];
	}

	/** A unit allows its document this many jobs. The highest number of all units counts. */
	allowJobs(documentId: string, maxJobs: number): void {
		this.allowed.set(documentId, Math.max(maxJobs, this.getMaxJobs(documentId)));
	}

	/** How many jobs a document may have. */
	getMaxJobs(documentId: string): number {
		return this.allowed.get(documentId) ?? 1;
	}

	/**
	 * Joins the work in progress on a document, or begins it.
	 *
	 * @param work gets the document's turn, which becomes an earlier one if a unit with an earlier turn joins
	 */
	async share<T>(
		documentId: string,
		turn: Turn,
		work: (held: { readonly turn: Turn }) => Promise<T>,
	): Promise<T> {
		const existing = this.pending.get(documentId);
		if (existing) {
			existing.held.turn = this.limit.join(existing.held.turn, turn);
			return await (existing.work as Promise<T>);
		}
		const held = { turn };
		const begun = work(held).finally(() => this.pending.delete(documentId));
		this.pending.set(documentId, { held, work: begun });
		return await begun;
	}

	/** The document's first job, or its next one, is about to be paid for: its pages count. */
	count(document: NewDocument, idempotencyKey: string): void {
		const known = this.getDocument(document.id);
		if (known) requireStage(known, 'named');
		const dismissed = known ? listJobs(known) : [];
		const isInSum = this.findCountedTwin(document, dismissed.length + 1) !== undefined;
		const stage = { name: 'counted', idempotencyKey, isInDoubt: false, isInSum } as const;
		this.put({ ...document, dismissed, stage });
	}

	/** Credits that the next job of a document is expected to need beyond what counts already. */
	estimateNeed(document: NewDocument): number {
		const known = this.getDocument(document.id);
		const jobNumber = known ? listJobs(known).length + 1 : 1;
		return this.findCountedTwin(document, jobNumber) ? 0 : estimateCredits(document);
	}

	/** Whether the document has the job under another API key of its account, too. */
	isJobOfTwin(documentId: string, jobId: string): boolean {
		const document = this.getDocument(documentId);
		const twins = document ? this.listTwins(document) : [];
		return twins.some((twin) => listJobs(twin).some((job) => job.jobId === jobId));
	}

	/** The same document under the other API keys of its account: the service returns the same jobs. */
	private listTwins({ connection, jobsOf }: NewDocument): KnownDocument[] {
		const account = this.getAccount(connection);
		const others = Object.keys(this.stored.accounts).filter(
			(other) => other !== connection && this.getAccount(other) === account,
		);
		return others.flatMap((other) => this.getDocument(nameDocument(other, jobsOf)) ?? []);
	}

	/** A twin that has a job of this number, and whose credits count already. */
	private findCountedTwin(document: NewDocument, jobNumber: number): KnownDocument | undefined {
		return this.listTwins(document).find(
			(twin) => getJobNumber(twin) >= jobNumber && countCredits(twin) > 0,
		);
	}

	/** The body that was sent for a document whose job is not named yet, and its idempotency key. */
	getSubmission(documentId: string) {
		const { document, stage } = this.take(documentId, 'sent');
		return { ...stage, document };
	}

	/** POST /v1/jobs is about to be sent. */
	send(documentId: string, body: string): void {
		const { document, stage } = this.take(documentId, 'counted');
		this.put({ ...document, stage: { ...stage, name: 'sent', body } });
	}

	/** POST /v1/jobs had no useful answer: a job may exist, and only the same idempotency key leads to it. */
	doubt(documentId: string): void {
		const { document, stage } = this.take(documentId, 'sent');
		this.put({ ...document, stage: { ...stage, isInDoubt: true } });
	}

	/**
	 * The service refuses a body that may have made a job, because its upload has expired. The document needs a new
	 * upload, which is submitted under the same idempotency key.
	 */
	expire(documentId: string): void {
		const { document, stage } = this.take(documentId, 'sent');
		const { idempotencyKey, isInDoubt, isInSum } = stage;
		this.put({ ...document, stage: { name: 'counted', idempotencyKey, isInDoubt, isInSum } });
	}

	/**
	 * The service has made no job: the document's pages no longer count for it. The document is back at the job before, or
	 * forgotten if there is none.
	 */
	refuse(documentId: string): void {
		const { document } = this.take(documentId, 'sent');
		const { dismissed } = document;
		const stage = dismissed.at(-1);
		if (stage) this.put({ ...document, dismissed: dismissed.slice(0, -1), stage });
		else this.drop(document);
	}

	/** The service has named the job of the document's idempotency key. */
	name(
		documentId: string,
		job: Job,
		{ paidBefore, isInSum }: Pick<NamedStage, 'paidBefore' | 'isInSum'>,
	): void {
		const { document, stage } = this.take(documentId, 'sent');
		const { idempotencyKey } = stage;
		const createdAt: unknown = job.created_at;
		const named: NamedStage = {
			name: 'named',
			idempotencyKey,
			jobId: job.id,
			createdAt: typeof createdAt === 'string' ? createdAt : undefined,
			status: readJobState(job),
			credits: readCharge(job),
			paidBefore,
			isInSum,
		};
		this.put({ ...document, stage: named });
	}

	/** An answer has shown the state of the document's job. Answers about its earlier jobs change nothing. */
	see(documentId: string, job: Job): void {
		const document = this.getDocument(documentId);
		if (document?.stage.name !== 'named' || document.stage.jobId !== job.id) return;
		const { stage } = document;
		const credits = readCharge(job) ?? stage.credits;
		this.put({ ...document, stage: { ...stage, status: readJobState(job), credits } });
	}

	/**
	 * This execution has looked at the document's job. If another unit has moved the document to its next job meanwhile,
	 * nothing changes.
	 */
	look(documentId: string, jobId: string, isOfNoUse: boolean): void {
		const document = this.getDocument(documentId);
		if (document?.stage.name !== 'named' || document.stage.jobId !== jobId) return;
		const look = { executionId: this.executionId, isOfNoUse };
		this.put({ ...document, stage: { ...document.stage, look } });
	}

	/**
	 * Records that the service has given an upload to a unit. Two units never share one: storage would have only the
	 * file of the second, for both.
	 *
	 * @returns whether the unit has it alone
	 */
	claimUpload(connection: string, uploadKey: string, owner: symbol): boolean {
		const id = this.identifyUpload(connection, uploadKey);
		const upload = this.uploads.get(id) ?? { owner };
		this.uploads.set(id, upload);
		if (upload.owner === owner) return true;
		if (upload.documentId !== undefined) this.markMixedUp(upload.documentId);
		upload.owner = MIXED_UP;
		return false;
	}

	/**
	 * Records that a document is about to be submitted with an upload.
	 *
	 * @returns false if the service has given the upload to another unit, too
	 */
	useUpload({ connection, id: documentId }: NewDocument, uploadKey: string): boolean {
		const upload = this.uploads.get(this.identifyUpload(connection, uploadKey));
		if (upload) upload.documentId = documentId;
		return upload?.owner !== MIXED_UP;
	}

	private identifyUpload(connection: string, uploadKey: string): string {
		return fingerprint([this.getAccount(connection), uploadKey]);
	}

	/**
	 * Records that the service has named a job for a document. Two contents never share a job, because one document would
	 * get the tagged PDF of the other: such a job belongs to neither.
	 *
	 * @returns `new` for a job that was not known, `known` for one of the same content, `mixed up` for one of another
	 * content
	 */
	claimJob({ connection, content, id }: NewDocument, jobId: string): 'new' | 'known' | 'mixed up' {
		const { documents, jobs } = this.stored;
		const account = this.getAccount(connection);
		const key = fingerprint([account, jobId]).slice(0, 16);
		const owner = content.slice(0, 12);
		const known = jobs[key];
		jobs[key] ??= owner;
		if (known === undefined) return 'new';
		if (known === owner) return 'known';
		this.markMixedUp(id);
		for (const other of Object.values(documents)) {
			const hasJob = listJobs(other).some((job) => job.jobId === jobId);
			if (hasJob && this.getAccount(other.connection) === account) this.markMixedUp(other.id);
		}
		return 'mixed up';
	}

	private markMixedUp(id: string): void {
		if (!this.mixedUp.has(id)) this.mixedUp.set(id, { isNew: true });
	}

	/**
	 * Documents that the service has mixed up with others in this execution. `isNew` says that no earlier call has
	 * returned the document.
	 */
	takeMixedUp(): Array<{ document: KnownDocument; isNew: boolean }> {
		return [...this.mixedUp].flatMap(([id, { isNew }]) => {
			this.mixedUp.set(id, { isNew: false });
			const document = this.getDocument(id);
			return document ? [{ document, isNew }] : [];
		});
	}

	/** The document of a unit; undefined if this execution has not found or assigned it yet, or if it was forgotten. */
	getDocumentOf(unitKey: string): KnownDocument | undefined {
		if (!this.confirmed.has(unitKey)) return undefined;
		return this.getDocument(this.stored.units[unitKey]?.documentId ?? '');
	}

	/** The documents that a unit had in this execution before its URL gave another content, as far as they are known. */
	listReplaced(unitKey: string): KnownDocument[] {
		const replaced = this.confirmed.has(unitKey) ? this.stored.units[unitKey]?.replaced : undefined;
		return (replaced ?? []).flatMap((id) => this.getDocument(id) ?? []);
	}

	/** A document that must be in this stage. Any other stage is a mistake in the code, and the user could pay twice. */
	private take<Name extends Stage['name']>(documentId: string, name: Name) {
		const document = this.getDocument(documentId);
		if (!document) throw new Error('The ledger does not know the document');
		return { document, stage: requireStage(document, name) };
	}

	private put(document: KnownDocument): void {
		const { documents } = this.stored;
		const before = documents[document.id];
		this.add(document, countCredits(document) - (before ? countCredits(before) : 0));
		documents[document.id] = document;
	}

	private drop(document: KnownDocument): void {
		this.add(document, -countCredits(document));
		Reflect.deleteProperty(this.stored.documents, document.id);
	}

	private add({ connection }: Pick<NewDocument, 'connection'>, credits: number): void {
		this.credits.set(this.getAccount(connection), this.getSpent(connection) + credits);
	}

	private sumUp(): void {
		const { documents, spent } = this.stored;
		this.credits = new Map();
		for (const [connection, credits] of Object.entries(spent)) this.add({ connection }, credits);
		for (const document of Object.values(documents)) this.add(document, countCredits(document));
	}
}

function requireStage<Name extends Stage['name']>(
	{ stage }: KnownDocument,
	name: Name,
): Extract<Stage, { name: Name }> {
	if (stage.name !== name) throw new Error(`The document is "${stage.name}", not "${name}"`);
	return stage as Extract<Stage, { name: Name }>;
}

/** The ID of a document at a connection. */
export function nameDocument(connection: string, jobsOf: string): string {
	return fingerprint([connection, jobsOf]).slice(0, 32);
}

/** Pages of a document if their number is not known: no PDF has fewer. A page costs one credit (interface 8). */
const MIN_PAGES = 1;

/** Credits that a job is expected to cost. */
function estimateCredits({ pages = MIN_PAGES }: NewDocument): number {
	return pages;
}

/** Credits that a document's jobs add to the sum. */
function countCredits(document: KnownDocument): number {
	const { stage } = document;
	const jobs = listJobs(document).filter((job) => !job.isInSum && job.paidBefore !== true);
	const named = jobs.reduce((sum, job) => sum + countJob(job, document), 0);
	return named + (stage.name === 'named' || stage.isInSum ? 0 : estimateCredits(document));
}

/**
 * Credits that a named job adds to the sum. Until it has ended, it adds at least the document's pages: a service may
 * charge page by page.
 */
function countJob(job: NamedStage, document: NewDocument): number {
	const { credits } = job;
	const pages = estimateCredits(document);
	return hasEnded(job) ? (credits ?? pages) : Math.max(credits ?? 0, pages);
}

/**
 * Credits that the service has charged for a job; undefined if it has not said so. A 0 says so only once the job has
 * ended.
 */
function readCharge(job: Job): number | undefined {
	const credits = readCredits(job);
	return credits === 0 && !hasEnded(job) ? undefined : credits;
}
