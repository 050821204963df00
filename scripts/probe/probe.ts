import { PDFDocument } from '@cantoo/pdf-lib';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { components } from '../../contract/service';

type Job = components['schemas']['Job'];
type Upload = components['schemas']['Upload'];

/** A service and an API key of it. */
export interface ProbedService {
	baseUrl: string;
	apiKey: string;
}

type Tell = (line: string) => void;

interface Answer<Body> {
	status: number;
	/** The `Date` header. */
	date?: string;
	body: Partial<Body>;
}

/** How a service reads a repeated key. */
export type Reading = 'first job' | 'replay' | 'conflict' | 'new job' | 'other';

const POLL_MS = 1_000;
/** Longest wait for the job of one page. */
const JOB_MS = 10 * 60_000;

/**
 * Submits a page under one key, repeats the submission in several ways, and says what came back: all that the rule
 * about money relies on, and that one job can show. Costs one credit, or two if the service stores refusals.
 *
 * @param second another API key of the same account, if there is one
 */
export async function probeKeys(
	service: ProbedService,
	tell: Tell,
	second?: ProbedService,
): Promise<Reading> {
	const before = await readCredits(service);
	tell(`Credits: ${before}`);
	const page = await writePage();
	const [first, other] = [await upload(service, page), await upload(service, page)];
	const { made, key } = await submitAfterRefusal(service, first, tell);
	const { id } = made.body;
	if (made.status >= 300 || id === undefined) throw new Error(describe('The submission', made));
	const found = await getJob(service, id);
	tell(`Job ${id}: ${made.body.status}; right after it, GET answers with status ${found.status}`);
	tellTimes(made, tell);
	const otherBody = await submit(service, key, other);
	tell(describe('The same key with another upload', otherBody));
	if (second) {
		const shared = await submit(second, key, first);
		tell(describe('The same key and body with another API key', shared));
		tell(`Idempotency keys belong to ${shared.body.id === id ? 'the account' : 'an API key'}`);
	}
	const ended = await waitForEnd(service, id, tell);
	const sameBody = await submit(service, key, first);
	tell(describe(`The same key and body, after the job has ${ended}`, sameBody));
	const reading = chooseReading(id, ended, otherBody, sameBody);
	tell(`A repeated key is answered with: ${reading}`);
	tell(`Credits spent: ${before - (await readCredits(service))}`);
	tell(`To see how long a completed job stays, run this again later with --job ${id}`);
	tell('Ask the service how long it remembers an idempotency key: only its owner knows.');
	return reading;
}

/** Submits an upload that does not exist, and then the right one under the same key. */
async function submitAfterRefusal(service: ProbedService, upload: string, tell: Tell) {
	const key = `probe-${randomUUID()}`;
	const refused = await submit(service, key, `missing-${randomUUID()}`);
	tell(describe('An upload that does not exist', refused));
	const made = await submit(service, key, upload);
	const isStored = refused.status >= 400 && made.body.id === undefined;
	tell(`Refusals are ${isStored ? '' : 'not '}stored under a key`);
	if (!isStored) return { key, made };
	const next = `probe-${randomUUID()}`;
	return { key: next, made: await submit(service, next, upload) };
}

/** Says in which form the service gives its times, because the age of a job is read from them. */
function tellTimes({ body, date }: Answer<Job>, tell: Tell): void {
	const at = String(body.created_at);
	const zone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(at) ? 'with its zone' : 'without a zone';
	tell(`created_at is "${at}", ${zone}`);
	const apartMs = Date.parse(at) - Date.parse(date ?? '');
	const apart = Number.isNaN(apartMs) ? '' : `, ${Math.round(apartMs / 1000)} seconds apart`;
	tell(`Date is ${date === undefined ? 'missing' : `"${date}"`}${apart}`);
}

