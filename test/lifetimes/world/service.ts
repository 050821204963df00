import type { DocumentPlan, RequestKind, ServicePlan } from '../plan';
import type { Clock } from './clock';
import type { Faults } from './faults';
import { contentOf, taggedPdfOf } from './pdf';
import { cut, empty, errorOf, json, page, pdf, s3, type Response } from './responses';
import { readAll } from './stream';

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

/** A job, with data that only the model knows. */
export interface Job {
	/** Unique in its account only. */
	id: string;
	account: number;
	key: string;
	content: number;
	options: string;
	pages: number;
	filename: string;
	fate: DocumentPlan['fate'];
	/** True time of submission and of the end. */
	createdAt: number;
	endsAt: number;
	createdBy: string;
	credits: number;
	bodyText: string;
	/** The first answer, for a service that repeats it. */
	firstAnswer?: object;
}

interface JobSubmission {
	key: string;
	filename: string;
	options?: { ocr?: boolean; embed_fonts?: boolean };
}

/** An answer and the job it mentions. */
type Answer = Response & { tells?: Job };

/** The content of a document, with the document's plan. */
export interface Content extends DocumentPlan {
	content: number;
	pdf: Buffer;
}

const UPLOAD_LASTS_MS = 3_600_000;
/** More than the minute that makes a job an earlier one, by the jumps and the seconds of the clocks. */
const OLD_MS = 70_000;
/** How long a result exists if it expires in the life. */
const RESULT_LASTS_MS = 3_000_000;

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
	readonly jobs: Job[] = [];
	/** Credits of each account. */
	readonly credits: number[];
	/** Ends faults that would otherwise last forever. */
	private isHealed = false;
	/** Called when a job is charged, after it is in the ledger. */
	onCharge: (job: Job) => void = () => {};
	/** Called when an answer mentions a job to a caller. */
	onTold: (caller: string, job: Job) => void = () => {};
	/** Called when a caller reads the source of an item. */
	onRead: (caller: string, place: number) => void = () => {};
	private readonly uploads = new Map<string, { content: number; until: number }>();
	private readonly byKey = new Map<string, Job>();
	private readonly byId = new Map<string, Job>();
	private count = 0;

	constructor(
		private readonly plan: ServicePlan,
		private readonly contents: ReadonlyMap<number, Content>,
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.credits = [plan.credits, plan.credits];
	}

	/** Ends all faults. */
	heal(credits: number): void {
		this.isHealed = true;
		this.credits.fill(credits);
	}

	job(account: number, id: string): Job | undefined {
		return this.byId.get(`${account} ${id}`);
	}

	/** Whether a repeat of the job's key makes a new job. */
	hasForgottenKeyOf(job: Job): boolean {
		return this.clock.time - job.createdAt > this.plan.keepsKeysMs;
	}

	/** Whether the service's clocks show that a job was made more than a minute before a moment. */
	showsAge({ createdAt }: Job, time: number): boolean {
		const { clockAheadMs, createdAt: form, dateAheadMs, sendsDate } = this.plan;
		const isReadable = form === 'utc' || form === 'offset';
		const age = time - createdAt + dateAheadMs - clockAheadMs;
		return isReadable && sendsDate === 'always' && age > OLD_MS;
	}

	/** Whether the service's clocks always show that a new job is new. */
	get hasTrueClocks(): boolean {
		const { clockAheadMs, createdAt, dateAheadMs, jumpsClock, sendsDate } = this.plan;
		const isReadable = createdAt === 'utc' || createdAt === 'offset';
		return isReadable && sendsDate === 'always' && clockAheadMs === dateAheadMs && !jumpsClock;
	}

	/** Current status of a job. */
	stateOf(job: Job): 'processing' | 'completed' | 'failed' | 'gone' {
		const { time } = this.clock;
		if (job.fate === 'failsAtOnce') return 'failed';
		if (job.fate === 'neverEnds' && !this.isHealed) return 'processing';
		if (time < job.endsAt) return 'processing';
		if (job.fate === 'fails') return 'failed';
		return job.fate === 'vanishes' ? 'gone' : 'completed';
	}

	/** Cost of a job so far; a failed job may be refunded. */
	chargeOf(job: Job): number {
		return this.plan.refundsFailed && this.stateOf(job) === 'failed' ? 0 : job.credits;
	}

	/** Whether a job can no longer deliver a result. */
	isLost(job: Job): boolean {
		const state = this.stateOf(job);
		return state === 'failed' || state === 'gone' || this.hasLostResult(job);
	}

	private hasLostResult({ endsAt, fate }: Job): boolean {
		const { time } = this.clock;
		if (fate === 'expires') return time > endsAt + RESULT_LASTS_MS;
		return fate === 'resultVanishes' && time >= endsAt;
	}

	/**
	 * Answers a request according to the interface, or with its fault.
	 *
	 * @param caller call of the node that the ledger charges
	 * @returns undefined if no answer ever comes
	 */
	async answer(request: Request, faults: Faults, caller: string): Promise<Response | undefined> {
		const kind = kindOf(request);
		await this.clock.pause(this.plan.latencyMs, ALWAYS);
		const fault = faults.next(kind);
		if (fault?.refusal) {
			closeBody(request.body);
			throw fault.refusal;
		}
		if (!fault) {
			const { tells, ...response } = await this.effect(kind, request, caller);
			if (tells) this.onTold(caller, tells);
			if (response.statusCode < 300) faults.recordSuccess(request.apiKey);
			return this.dated(kind, response);
		}
		if (fault.takesEffect || fault.cuts) {
			const real = await this.effect(kind, request, caller);
			if (fault.cuts) return await cut(this.dated(kind, real));
		} else if (kind === 'upload' && fault.answer) {
			await readAll(request.body);
		} else closeBody(request.body);
		if (fault.error) throw fault.error;
		return fault.answer && this.dated(kind, fault.answer());
	}

	/** Adds the `Date` header, which has no milliseconds. */
	private dated(kind: RequestKind, { headers, ...response }: Response): Response {
		const { dateAheadMs, sendsDate } = this.plan;
		const isOfOthers = ['upload', 'download', 'source'].includes(kind);
		const isMissing = sendsDate === 'never' || (sendsDate === 'sometimes' && this.random() < 0.5);
		if (isOfOthers || isMissing) return { ...response, headers };
		const date = new Date(this.clock.truth + dateAheadMs).toUTCString();
		return { ...response, headers: { ...headers, date } };
	}

	private async effect(kind: RequestKind, request: Request, caller: string): Promise<Answer> {
		const account = accountOf(API_KEYS.findIndex((key) => key === request.apiKey));
		switch (kind) {
			case 'account': {
				const credits = this.credits[account];
				return json(200, { account_id: `${account}`, plan: null, credits_available: credits });
			}
			case 'createUpload':
				return this.createUpload();
			case 'upload':
				return await this.takeUpload(request);
			case 'submit':
				return this.submit(request, account, caller);
			case 'job':
				return this.tellJob(this.job(account, lastPart(request.url)));
			case 'result':
				return this.tellResult(this.job(account, lastPart(request.url.replace(/\/result$/, ''))));
			case 'download':
				return this.giveResult(request.url);
			case 'source':
				return this.giveSource(request.url, caller);
		}
	}

	private createUpload(): Response {
		const key = `uploads/${++this.count}`;
		const fields = { key, policy: `policy-of-${this.count}` };
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

	private submit({ body, headers = {} }: Request, account: number, caller: string): Answer {
		const bodyText = String(body);
		const key = `${account} ${String(headers['Idempotency-Key'])}`;
		const first = this.byKey.get(key);
		if (first && !this.hasForgottenKeyOf(first)) return this.repeat(first, bodyText);
		const asked = JSON.parse(bodyText) as JobSubmission;
		const upload = this.uploads.get(asked.key);
		if (!upload || upload.until < this.clock.time) return json(400, errorOf('No such upload'));
		const content = this.contents.get(upload.content);
		if (!content) return json(400, errorOf('No such upload'));
		const credits = this.credits[account] ?? 0;
		if (credits < content.pages) return json(402, errorOf('Not enough credits'));
		this.credits[account] = credits - content.pages;
		const job = this.create(content, { account, key, bodyText, createdBy: caller });
		this.onCharge(job);
		const shown = this.shown(job);
		job.firstAnswer = { ...shown, status: 'processing' };
		const told = this.plan.repeat === 'replay' ? job.firstAnswer : shown;
		return { ...json(202, told), tells: job };
	}

	private repeat(first: Job, bodyText: string): Answer {
		const isNew = this.clock.time - first.createdAt < this.plan.createsForMs;
		if (isNew) return json(409, errorOf('The job is still being created'));
		const { repeat } = this.plan;
		if (bodyText !== first.bodyText && repeat === 'conflict') {
			return json(409, errorOf('This key was used with another body'));
		}
		const told = repeat === 'replay' ? first.firstAnswer : undefined;
		return { ...json(202, told ?? this.shown(first)), tells: first };
	}

	private create(
		{ content, fate, fatedJobs, jobMs, pages }: Content,
		own: Pick<Job, 'account' | 'bodyText' | 'createdBy' | 'key'>,
	): Job {
		const { filename, options } = JSON.parse(own.bodyText) as JobSubmission;
		const { ocr = false, embed_fonts: embedFonts = false } = options ?? {};
		const ofAccount = this.jobs.filter(({ account }) => account === own.account);
		const before = ofAccount.filter((job) => job.content === content).length;
		const { time } = this.clock;
		const job: Job = {
			...own,
			id: `job-${ofAccount.length + 1}`,
			content,
			options: JSON.stringify({ ocr, embed_fonts: embedFonts }),
			pages,
			filename,
			fate: before < fatedJobs ? fate : 'completes',
			createdAt: time,
			endsAt: time + jobMs,
			credits: pages,
		};
		this.jobs.push(job);
		this.byKey.set(own.key, job);
		this.byId.set(`${own.account} ${job.id}`, job);
		return job;
	}

	private tellJob(job: Job | undefined): Answer {
		if (!job || this.stateOf(job) === 'gone') return json(404, errorOf('No such job'));
		return { ...json(200, this.shown(job)), tells: job };
	}

	private tellResult(job: Job | undefined): Response {
		const state = job && this.stateOf(job);
		if (!job || state === 'gone') return json(404, errorOf('No such job'));
		if (state !== 'completed') return json(409, errorOf('The job is not completed yet'));
		if (job.fate === 'expires' && this.hasLostResult(job)) return json(410, errorOf('Expired'));
		const { urlSeconds } = this.plan;
		const until = this.clock.time + urlSeconds * 1000;
		const place = `${STORAGE_URL}/results/${job.account}/${job.id}`;
		const url = `${place}?until=${until}&signature=0123456789`;
		return json(200, { result_url: url, expires_in: urlSeconds });
	}

	private giveResult(url: string): Response {
		const { pathname, searchParams } = new URL(url);
		const [, account, id] = /results\/(\d)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
		const job = this.job(Number(account), id ?? '');
		const content = job && this.contents.get(job.content);
		if (!content || this.hasLostResult(job)) return s3(404, 'NoSuchKey');
		if (Number(searchParams.get('until')) < this.clock.time) return s3(403, 'AccessDenied');
		return pdf(taggedPdfOf({ ...content, pages: job.pages }, `${job.account}/${job.id}`));
	}

	private giveSource(url: string, caller: string): Response {
		const { pathname, searchParams } = new URL(url);
		this.onRead(caller, Number(searchParams.get('item')));
		const content = this.contents.get(Number(/(\d+)\.pdf/.exec(pathname)?.[1]));
		if (!content || Number(searchParams.get('until')) < this.clock.time) return page(403);
		return pdf(content.pdf);
	}

	private shown(job: Job): object {
		const state = this.stateOf(job);
		const isUncounted = this.plan.countsLate && state === 'processing';
		const isRefunded = this.plan.refundsFailed && state === 'failed';
		return {
			id: job.id,
			// A repeated key may still name a job that has been deleted.
			status: state === 'gone' ? 'completed' : state,
			filename: job.filename,
			credits_used: isUncounted || isRefunded ? 0 : job.credits,
			options: JSON.parse(job.options) as object,
			created_at: this.createdAt(job),
			...(this.plan.sendsErrorField ? { error: null } : {}),
		};
	}

	private createdAt({ createdAt }: Job): string {
		const { clockAheadMs, createdAt: form, jumpsClock, tellsWholeSeconds } = this.plan;
		const jump = jumpsClock ? Math.round((this.random() - 0.5) * 10_000) : 0;
		const created = this.clock.epoch + createdAt + clockAheadMs + jump;
		const at = tellsWholeSeconds ? Math.floor(created / 1000) * 1000 : created;
		const asUtc = (ms: number) => new Date(ms).toISOString();
		switch (form) {
			case 'utc':
				return asUtc(at);
			case 'offset':
				return asUtc(at + 7_200_000).replace('Z', '+02:00');
			case 'withoutZone':
				return asUtc(at).replace('Z', '');
			case 'unreadable':
				return 'a while ago';
		}
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

function lastPart(url: string): string {
	return decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
}

function closeBody(body: unknown): void {
	if (body instanceof Object && 'destroy' in body) (body as { destroy(): void }).destroy();
}
