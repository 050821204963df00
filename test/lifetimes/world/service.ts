import type { DocumentPlan, RequestKind, ServicePlan } from '../plan';
import type { Clock } from './clock';
import type { Faults } from './faults';
import { type Job, Jobs, type ShownJob } from './jobs';
import { type KeyRecord, Keys } from './keys';
import { contentOf, taggedPdfOf } from './pdf';
import { cut, empty, errorOf, json, page, pdf, type Response, storageError } from './responses';
import { readAll } from './stream';
import { ServiceTimes } from './times';

export const SERVICE_URL = 'https://service.test';
const STORAGE_URL = 'https://storage.test';
const SOURCE_URL = 'https://files.test';

/** A request to n8n's HTTP client. */
export interface Request {
	method?: string;
	url: string;
	headers?: Record<string, unknown>;
	body?: unknown;
	/** The API key, which n8n's client adds. */
	apiKey?: string;
}

interface JobSubmission {
	key: string;
	filename: string;
	options?: { ocr?: boolean; embed_fonts?: boolean };
}

/** An answer, and what it says of a job. */
type Answer = Response & { tells?: { job: Job; shown: ShownJob } };

/** A file of a life, with the plan of its document. */
export interface Content extends DocumentPlan {
	content: number;
	pdf: Buffer;
	/** What its URL gives later. */
	later?: Content;
}

/** Receives what the service does; a caller is a call of the node. */
export interface ServiceWitness {
	charged: (job: Job) => void;
	/** An answer shows a job to a caller. */
	told: (caller: string, job: Job, shown: ShownJob) => void;
	/** A submission of a caller has no regular answer. */
	lost: (caller: string, content: number) => void;
	/** A caller reads the source of an item. */
	read: (caller: string, place: number) => void;
}

const UPLOAD_LASTS_MS = 3_600_000;

/** API keys, with the account of each. */
export const API_KEYS = ['key-of-an-account', 'new-key-of-it', 'key-of-another-account'] as const;

/** Account of an API key, by its index. */
export function accountOf(credential: number): number {
	return credential === 2 ? 1 : 0;
}

/** A link to the source of an item; it expires. */
export function sourceUrl({ content, linkSeconds }: Content, place: number, time: number): string {
	const until = time + linkSeconds * 1000;
	return `${SOURCE_URL}/document-${content}.pdf?item=${place}&until=${until}`;
}

/** Models the Document Tagging Service, its storage, and the server of the source documents. */
export class ServiceModel {
	readonly times: ServiceTimes;
	readonly jobs: Jobs;
	/** Credits of each account. */
	readonly credits: number[];
	/** Faults that would otherwise last for months have ended. */
	isHealed = false;
	private readonly keys: Keys;
	private readonly uploads = new Map<string, { content: number; until: number }>();
	private uploadCount = 0;

	constructor(
		readonly plan: ServicePlan,
		private readonly contents: ReadonlyMap<number, Content>,
		private readonly clock: Clock,
		random: () => number,
		private readonly witness: ServiceWitness,
	) {
		this.credits = [plan.credits, plan.credits];
		this.times = new ServiceTimes(plan, clock, random);
		this.jobs = new Jobs(plan, clock, this.times);
		this.keys = new Keys(plan.keepsKeys, clock);
	}

	/** Ends the firewall's month, and adds credits. */
	heal(credits: number): void {
		this.isHealed = true;
		this.addCredits(credits);
	}

	addCredits(credits: number): void {
		for (const account of this.credits.keys())
			this.credits[account] = (this.credits[account] ?? 0) + credits;
	}

	/** What the service knows under the idempotency key of a job. */
	findKey(job: Job): KeyRecord | undefined {
		return this.keys.find(job.key);
	}

	/**
	 * Answers a request according to the interface, or with its fault.
	 *
	 * @param caller call of the node that is charged
	 * @returns undefined if no answer ever comes
	 */
	async answer(request: Request, faults: Faults, caller: string): Promise<Response | undefined> {
		const kind = kindOf(request);
		await this.clock.pause(this.plan.latencyMs, ALWAYS);
		if (this.isBlocked(kind)) {
			faults.met += 1;
			await endBody(kind, request);
			return page(403);
		}
		const fault = faults.next(kind);
		if (!fault) {
			const { tells, ...response } = await this.effect(kind, request, caller);
			if (tells) this.witness.told(caller, tells.job, tells.shown);
			if (response.statusCode < 300) faults.recordSuccess(request.apiKey);
			return this.dated(kind, response);
		}
		if (kind === 'submit') this.witness.lost(caller, this.contentOf(request));
		if (fault.refusal) {
			closeBody(request.body);
			throw fault.refusal;
		}
		if (fault.kind === 'missing') this.deny(this.findJob(request));
		if (fault.takesEffect || fault.cuts) {
			const real = await this.effect(kind, request, caller);
			if (fault.cuts) return await cut(this.dated(kind, real));
		} else if (fault.answer) await endBody(kind, request);
		else closeBody(request.body);
		if (fault.error) throw fault.error;
		return fault.answer && this.dated(kind, fault.answer());
	}