/** Says whether a job and its result are still there, and how old it is. */
export async function probeJob(service: ProbedService, id: string, tell: Tell): Promise<void> {
	const job = await getJob(service, id);
	tell(describe('The job', job));
	const age = Date.now() - Date.parse(job.body.created_at ?? '');
	if (!Number.isNaN(age)) tell(`It was made ${Math.round(age / 60_000)} minutes ago`);
	const result = await call<object>(service, 'GET', `/v1/jobs/${encodeURIComponent(id)}/result`);
	tell(`Its result: status ${result.status}`);
}

function chooseReading(
	id: string,
	ended: string,
	otherBody: Answer<Job>,
	sameBody: Answer<Job>,
): Reading {
	if ([otherBody, sameBody].some(({ body }) => body.id !== undefined && body.id !== id))
		return 'new job';
	if (otherBody.status === 409) return 'conflict';
	if (sameBody.body.id !== id) return 'other';
	return sameBody.body.status === ended ? 'first job' : 'replay';
}

async function waitForEnd(service: ProbedService, id: string, tell: Tell): Promise<string> {
	const began = Date.now();
	for (;;) {
		const { body } = await getJob(service, id);
		if (body.status === 'completed' || body.status === 'failed') return body.status;
		if (Date.now() - began > JOB_MS) throw new Error(`Job ${id} is not done after ten minutes.`);
		tell(`Waiting for the job: ${body.status}`);
		await setTimeout(POLL_MS);
	}
}

async function readCredits(service: ProbedService): Promise<number> {
	const { body, status } = await call<{ credits_available: number }>(service, 'GET', '/v1/me');
	if (body.credits_available !== undefined) return body.credits_available;
	throw new Error(`The account cannot be read: status ${status}. Check base URL and API key.`);
}

/** @returns the key of the upload */
async function upload(service: ProbedService, page: Uint8Array<ArrayBuffer>): Promise<string> {
	const { body, status } = await call<Upload>(service, 'POST', '/v1/uploads', {
		filename: 'probe.pdf',
	});
	const { fields = {}, key, upload_url: url } = body;
	if (key === undefined || url === undefined) throw new Error(`No upload: status ${status}`);
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('file', new Blob([page], { type: 'application/pdf' }), 'probe.pdf');
	const stored = await fetch(url, { method: 'POST', body: form });
	if (!stored.ok) throw new Error(`Storage refused the upload: status ${stored.status}`);
	return key;
}

async function getJob(service: ProbedService, id: string): Promise<Answer<Job>> {
	return await call<Job>(service, 'GET', `/v1/jobs/${encodeURIComponent(id)}`);
}

async function submit(service: ProbedService, key: string, upload: string): Promise<Answer<Job>> {
	const submission = { key: upload, filename: 'probe.pdf' };
	return await call<Job>(service, 'POST', '/v1/jobs', submission, { 'Idempotency-Key': key });
}

async function call<Body>(
	{ apiKey, baseUrl }: ProbedService,
	method: 'GET' | 'POST',
	path: string,
	body?: object,
	headers: Record<string, string> = {},
): Promise<Answer<Body>> {
	const response = await fetch(baseUrl + path, {
		method,
		headers: {
			Authorization: `Bearer ${apiKey}`,
			...(body && { 'Content-Type': 'application/json' }),
			...headers,
		},
		...(body && { body: JSON.stringify(body) }),
	});
	const parsed: unknown = await response.json().catch(() => ({}));
	const date = response.headers.get('date') ?? undefined;
	return { status: response.status, date, body: parsed as Partial<Body> };
}

function describe(what: string, { body, status }: Answer<Job>): string {
	const job = body.id === undefined ? '' : `, job ${body.id} (${body.status})`;
	return `${what}: status ${status}${job}`;
}

async function writePage(): Promise<Uint8Array<ArrayBuffer>> {
	const document = await PDFDocument.create();
	document.addPage().drawText('A page to probe with');
	return new Uint8Array(await document.save());
}
