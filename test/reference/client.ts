import { PassThrough } from 'node:stream';
import FormData from 'form-data';
import { request } from 'undici';
import type { components } from '../../contract/service';

type Schemas = components['schemas'];

/** An answer of the API: its status, headers and JSON body. */
export interface Answer<Body> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: Body;
}

/**
 * The service's flow, written only from the interface with `undici` and `form-data`. It shares no code
 * with the nodes, so it proves the sandbox with an independent client.
 */
export class ReferenceClient {
	constructor(
		private readonly baseUrl: string,
		private readonly apiKey: string,
	) {}

	async getAccount() {
		return await this.call<Schemas['Account']>('GET', '/v1/me');
	}

	async createUpload(body?: Schemas['UploadRequest']) {
		return await this.call<Schemas['Upload']>('POST', '/v1/uploads', body);
	}

	async submitJob(body: unknown, idempotencyKey?: string) {
		const headers: Record<string, string> = {};
		if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
		return await this.call<Schemas['Job']>('POST', '/v1/jobs', body, headers);
	}

	async getJob(id: string) {
		return await this.call<Schemas['Job']>('GET', `/v1/jobs/${encodeURIComponent(id)}`);
	}

	async getResult(id: string) {
		return await this.call<Schemas['Result']>('GET', `/v1/jobs/${encodeURIComponent(id)}/result`);
	}

	/** Stores a PDF with a fresh presigned POST; returns the key for the submission. */
	async upload(pdf: Uint8Array, filename?: string): Promise<string> {
		const { body } = await this.createUpload(filename === undefined ? undefined : { filename });
		const { status, text } = await postForm(body.upload_url, body.fields, pdf);
		if (status >= 300) throw new Error(`The storage answered ${status}: ${text}`);
		return body.key;
	}

	private async call<Body>(
		method: 'GET' | 'POST',
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer<Body>> {
		const json = body === undefined ? {} : { 'content-type': 'application/json' };
		const answer = await request(this.baseUrl + path, {
			method,
			headers: { authorization: `Bearer ${this.apiKey}`, ...json, ...headers },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const parsed = (await answer.body.json()) as Body;
		return { status: answer.statusCode, headers: answer.headers, body: parsed };
	}
}

/** The presigned POST: every field, the file last, an exact Content-Length. */
export async function postForm(
	url: string,
	fields: Record<string, string>,
	pdf: Uint8Array,
): Promise<{ status: number; text: string }> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('file', Buffer.from(pdf), { filename: 'document.pdf' });
	return await sendForm(url, form);
}

/** Sends any form, including forms that S3 refuses. */
export async function sendForm(
	url: string,
	form: FormData,
): Promise<{ status: number; text: string }> {
	const answer = await request(url, {
		method: 'POST',
		headers: { ...form.getHeaders(), 'content-length': String(form.getLengthSync()) },
		body: form.pipe(new PassThrough()),
	});
	return { status: answer.statusCode, text: await answer.body.text() };
}

/** Fetches a presigned URL. */
export async function download(url: string, headers: Record<string, string> = {}) {
	const answer = await request(url, { headers });
	const bytes = Buffer.from(await answer.body.arrayBuffer());
	return { status: answer.statusCode, headers: answer.headers, bytes };
}
