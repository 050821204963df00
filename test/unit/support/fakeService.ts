import { Readable } from 'node:stream';

import type { Job } from '../../../client/service';
import type { FakeAnswer, FakeRequest } from './fakeExecution';

const TAGGED = Buffer.from('%PDF-1.7 tagged\n%%EOF');

export const jobOf = (id: string, more: Partial<Job> = {}): Job => ({
	id,
	status: 'completed',
	filename: 'report.pdf',
	credits_used: 1,
	options: null,
	created_at: '2026-01-01T00:00:00Z',
	request_id: 'req_1',
	...more,
});

const json = (statusCode: number, body: object): FakeAnswer => ({
	statusCode,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

/** Uploads of all services: no two have the same key. */
let uploads = 0;

/** A minimal service with storage: every submission creates a job, once per key. */
export class FakeService {
	credits = 100;
	/** Whose API key it is. */
	accountOf = (apiKey: string) => `account of ${apiKey}`;
	/** Initial status of new jobs. */
	status: Job['status'] = 'completed';
	/** Its time (ISO 8601), in the `Date` of its answers and as the creation of new jobs. */
	date?: string;
	readonly jobs = new Map<string, Job>();
	/** The requests so far, as `POST /v1/jobs`; those to storage as `POST storage` and `GET storage`. */
	readonly asked: string[] = [];
	readonly submissions: Array<{ key: string; body: unknown; apiKey: unknown }> = [];
	/** Answers instead of the service; undefined lets the service answer. */
	instead: (asked: string, request: FakeRequest) => FakeAnswer | undefined = () => undefined;
	private readonly byKey = new Map<string, Job>();

	readonly answer = (request: FakeRequest): FakeAnswer => {
		const { hostname, pathname } = new URL(request.url);
		const place = hostname === 'storage.example.com' ? 'storage' : pathname;
		const asked = `${request.method ?? 'GET'} ${place}`;
		this.asked.push(asked);
		const answer = this.instead(asked, request) ?? this.own(asked, pathname, request);
		return { ...answer, headers: { ...answer.headers, ...(this.date && { date: this.date }) } };
	};

	private own(asked: string, pathname: string, request: FakeRequest): FakeAnswer {
		switch (asked) {
			case 'GET /v1/me':
				return json(200, {
					account_id: this.accountOf(textOf(request.apiKey)),
					plan: 'free',
					credits_available: this.credits,
				});
			case 'POST /v1/uploads':
				return json(200, {
					upload_url: 'https://storage.example.com/bucket',
					fields: { policy: 'p' },
					key: `upload_${(uploads += 1)}`,
				});
			case 'POST storage':
				return { statusCode: 204 };
			case 'GET storage':
				return { statusCode: 200, body: Readable.from([TAGGED]) };
			case 'POST /v1/jobs':
				return json(202, this.submit(request));
			default:
				return this.ofJob(pathname);
		}
	}

	private submit({ apiKey, body, headers }: FakeRequest): Job {
		const key = textOf(headers?.['Idempotency-Key']);
		this.submissions.push({ key, body: JSON.parse(textOf(body)), apiKey });
		const account = `${this.accountOf(textOf(apiKey))} ${key}`;
		const id = `job_${this.jobs.size + 1}`;
		const created = this.date === undefined ? {} : { created_at: this.date };
		const job = this.byKey.get(account) ?? jobOf(id, { status: this.status, ...created });
		this.byKey.set(account, job);
		this.jobs.set(job.id, job);
		return job;
	}

	private ofJob(pathname: string): FakeAnswer {
		const [, id = '', result] = /^\/v1\/jobs\/([^/]+)(\/result)?$/.exec(pathname) ?? [];
		const job = this.jobs.get(decodeURIComponent(id));
		if (!job) return json(404, { error: { type: 'not_found', message: 'No such job' } });
		return result === undefined
			? json(200, job)
			: json(200, { result_url: 'https://storage.example.com/result', expires_in: 60 });
	}
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	throw new Error(`No text: ${JSON.stringify(value)}`);
}
