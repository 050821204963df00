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
}

/** A job, with data that only the model knows. */
export interface Job {
	id: string;
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
}

/** An answer and the job it mentions. */
type Answer = Response & { tells?: Job };

/** The content of a document, with the document's plan. */
export interface Content extends DocumentPlan {
	content: number;
	pdf: Buffer;
}

const UPLOAD_LASTS_MS = 3_600_000;
/** A link to a source; it expires. */
export function sourceUrl({ content, linkSeconds }: Content, time: number): string {
	return `${SOURCE_URL}/document-${content}.pdf?until=${time + linkSeconds * 1000}`;
}

/** Models the Document Tagging Service, its storage, and the server of the source documents. */
export class ServiceModel {
	readonly jobs: Job[] = [];
	credits: number;
	/** Ends faults that would otherwise last forever. */
	private isHealed = false;
	/** Called when a job is charged, after it is in the ledger. */
	onCharge: (job: Job) => void = () => {};
	/** Called when an answer mentions a job to a caller. */
	onTold: (caller: string, job: Job) => void = () => {};
	private readonly uploads = new Map<string, { content: number; until: number }>();
	private readonly byKey = new Map<string, Job>();
	private readonly byId = new Map<string, Job>();
	private count = 0;
	private skewMs: number;

	constructor(
		private readonly plan: ServicePlan,
		private readonly contents: ReadonlyMap<number, Content>,
		private readonly clock: Clock,
		private readonly random: () => number,
	) {
		this.credits = plan.credits;
		this.skewMs = plan.clockAheadMs;
	}

	/** Ends all faults. */
	heal(credits: number): void {
		this.isHealed = true;
		this.credits = credits;
	}

	job(id: string): Job | undefined {
		return this.byId.get(id);
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
		if (state === 'failed' || state === 'gone') return true;
		return job.fate === 'resultVanishes' && state === 'completed';
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
			return response;
		}
		if (fault.takesEffect || fault.cuts) {
			const real = await this.effect(kind, request, caller);
			if (fault.cuts) return await cut(real);
		} else if (kind === 'upload' && fault.answer) {
			await readAll(request.body);
		} else closeBody(request.body);
		if (fault.error) throw fault.error;
		return fault.answer?.();
	}

	private async effect(kind: RequestKind, request: Request, caller: string): Promise<Answer> {
		switch (kind) {
			case 'account':
				return json(200, { account_id: 'a', plan: null, credits_available: this.credits });
			case 'createUpload':
				return this.createUpload();
			case 'upload':
				return await this.takeUpload(request);
			case 'submit':
				return this.submit(request, caller);
			case 'job':
				return this.tellJob(lastPart(request.url));
			case 'result':
				return this.tellResult(lastPart(request.url.replace(/\/result$/, '')));
			case 'download':
				return this.giveResult(request.url);
			case 'source':
				return this.giveSource(request.url);
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

	private submit({ body, headers = {} }: Request, caller: string): Answer {
		const bodyText = String(body);
		const key = String(headers['Idempotency-Key']);
		const first = this.byKey.get(key);
		if (first) return this.repeat(first, bodyText);
		const asked = JSON.parse(bodyText) as { key: string; filename: string; options: object };
		const upload = this.uploads.get(asked.key);
		if (!upload || upload.until < this.clock.time) return json(400, errorOf('No such upload'));
		const content = this.contents.get(upload.content);
		if (!content) return json(400, errorOf('No such upload'));
		if (this.credits < content.pages) return json(402, errorOf('Not enough credits'));
		const job = this.create(content, key, bodyText, caller);
		this.onCharge(job);
		return { ...json(202, this.shown(job)), tells: job };
	}

	private repeat(first: Job, bodyText: string): Answer {
		const isNew = this.clock.time - first.createdAt < this.plan.createsForMs;
		if (isNew) return json(409, errorOf('The job is still being created'));
		if (bodyText !== first.bodyText && this.plan.repeat === 'conflict') {
			return json(409, errorOf('This key was used with another body'));
		}
		return { ...json(202, this.shown(first)), tells: first };
	}

	private create(content: Content, key: string, bodyText: string, createdBy: string): Job {
		const { filename, options } = JSON.parse(bodyText) as { filename: string; options: object };
		const before = this.jobs.filter((job) => job.content === content.content).length;
		const fate = before < content.fatedJobs ? content.fate : 'completes';
		const { time } = this.clock;
		const job: Job = {
			id: `job-${this.jobs.length + 1}`,
			key,
			content: content.content,
			options: JSON.stringify(options),
			pages: content.pages,
			filename,
			fate,
			createdAt: time,
			endsAt: time + content.jobMs,
			createdBy,
			credits: content.pages,
			bodyText,
		};
		this.credits -= job.credits;
		this.jobs.push(job);
		this.byKey.set(key, job);
		this.byId.set(job.id, job);
		return job;
	}

	private tellJob(id: string): Answer {
		const job = this.byId.get(id);
		if (!job || this.stateOf(job) === 'gone') return json(404, errorOf('No such job'));
		return { ...json(200, this.shown(job)), tells: job };
	}

	private tellResult(id: string): Response {
		const job = this.byId.get(id);
		const state = job && this.stateOf(job);
		if (!job || state === 'gone') return json(404, errorOf('No such job'));
		if (state !== 'completed') return json(409, errorOf('The job is not completed yet'));
		const { urlSeconds } = this.plan;
		const until = this.clock.time + urlSeconds * 1000;
		const url = `${STORAGE_URL}/results/${id}?until=${until}&signature=0123456789`;
		return json(200, { result_url: url, expires_in: urlSeconds });
	}

	private giveResult(url: string): Response {
		const { pathname, searchParams } = new URL(url);
		const job = this.byId.get(lastPart(pathname));
		const content = job && this.contents.get(job.content);
		if (!content || job.fate === 'resultVanishes') return s3(404, 'NoSuchKey');
		if (Number(searchParams.get('until')) < this.clock.time) return s3(403, 'AccessDenied');
		return pdf(taggedPdfOf({ ...content, pages: job.pages }, job.id));
	}

	private giveSource(url: string): Response {
		const { pathname, searchParams } = new URL(url);
		const content = this.contents.get(Number(/(\d+)\.pdf/.exec(pathname)?.[1]));
		if (!content || Number(searchParams.get('until')) < this.clock.time) return page(403);
		return pdf(content.pdf);
	}

	private shown(job: Job): object {
		const state = this.stateOf(job);
		if (this.plan.jumpsClock) this.skewMs += Math.round((this.random() - 0.5) * 20_000);
		const created = this.clock.epoch + job.createdAt + this.skewMs;
		const at = this.plan.tellsWholeSeconds ? Math.floor(created / 1000) * 1000 : created;
		const isUncounted = this.plan.countsLate && state === 'processing';
		const isRefunded = this.plan.refundsFailed && state === 'failed';
		return {
			id: job.id,
			status: state,
			filename: job.filename,
			credits_used: isUncounted || isRefunded ? 0 : job.credits,
			options: JSON.parse(job.options) as object,
			created_at: new Date(at).toISOString(),
			...(this.plan.sendsErrorField ? { error: null } : {}),
		};
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