	/** Whether the firewall answers instead. */
	private isBlocked(kind: RequestKind): boolean {
		const { forMs, fromMs, server } = this.plan.firewall;
		const { time } = this.clock;
		if (this.isHealed || time < fromMs || time >= fromMs + forMs || kind === 'source') return false;
		return server === (isOfStorage(kind) ? 'storage' : 'service');
	}

	/** Adds the `Date` header. */
	private dated(kind: RequestKind, { headers, ...response }: Response): Response {
		const isOfOthers = isOfStorage(kind) || kind === 'source';
		const date = isOfOthers ? undefined : this.times.tellDate();
		return { ...response, headers: date === undefined ? headers : { ...headers, date } };
	}

	private async effect(kind: RequestKind, request: Request, caller: string): Promise<Answer> {
		switch (kind) {
			case 'account': {
				const account = findAccount(request);
				const credits = this.credits[account];
				return json(200, { account_id: `${account}`, plan: null, credits_available: credits });
			}
			case 'createUpload':
				return this.createUpload();
			case 'upload':
				return await this.takeUpload(request);
			case 'submit':
				return this.submit(request, caller);
			case 'job':
				return this.tellJob(this.findJob(request));
			case 'result':
				return this.tellResult(this.findJob(request));
			case 'download':
				return this.giveResult(request.url);
			case 'source':
				return this.giveSource(request.url, caller);
		}
	}

	private createUpload(): Response {
		const key = `uploads/${++this.uploadCount}`;
		const fields = { key, policy: `policy-of-${this.uploadCount}` };
		return json(201, { upload_url: `${STORAGE_URL}/form`, fields, key });
	}

