import { createHash } from 'node:crypto';

import { type Answer, json, refusal } from './answer';
import type { Step } from './exchange';
import { formOf } from './multipart';

/** A charge; there is one per idempotency key. */
export interface Charge {
	idempotencyKey: string;
	jobId: string;
	/** SHA-256 of the document that was stored, hex. */
	sha256: string;
}

/** A request, independent of its transport. */
export interface Asked {
	/** Address or path. */
	url: string;
	contentType: string;
	idempotencyKey: string;
	/** Reads the body to its end. */
	body: () => Promise<Buffer>;
}

interface Job {
	id: string;
	sha256: string;
	filename: string | null;
	status: 'processing' | 'completed';
	createdAt: string;
}

export function sha256(content: Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

/** Digest of a document that storage has not received completely, whatever storage answered. */
const NEVER_STORED = 'never stored';

/**
 * A correct service without a network: uploads, jobs, one charge per idempotency key, and a unique tagged
 * PDF for every document.
 */
export class World {
	readonly charges: Charge[] = [];
	/** Bytes of a tagged PDF. */
	resultSize = 3_000;
	/** Values of forms and presigned addresses, which only the client and storage may know. */
	readonly secrets: string[] = [];
	/** Digests by upload key. */
	private readonly uploads = new Map<string, string>();
	private readonly jobs = new Map<string, Job>();
	private serial = 0;

	/** @param storage origin of the presigned addresses */
	constructor(
		private readonly storage: string,
		/** Prefix that distinguishes the IDs and secrets of one world from those of another. */
		private readonly name = 'w',
	) {}

	/** The tagged PDF of the document with this digest. */
	taggedOf(digest: string): Buffer {
		const content = Buffer.alloc(this.resultSize, '\n');
		content.write(`%PDF-1.7\n% tagged ${digest}\n`);
		content.write('%%EOF\n', content.length - 6);
		return content;
	}

	/** Executes a request of this step and returns the service's answer. */
	async answer(step: Step, { url, contentType, idempotencyKey, body }: Asked): Promise<Answer> {
		const id = decodeURIComponent(/(?:jobs|result)\/([^/?]+)/.exec(url)?.[1] ?? '');
		switch (step) {
			case 'getAccount':
				return this.account();
			case 'createUpload':
				return this.createUpload();
			case 'store': {
				const form = formOf(contentType, await body());
				return form ? this.store(form.uploadKey, form.file) : { status: 400 };
			}
			case 'submitJob':
				return this.submit(idempotencyKey, String(await body()));
			case 'getJob':
				return this.job(id);
			case 'getResult':
				return this.result(id);
			case 'download':
				return this.download(id);
		}
	}

	private account(): Answer {
		return json(200, { account_id: 'a', credits_available: 1_000, request_id: 'r' });
	}

	private createUpload(): Answer {
		const key = `upload-${this.name}-${this.next()}`;
		this.uploads.set(key, NEVER_STORED);
		const fields = { key, policy: this.secret('policy'), 'x-amz-signature': this.secret('form') };
		return json(201, { upload_url: `${this.storage}/bucket`, fields, key, request_id: 'r' });
	}

	private store(uploadKey: string, content: Buffer): Answer {
		this.uploads.set(uploadKey, sha256(content));
		return { status: 204 };
	}

	private submit(idempotencyKey: string, body: string): Answer {
		const charge = this.charges.find((known) => known.idempotencyKey === idempotencyKey);
		if (charge) return json(202, this.shown(charge.jobId));
		const { key, filename } = JSON.parse(body) as { key: string; filename: string | null };
		const digest = this.uploads.get(key);
		if (digest === undefined) return refusal(400, { message: 'No such upload' });
		const id = `job-${this.name}-${this.next()}`;
		const createdAt = new Date().toISOString();
		this.jobs.set(id, { id, sha256: digest, filename, status: 'processing', createdAt });
		this.charges.push({ idempotencyKey, jobId: id, sha256: digest });
		return json(202, this.shown(id));
	}

	/** Each poll of an unfinished job advances its status. */
	private job(id: string): Answer {
		const job = this.jobs.get(id);
		if (!job) return refusal(404);
		if (job.status === 'processing') {
			job.status = 'completed';
		}
		return json(200, this.shown(id));
	}

	private result(id: string): Answer {
		if (this.jobs.get(id)?.status !== 'completed') return refusal(409);
		const url = `${this.storage}/result/${id}?X-Sig=${this.secret('link')}`;
		return json(200, { result_url: url, expires_in: 60, request_id: 'r' });
	}

	private download(id: string): Answer {
		const job = this.jobs.get(id);
		if (!job) return { status: 404 };
		const body = this.taggedOf(job.sha256);
		const headers = { 'content-type': 'application/pdf', 'content-length': body.length };
		return { status: 200, headers, body };
	}

	private shown(id: string): object {
		const { createdAt, status, filename } = this.jobs.get(id) ?? {};
		const rest = { credits_used: 1, options: null, created_at: createdAt };
		return { id, status, filename, ...rest, request_id: 'r' };
	}

	private secret(kind: string): string {
		const secret = `${kind}${createHash('sha1').update(`${this.name} ${this.next()}`).digest('hex')}`;
		this.secrets.push(secret);
		return secret;
	}

	private next(): number {
		return (this.serial += 1);
	}
}