	private async takeUpload({ body }: Request): Promise<Response> {
		const bytes = await readAll(body);
		const key = /name="key"\r\n\r\n([^\r]+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
		const content = contentOf(bytes);
		if (content === undefined) return json(400, errorOf('No file'));
		this.uploads.set(key, { content, until: this.clock.time + UPLOAD_LASTS_MS });
		return empty();
	}

	private submit(request: Request, caller: string): Answer {
		const account = findAccount(request);
		const bodyText = String(request.body);
		const key = `${account} ${String(request.headers?.['Idempotency-Key'])}`;
		const known = this.keys.find(key);
		if (known) return this.repeat(known, bodyText);
		const record: KeyRecord = { bodyText, usedAt: this.clock.time };
		const made = this.createJob(bodyText, { account, createdBy: caller, key });
		if ('refusal' in made) {
			const { body, statusCode } = (record.refusal = made.refusal);
			if (this.plan.storesRefusals) this.keys.store(key, record);
			return json(statusCode, body);
		}
		this.keys.store(key, { ...record, job: made });
		this.witness.charged(made);
		const shown = this.jobs.show(made);
		made.firstAnswer = { ...shown, status: 'processing' };
		return this.answerWith(202, made, this.plan.repeat === 'replay' ? made.firstAnswer : shown);
	}

	private repeat({ bodyText, job, refusal, usedAt }: KeyRecord, repeated: string): Answer {
		const { createsForMs, repeat } = this.plan;
		if (this.clock.time - usedAt < createsForMs) {
			return json(409, errorOf('The job is still being created'));
		}
		if (bodyText !== repeated && repeat === 'conflict') {
			return json(409, errorOf('This key was used with another body'));
		}
		if (refusal) return json(refusal.statusCode, refusal.body);
		if (!job) throw new Error('The key stands for nothing');
		const told = repeat === 'replay' ? job.firstAnswer : undefined;
		return this.answerWith(202, job, told ?? this.jobs.show(job));
	}

	private createJob(
		bodyText: string,
		own: Pick<Job, 'account' | 'createdBy' | 'key'>,
	): Job | { refusal: NonNullable<KeyRecord['refusal']> } {
		const { filename, key, options } = JSON.parse(bodyText) as JobSubmission;
		const upload = this.uploads.get(key);
		const isKnown = upload && upload.until >= this.clock.time;
		const content = isKnown === true ? this.contents.get(upload.content) : undefined;
		if (!content) return { refusal: { statusCode: 400, body: errorOf('No such upload') } };
		const credits = this.credits[own.account] ?? 0;
		if (credits < content.pages) {
			return { refusal: { statusCode: 402, body: errorOf('Not enough credits') } };
		}
		this.credits[own.account] = credits - content.pages;
		const { ocr = false, embed_fonts = false } = options ?? {};
		const text = JSON.stringify({ ocr, embed_fonts });
		return this.jobs.create(content, { ...own, content: content.content, filename, options: text });
	}

	private answerWith(statusCode: number, job: Job, shown: ShownJob): Answer {
		return { ...json(statusCode, shown), tells: { job, shown } };
	}

	private tellJob(job: Job | undefined): Answer {
		if (!job || this.jobs.isMissing(job)) return this.deny(job);
		return this.answerWith(200, job, this.jobs.show(job));
	}

	private tellResult(job: Job | undefined): Response {
		if (!job || this.jobs.isMissing(job)) return this.deny(job);
		switch (this.jobs.resultOf(job)) {
			case 'notReady':
				return json(409, errorOf('The job is not completed yet'));
			case 'notFound':
				return this.deny(job);
			case 'expired':
				return this.deny(job, 410);
			case 'notInStorage':
			case 'there': {
				const { urlSeconds } = this.plan;
				const until = this.clock.time + urlSeconds * 1000;
				const place = `${STORAGE_URL}/results/${job.account}/${job.id}`;
				const url = `${place}?until=${until}&signature=0123456789`;
				return json(200, { result_url: url, expires_in: urlSeconds });
			}
		}
	}

	/** Says that there is no such job, or no result of it. */
	private deny(job: Job | undefined, statusCode = 404): Response {
		if (job) job.deniedAt = this.clock.time;
		return json(statusCode, errorOf('No such job'));
	}

	private giveResult(url: string): Response {
		const { pathname, searchParams } = new URL(url);
		const [, account, id] = /results\/(\d)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
		const job = this.jobs.find(Number(account), id ?? '');
		const content = job && this.contents.get(job.content);
		if (!content || this.jobs.resultOf(job) !== 'there') return this.missObject(job);
		if (Number(searchParams.get('until')) < this.clock.time)
			return storageError(403, 'AccessDenied');
		return pdf(taggedPdfOf({ ...content, pages: job.pages }, `${job.account}/${job.id}`));
	}

	/** Storage's words for an object that it does not have. Only some of them say so. */
	private missObject(job: Job | undefined): Response {
		const { missingObject } = this.plan;
		if (missingObject === 'page') return page(404);
		if (missingObject === 'AccessDenied') return storageError(403, missingObject);
		this.deny(job);
		return storageError(404, missingObject);
	}

	private giveSource(url: string, caller: string): Response {
		const { pathname, searchParams } = new URL(url);
		this.witness.read(caller, Number(searchParams.get('item')));
		const content = this.contents.get(Number(/(\d+)\.pdf/.exec(pathname)?.[1]));
		if (!content || Number(searchParams.get('until')) < this.clock.time) return page(403);
		const hasChanged = this.clock.time >= content.changesAfterMs;
		return pdf((hasChanged ? content.later : undefined)?.pdf ?? content.pdf);
	}

	/** The job that a request is about. */
	private findJob(request: Request): Job | undefined {
		const id = lastPart(request.url.replace(/\/result$/, ''));
		return this.jobs.find(findAccount(request), id);
	}

	/** The file that a submission is about; -1 if nobody knows it. */
	private contentOf({ body }: Request): number {
		const { key } = JSON.parse(String(body)) as JobSubmission;
		return this.uploads.get(key)?.content ?? -1;
	}
}

const ALWAYS = { alive: true };

function kindOf({ method, url }: Request): RequestKind {
	if (url.startsWith(SOURCE_URL)) return 'source';
	if (url.startsWith(STORAGE_URL)) return method === 'POST' ? 'upload' : 'download';
	if (url.endsWith('/v1/me')) return 'account';
	if (url.endsWith('/v1/uploads')) return 'createUpload';
	if (url.endsWith('/v1/jobs')) return 'submit';
	return url.endsWith('/result') ? 'result' : 'job';
}

function isOfStorage(kind: RequestKind): boolean {
	return kind === 'upload' || kind === 'download';
}

function findAccount({ apiKey }: Request): number {
	return accountOf(API_KEYS.findIndex((key) => key === apiKey));
}

function lastPart(url: string): string {
	return decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
}

/** Whoever answers an upload reads it first. */
async function endBody(kind: RequestKind, { body }: Request): Promise<void> {
	if (kind === 'upload') await readAll(body);
	else closeBody(body);
}

function closeBody(body: unknown): void {
	if (body instanceof Object && 'destroy' in body) (body as { destroy(): void }).destroy();
}
