import { createHash } from 'node:crypto';

import { HALT_REASON, type TagPdfError } from '../../../../nodes/client/errors';
import { Journal, StoreGroup, type SeenStore } from '../../../../nodes/client/journal';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Service, type Job } from '../../../../nodes/client/service';
import {
	Budget,
	DocumentRecords,
	settleDocuments,
	Submitter,
	type Allowance,
	type StoredDocuments,
	type DocumentToSubmit,
} from '../../../../nodes/client/submission';
import { computeIdempotencyKey } from '../../../../nodes/client/submission/idempotencyKey';
import { failureOf } from '../../support/failureOf';
import { MemoryStore, NO_STORE } from '../../support/memoryStore';
import { pdfOf } from '../../support/pdf';
import {
	account,
	answered,
	job,
	noAnswer,
	rateLimited,
	ScriptedRuntime,
	upload,
} from '../../support/scriptedRuntime';

const content = pdfOf(3_000);
const digest = createHash('sha256').update(content).digest('hex');
const scope = {
	scope: 'delivery',
	owner: ['instance', 'workflow', 'node'],
	execution: '7',
} as const;
const key = (attempt: number) =>
	computeIdempotencyKey({ scope, digest, options: {} }, attempt, false);

describe('Submitter', () => {
	let runtime: ScriptedRuntime;
	let halt: AbortController;
	let stored: StoredDocuments;
	/** ID of the execution. */
	let execution: string;
	let isRetry: boolean;
	let submitter: Submitter;
	/** Starts without a store. */
	let journal: Journal;
	/** How often a document has been read. */
	let read: number;

	beforeEach(() => {
		runtime = new ScriptedRuntime()
			.answer('createUpload', upload())
			.answer('store', answered(204))
			.answer('submitJob', job('j'))
			.answer('getJob', job('j'));
		stored = { slots: {}, documents: {} };
		execution = '7';
		isRetry = false;
		read = 0;
		journal = journalOver(NO_STORE);
		nextTry();
	});

	/** The next try of the same run, with n8n's stored data of the previous try. */
	function nextTry(limits: Partial<Allowance> = {}): void {
		stored = JSON.parse(JSON.stringify(stored)) as StoredDocuments;
		halt = new AbortController();
		submitter = submitterOf(runtime, limits);
	}

	/** A manual Retry in n8n, with the memory of the execution and a new ID. */
	function nextExecution(limits: Partial<Allowance> = {}): void {
		execution = String(Number(execution) + 1);
		nextTry(limits);
	}

	function journalOver(store: SeenStore): Journal {
		return new Journal(store, PRODUCT_LIMITS.submission.failedAttempts, () => undefined);
	}

	const recordsOf = () => new DocumentRecords(stored, execution);
	const sumCredits = () => recordsOf().sumCredits();

	function submitterOf(own: ScriptedRuntime, limits: Partial<Allowance> = {}): Submitter {
		const { signal } = halt;
		const records = recordsOf();
		const budget = new Budget({ maximum: 0, minimum: 0, ...limits }, records, signal);
		const shared = { records, journal, budget, signal, isRetry };
		return new Submitter(own, new Service(own), shared);
	}

	/** The job of a document. */
	async function jobFor(document: DocumentToSubmit, from = submitter): Promise<Job> {
		return (await from.getJob(document)).job;
	}

	function documentOf(own: Partial<DocumentToSubmit> = {}, bytes = content): DocumentToSubmit {
		const fileName = own.fileName ?? 'report.pdf';
		return {
			slot: '0',
			identity: ['mark'],
			fileName,
			options: {},
			scope,
			open: async () => {
				read += 1;
				const open = async () => await Promise.resolve(bytes);
				return await Promise.resolve({ fileName, size: bytes.length, open });
			},
			...own,
		};
	}

	/** A document with a known number of pages. */
	function paged(pages: number, own: Partial<DocumentToSubmit> = {}): DocumentToSubmit {
		const document = documentOf(own);
		return { ...document, open: async () => ({ ...(await document.open()), pages }) };
	}

	/** The submissions that were sent: their keys and bodies. */
	const sent = () =>
		runtime.all('submitJob').map(({ headers, body }) => [headers?.['Idempotency-Key'], body]);
	/** All records of documents. */
	const known = () => Object.values(stored.documents);

	describe('of a new document', () => {
		it('uploads it, submits it with its key, and keeps the job', async () => {
			const options = { ocr: true };
			const given = await jobFor(documentOf({ options }));
			expect(given).toMatchObject({ id: 'j', status: 'processing' });
			expect(runtime.order()).toEqual(['createUpload', 'store', 'submitJob']);
			expect(runtime.all('createUpload')[0]?.body).toBe('{"filename":"report.pdf"}');
			expect(sent()).toEqual([
				[
					computeIdempotencyKey({ scope, digest, options }, 1, false),
					'{"key":"upload_1","filename":"report.pdf","options":{"ocr":true}}',
				],
			]);
			expect(known()).toEqual([
				{
					state: 'accepted',
					attempt: 1,
					key: sent()[0]?.[0],
					content: known()[0]?.content,
					execution: '7',
					jobId: 'j',
					status: 'processing',
					credits: 1,
				},
			]);
		});

		it('keeps the submission before it is sent', async () => {
			let kept = '';
			runtime.answer('submitJob', () => {
				kept = JSON.stringify(known());
				return job('j');
			});
			await jobFor(documentOf());
			expect(JSON.parse(kept)).toMatchObject([
				{
					state: 'sent',
					attempt: 1,
					key: key(1),
					body: '{"key":"upload_1","filename":"report.pdf","options":{}}',
				},
			]);
		});

		it.each(['queued', undefined, 7])('keeps its ID in any state (%p)', async (status) => {
			runtime.answer('submitJob', answered(202, { id: 'j', status }));
			expect(await jobFor(documentOf())).toEqual({ id: 'j', status });
			expect(known()).toMatchObject([
				{ jobId: 'j', status: status === 'queued' ? status : 'processing' },
			]);
			expect(sent()).toHaveLength(1);
		});

		it('keeps no secrets', async () => {
			runtime.answer('submitJob', answered(503));
			await failureOf(jobFor(documentOf({ identity: ['sk_secret'] })));
			const kept = JSON.stringify(stored);
			for (const secret of ['sk_secret', 'X-Sig', 's3.example.com', runtime.rateGateKey]) {
				expect(kept).not.toContain(secret);
			}
		});

		it('does not even read it once the run is halted', async () => {
			halt.abort(HALT_REASON);
			expect((await failureOf(jobFor(documentOf()))).code).toBe('NOT_STARTED');
			expect(read).toBe(0);
			expect(runtime.requests).toEqual([]);
		});

		it('keeps no submission that the budget refuses', async () => {
			nextTry({ minimum: 9 });
			runtime.answer('getAccount', account(9));
			const error = await failureOf(jobFor(documentOf()));
			expect(error.code).toBe('CREDITS_BELOW_LIMIT');
			expect(stored.documents).toEqual({});
			expect(sent()).toEqual([]);
		});

		it('passes on an error of reading it', async () => {
			const missing = new Error('no such binary');
			const open = async () => await Promise.reject(missing);
			await expect(jobFor(documentOf({ open }))).rejects.toBe(missing);
		});
	});

	describe('of a document whose job is known', () => {
		beforeEach(async () => {
			await jobFor(documentOf());
			runtime.answer('getJob', job('j', 'completed'));
			runtime.requests.length = 0;
			read = 0;
			nextTry();
		});

		it('resumes the job without reading the document', async () => {
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j', status: 'completed' });
			expect(runtime.order()).toEqual(['getJob']);
			expect(read).toBe(0);
		});

		it('needs no credits', async () => {
			nextTry({ maximum: 1 });
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['getJob']);
		});

		it.each<[string, Partial<DocumentToSubmit>]>([
			['slot', { slot: '1' }],
			['mark', { identity: ['other'] }],
			['number of marks', { identity: ['mark', 'mark'] }],
			['file name', { fileName: 'other.pdf' }],
		])('reads it again with another %s, and finds the job by its content', async (_name, own) => {
			expect(await jobFor(documentOf(own))).toMatchObject({ id: 'j' });
			expect(read).toBe(1);
			expect(runtime.order()).toEqual(['createUpload', 'store', 'getJob']);
		});

		it.each<[string, Partial<DocumentToSubmit>, Buffer]>([
			['options', { options: { ocr: true } }, content],
			['scope', { scope: { scope: 'content' } }, content],
			['owner', { scope: { ...scope, owner: ['instance', 'other', 'node'] } }, content],
			['content', { identity: ['other'] }, pdfOf(3_001)],
		])('submits it again with another %s', async (_name, own, bytes) => {
			runtime.answer('submitJob', job('k'));
			expect(await jobFor(documentOf(own, bytes))).toMatchObject({ id: 'k' });
			expect(read).toBe(1);
			expect(sent()).toHaveLength(1);
			expect(sent()[0]?.[0]).not.toBe(key(1));
		});

		it('submits it again for another account, with the same key', async () => {
			const other = new ScriptedRuntime()
				.answer('createUpload', upload())
				.answer('store', answered(204))
				.answer('submitJob', job('k'));
			expect(await jobFor(documentOf(), submitterOf(other))).toMatchObject({ id: 'k' });
			expect(other.all('submitJob')[0]?.headers).toMatchObject({ 'Idempotency-Key': key(1) });
			expect(known()).toHaveLength(2);
		});

		it('waits for a service that is down until the deadline', async () => {
			runtime.answer('getJob', ...Array.from({ length: 12 }, () => answered(503)), job('j'));
			const retryUntil = runtime.now() + 30 * 60_000;
			expect(await jobFor(documentOf({ retryUntil }))).toMatchObject({ id: 'j' });
			expect(runtime.all('getJob')).toHaveLength(13);
		});

		it('retries if the job is not found yet', async () => {
			runtime.answer('getJob', answered(404), answered(404), job('j'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['getJob', 'getJob', 'getJob']);
		});

		it('names the existing job if its state cannot be read', async () => {
			runtime.answer('getJob', answered(503));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('UNREACHABLE');
			expect(facts).toMatchObject({ jobId: 'j', jobExists: true });
		});
	});

	it('does not read a known job once the run is halted', async () => {
		await jobFor(documentOf());
		nextTry();
		runtime.answer('getJob', answered(503));
		const began = runtime.now();
		runtime.after(100, () => {
			halt.abort(HALT_REASON);
		});
		const { code, facts } = await failureOf(jobFor(documentOf()));
		expect(code).toBe('NOT_STARTED');
		expect(facts).toMatchObject({ jobId: 'j', jobExists: true });
		expect(runtime.now() - began).toBe(100);
	});

	describe('of a document whose job has failed', () => {
		beforeEach(async () => {
			runtime.answer('submitJob', job('j', 'failed'), job('k'));
			await jobFor(documentOf());
		});

		it.each([
			['the same try', () => undefined],
			['the next try of the execution', () => nextTry()],
		])('does not pay again in %s', async (_when, begin) => {
			runtime.answer('getJob', job('j', 'failed'));
			begin();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j', status: 'failed' });
			expect(await jobFor(documentOf({ slot: '1' }))).toMatchObject({ id: 'j', status: 'failed' });
			expect(sent()).toHaveLength(1);
		});

		it('submits it with the next key in a manual retry', async () => {
			nextExecution();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(sent().map(([each]) => each)).toEqual([key(1), key(2)]);
		});

		it('adds one attempt per execution, and refuses the document after three failures in a row', async () => {
			for (const id of ['k', 'l']) {
				nextExecution();
				runtime.answer('submitJob', job(id, 'failed')).answer('getJob', job(id, 'failed'));
				expect(await jobFor(documentOf())).toMatchObject({ id });
				nextTry();
				expect(await jobFor(documentOf())).toMatchObject({ id });
			}
			expect(sent().map(([each]) => each)).toEqual([key(1), key(2), key(3)]);
			nextExecution();
			expect(await failureOf(jobFor(documentOf()))).toMatchObject({
				code: 'FAILED_REPEATEDLY',
				facts: { attempts: 3 },
			});
			expect(sent()).toHaveLength(3);
			expect(known()).toMatchObject([{ attempt: 3, state: 'failed' }]);
		});

		it('counts the credits of earlier attempts', async () => {
			nextExecution();
			await jobFor(documentOf());
			expect(known()).toMatchObject([{ attempt: 2, before: 1 }]);
			expect(sumCredits()).toBe(2);
		});
	});

	describe('of a submission that is refused', () => {
		let refusal: TagPdfError;

		beforeEach(async () => {
			runtime.answer('submitJob', answered(402));
			refusal = await failureOf(jobFor(documentOf()));
			runtime.answer('submitJob', job('j'));
			runtime.requests.length = 0;
		});

		it('is sure that there is no job', () => {
			expect(refusal.code).toBe('NOT_ENOUGH_CREDITS');
			expect(refusal.facts.unanswered).toBe(false);
			expect(refusal.facts).not.toHaveProperty('idempotencyKey');
			expect(known()).toEqual([]);
		});

		it('is read and submitted again with the same key on the next try', async () => {
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['createUpload', 'store', 'submitJob']);
			expect(sent()).toEqual([[key(1), '{"key":"upload_1","filename":"report.pdf","options":{}}']]);
		});

		it('is counted again on the next try, and leaves no trace if the budget refuses it', async () => {
			nextTry({ maximum: 2 });
			const error = await failureOf(jobFor(paged(3)));
			expect(error).toMatchObject({ code: 'OVER_BUDGET', facts: { credits: { needed: 3 } } });
			expect([known(), sent()]).toEqual([[], []]);
			nextTry({ maximum: 3 });
			expect(await submitter.getJob(paged(3))).toMatchObject({ job: { id: 'j' }, pages: 3 });
		});

		it('is not listed as a possible job', () => {
			expect(recordsOf().listSubmissions()).toEqual([]);
		});
	});

	describe('of a submission without an answer', () => {
		const cause = noAnswer('ERR_CANCELED');
		let error: TagPdfError;

		beforeEach(async () => {
			runtime.answer('submitJob', cause);
			error = await failureOf(jobFor(documentOf()));
			runtime.requests.length = 0;
		});

		it('reports a possible job with its key', () => {
			expect(error.code).toBe('UNREACHABLE');
			expect(error.cause).toMatchObject({ message: cause.message });
			expect(error.facts).toMatchObject({
				request: 'submitJob',
				failure: { kind: 'network', code: 'ERR_CANCELED' },
				tries: 1,
				unanswered: true,
				idempotencyKey: key(1),
				// Without a journal, another execution uses another key.
				keyLasts: false,
			});
			expect(known()).toMatchObject([{ state: 'sent' }]);
		});

		it('passes on an unexpected exception, and treats the submission as unanswered', async () => {
			stored = { slots: {}, documents: {} };
			nextTry();
			const unforeseen = new Error('No more memory');
			const submitting = jest.spyOn(Service.prototype, 'submitJob');
			submitting.mockRejectedValueOnce(unforeseen);
			await expect(jobFor(documentOf())).rejects.toBe(unforeseen);
			expect(known()).toMatchObject([{ state: 'sent' }]);
			submitting.mockRestore();
		});

		it('repeats the same request without a new approval', async () => {
			nextTry({ maximum: 1 });
			runtime.answer('submitJob', job('j'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['submitJob']);
			expect(sent()).toEqual([[key(1), '{"key":"upload_1","filename":"report.pdf","options":{}}']]);
		});

		it.each<[string, ReturnType<typeof answered> | Error]>([
			['refused', answered(402)],
			['not even sent', noAnswer('SSRF_BLOCKED')],
		])('stays possible if it is %s the next time', async (_name, answer) => {
			nextTry();
			runtime.answer('submitJob', answer);
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts).toMatchObject({ unanswered: true, idempotencyKey: key(1) });
			expect(known()).toMatchObject([{ state: 'sent' }]);
		});

		it('stays possible if the next try is halted before the request', async () => {
			nextTry();
			halt.abort(HALT_REASON);
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('NOT_STARTED');
			expect(facts).toMatchObject({ unanswered: true, idempotencyKey: key(1) });
			expect(known()).toMatchObject([{ state: 'sent' }]);
			expect(sent()).toEqual([]);
		});

		it('uploads it again with the same key if its upload has expired', async () => {
			nextTry();
			runtime
				.answer('createUpload', upload('upload_2'))
				.answer('submitJob', answered(400), job('j'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['submitJob', 'createUpload', 'store', 'submitJob']);
			expect(sent().at(-1)).toEqual([
				key(1),
				'{"key":"upload_2","filename":"report.pdf","options":{}}',
			]);
		});
	});

	describe('of a submission that conflicts with another', () => {
		it('reports a possible job with its key', async () => {
			runtime.answer('submitJob', answered(409));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('CONFLICT');
			expect(facts).toMatchObject({ unanswered: true, idempotencyKey: key(1), keyLasts: false });
			expect(known()).toMatchObject([{ state: 'sent' }]);
		});
	});

	describe('of an invalid submission', () => {
		it('fails, and uploads again on the next try', async () => {
			runtime.answer('submitJob', answered(400), job('j'));
			expect((await failureOf(jobFor(documentOf()))).code).toBe('INVALID_REQUEST');
			runtime.requests.length = 0;
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['createUpload', 'store', 'submitJob']);
		});

		it('does not treat other refusals as an expired upload', async () => {
			runtime.answer('submitJob', noAnswer('ERR_CANCELED'), answered(401));
			await failureOf(jobFor(documentOf()));
			nextTry();
			expect((await failureOf(jobFor(documentOf()))).code).toBe('UNAUTHORIZED');
			expect(read).toBe(1);
		});
	});

	describe('of a run that is halted', () => {
		it('ends a submission that is not accepted yet, without pause or retry', async () => {
			runtime.answer('submitJob', rateLimited(900), job('j'));
			const began = runtime.now();
			runtime.after(5_000, () => halt.abort(HALT_REASON));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('NOT_STARTED');
			expect(facts.unanswered).toBe(false);
			expect(sent()).toHaveLength(1);
			expect(runtime.now() - began).toBe(5_000);
			expect(known()).toEqual([]);
		});

		it('keeps a submission that is accepted meanwhile', async () => {
			runtime.answer('submitJob', () => {
				halt.abort(HALT_REASON);
				return job('j');
			});
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(known()).toMatchObject([{ jobId: 'j' }]);
		});
	});

	describe('of the same content twice', () => {
		it('submits it once if both run concurrently', async () => {
			const slots = ['0', '1', '2'];
			const jobs = slots.map(
				async (slot) => await jobFor(documentOf({ slot, fileName: `${slot}.pdf` })),
			);
			expect((await Promise.all(jobs)).map(({ id }) => id)).toEqual(['j', 'j', 'j']);
			expect(sent()).toHaveLength(1);
			expect(
				recordsOf()
					.listSubmissions()
					.map(({ slot }) => slot),
			).toEqual(slots);
		});

		it('submits it once if one follows the other', async () => {
			await jobFor(documentOf({ slot: '0' }));
			expect(await jobFor(documentOf({ slot: '1' }))).toMatchObject({ id: 'j' });
			expect(runtime.order().slice(-1)).toEqual(['getJob']);
			expect(sent()).toHaveLength(1);
		});

		it('fails both, and submits it again later', async () => {
			runtime.answer('submitJob', answered(402), job('j'));
			const work = ['0', '1'].map(async (slot) => await jobFor(documentOf({ slot })));
			const codes = await Promise.all(work.map(async (each) => (await failureOf(each)).code));
			expect(codes).toEqual(['NOT_ENOUGH_CREDITS', 'NOT_ENOUGH_CREDITS']);
			expect(sent()).toHaveLength(1);
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
		});

		it('submits it once more if their shared upload has expired', async () => {
			runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
			await failureOf(jobFor(documentOf()));
			nextTry();
			runtime.requests.length = 0;
			runtime.answer(
				'submitJob',
				async () => {
					await runtime.sleep(60_000);
					return answered(400);
				},
				job('j'),
			);
			const jobs = ['0', '1'].map(async (slot) => await jobFor(documentOf({ slot })));
			expect((await Promise.all(jobs)).map(({ id }) => id)).toEqual(['j', 'j']);
			expect(sent()).toHaveLength(2);
		});
	});

	describe('of a job that the service gives twice', () => {
		const other = { slot: '1', identity: ['other'] };

		it('refuses it for another document, and names both keys', async () => {
			await jobFor(documentOf());
			const { code, facts } = await failureOf(jobFor(documentOf(other, pdfOf(3_001))));
			const otherDigest = createHash('sha256').update(pdfOf(3_001)).digest('hex');
			const second = computeIdempotencyKey({ scope, digest: otherDigest, options: {} }, 1, false);
			expect(code).toBe('UNEXPECTED_ANSWER');
			expect(facts).toMatchObject({
				request: 'submitJob',
				server: 'api.example.com',
				failure: {
					kind: 'unreadable',
					reason: `it returned job j for two submissions, with the keys ${key(1)} and ${second}`,
				},
				unanswered: true,
				idempotencyKey: second,
			});
			expect(facts).not.toHaveProperty('jobId');
			expect(known()).toMatchObject([{ jobId: 'j' }, { state: 'sent' }]);
		});

		it("names the user's own key if another document has used it under another API key", async () => {
			const own = { scope: { scope: 'custom' as const, key: 'invoice-7' } };
			await jobFor(documentOf(own));
			runtime.rateGateKey = 'another API key';
			nextTry();
			const { code, facts } = await failureOf(
				jobFor(documentOf({ ...other, ...own }, pdfOf(3_001))),
			);
			expect(code).toBe('KEY_ALREADY_USED');
			expect(facts).toEqual({ idempotencyKey: 'invoice-7' });
			expect(known().map(({ jobId }) => jobId)).toEqual(['j']);
		});

		it('refuses it in a later try, too, and accepts the right job then', async () => {
			await jobFor(documentOf());
			nextTry();
			const work = async () => await jobFor(documentOf(other, pdfOf(3_001)));
			expect((await failureOf(work())).code).toBe('UNEXPECTED_ANSWER');
			nextTry();
			runtime.answer('submitJob', job('k'));
			expect(await work()).toMatchObject({ id: 'k' });
			expect(sent()[2]).toEqual(sent()[1]);
		});

		it('accepts it for the same document of another API key, because both may be of one account', async () => {
			await jobFor(documentOf());
			const own = new ScriptedRuntime()
				.answer('createUpload', upload())
				.answer('store', answered(204))
				.answer('submitJob', job('j'));
			expect(await jobFor(documentOf({ slot: '1' }), submitterOf(own))).toMatchObject({ id: 'j' });
			const second = jobFor(documentOf(other, pdfOf(3_001)), submitterOf(own));
			expect((await failureOf(second)).code).toBe('UNEXPECTED_ANSWER');
		});
	});

	describe("under a key of the user's own", () => {
		const custom = { scope: { scope: 'custom', key: 'invoice-7' } } as const;

		it('refuses another document, before it is sent', async () => {
			await jobFor(documentOf(custom));
			const other = documentOf({ ...custom, slot: '1' }, pdfOf(3_001));
			const { code, facts } = await failureOf(jobFor(other));
			expect(code).toBe('KEY_ALREADY_USED');
			expect(facts).toEqual({ idempotencyKey: 'invoice-7' });
			expect(sent().map(([each]) => each)).toEqual(['invoice-7']);
		});

		it('refuses it on every later try, without a job', async () => {
			await jobFor(documentOf(custom));
			const other = documentOf({ ...custom, slot: '1' }, pdfOf(3_001));
			for (let count = 1; count <= 2; count += 1) {
				expect((await failureOf(jobFor(other))).code).toBe('KEY_ALREADY_USED');
				nextTry();
			}
			const records = new DocumentRecords(stored, execution);
			expect(records.listSubmissions().map(({ slot }) => slot)).toEqual(['0']);
		});

		it('refuses the same document with other options', async () => {
			await jobFor(documentOf(custom));
			const other = documentOf({ ...custom, slot: '1', options: { ocr: true } });
			expect((await failureOf(jobFor(other))).code).toBe('KEY_ALREADY_USED');
		});

		it('keeps the keys of other records free, whatever happens to the jobs under the first', async () => {
			runtime.answer('submitJob', job('j', 'failed'), job('k'), job('l'));
			await jobFor(documentOf(custom));
			nextExecution();
			expect(await jobFor(documentOf(custom))).toMatchObject({ id: 'k' });
			const other = { slot: '1', scope: { scope: 'custom', key: 'invoice-7-2' } } as const;
			const given = await jobFor(documentOf(other, pdfOf(3_001)));
			expect(given).toMatchObject({ id: 'l' });
			expect(new Set(sent().map(([each]) => each)).size).toBe(3);
		});

		it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
			'accepts %s as a key',
			async (ownKey) => {
				const own = { scope: { scope: 'custom', key: ownKey } } as const;
				expect(await jobFor(documentOf(own))).toMatchObject({ id: 'j' });
				expect(sent().map(([each]) => each)).toEqual([ownKey]);
				nextTry();
				expect(await jobFor(documentOf(own))).toMatchObject({ id: 'j' });
				expect(runtime.order().at(-1)).toBe('getJob');
				const other = documentOf({ ...own, slot: '1' }, pdfOf(3_001));
				expect((await failureOf(jobFor(other))).code).toBe('KEY_ALREADY_USED');
			},
		);

		it('accepts the same document again', async () => {
			await jobFor(documentOf(custom));
			const again = documentOf({ ...custom, slot: '1', fileName: 'copy.pdf' });
			expect(await jobFor(again)).toMatchObject({ id: 'j' });
		});
	});

	describe('with one job per key', () => {
		const once = { scope: { scope: 'custom', key: 'invoice-7', once: true } } as const;
		let store: MemoryStore;
		beforeEach(() => {
			store = new MemoryStore();
			journal = journalOver(store);
			nextTry({ maximum: 100 });
		});

		it('returns a failed job in the same run, a retry and a later run', async () => {
			const failed = job('j', 'failed');
			runtime.answer('submitJob', failed).answer('getJob', failed);
			expect(await jobFor(paged(2, once))).toMatchObject({ id: 'j', status: 'failed' });
			nextExecution({ maximum: 100 });
			expect(await jobFor(paged(2, once))).toMatchObject({ id: 'j', status: 'failed' });
			stored = { slots: {}, documents: {} };
			nextExecution({ maximum: 100 });
			expect(await jobFor(paged(2, once))).toMatchObject({ id: 'j', status: 'failed' });
			expect(sent().map(([each]) => each)).toEqual(['invoice-7', 'invoice-7']);
		});

		it('keeps a job with a vanished result, too', async () => {
			runtime.answer('submitJob', job('j', 'completed'));
			const obtained = await submitter.getJob(documentOf(once));
			expect(await submitter.abandon(obtained, 'gone')).toBe(false);
			nextExecution();
			expect(await submitter.abandon(obtained, 'gone')).toBe(false);
		});

		it('needs no mark in the journal', async () => {
			await jobFor(documentOf(once));
			expect(store.calls).toEqual([]);
			expect(known()).toMatchObject([{ once: true }]);
		});
	});

	describe('with a journal', () => {
		let store: MemoryStore;
		const journaledKey = (attempt: number) =>
			computeIdempotencyKey({ scope, digest, options: {} }, attempt, true);
		/** Another execution, which knows only the journal. */
		const nextRun = ({
			retry = false,
			limits = {},
		}: { retry?: boolean; limits?: Partial<Allowance> } = {}) => {
			stored = { slots: {}, documents: {} };
			isRetry = retry;
			journal = journalOver(store);
			nextExecution(limits);
			runtime.requests.length = 0;
		};
		/** The last run has returned its documents to n8n. */
		const deliver = async () => {
			await settleDocuments(recordsOf(), journal, ['0', '1'], () => false);
		};
		/** The last run has ended without returning a document. */
		const fail = async () => await settleDocuments(recordsOf(), journal, [], () => false);
		const keys = () => sent().map(([each]) => each);
		/** The journal's marks of an attempt. */
		const marksOf = (attempt: number) =>
			store.row
				.map((mark) => mark.split(' ').slice(1))
				.filter(([of]) => of === String(attempt))
				.map(([, mark]) => mark);
		const SENT = ['started', 'undelivered', 'usable'];

		beforeEach(() => {
			store = new MemoryStore();
			nextRun();
		});

		it('records a submission before it sends it', async () => {
			runtime.answer('submitJob', () => {
				expect(marksOf(1)).toEqual(SENT);
				return job('j');
			});
			await jobFor(documentOf());
			expect(keys()).toEqual([journaledKey(1)]);
			expect(marksOf(1)).toEqual(SENT);
		});

		it('records nothing that the budget refuses', async () => {
			nextRun({ limits: { maximum: 2 } });
			const work = ['0', '1', '2'].map(
				async (slot) => await failureOf(jobFor(paged(3, { slot, options: { ocr: slot === '1' } }))),
			);
			const codes = (await Promise.all(work)).map(({ code }) => code);
			expect(new Set(codes)).toEqual(new Set(['OVER_BUDGET']));
			expect(store.calls).toEqual([]);
			expect(known()).toEqual([]);
		});

		it.each([401, 402, 400, 413])(
			'leaves no mark of a document that is refused with %i',
			async (status) => {
				runtime.answer('submitJob', answered(status), job('j'));
				await failureOf(jobFor(documentOf()));
				expect([store.row, known()]).toEqual([[], []]);
				nextRun();
				await submitter.getJob(documentOf());
				expect(keys()).toEqual([journaledKey(1)]);
			},
		);

		it('leaves no mark of an unsent submission', async () => {
			runtime.answer('submitJob', noAnswer('ECONNREFUSED'));
			await failureOf(jobFor(documentOf()));
			expect([store.row, known()]).toEqual([[], []]);
		});

		it.each([
			['no answer', noAnswer('ERR_CANCELED')],
			['an answer that does not say', answered(503)],
			['a conflict', answered(409)],
		])('keeps the marks of a submission that had %s', async (_what, answer) => {
			runtime.answer('submitJob', answer);
			await failureOf(jobFor(documentOf()));
			expect(marksOf(1)).toEqual(SENT);
			expect(known()).toMatchObject([{ state: 'sent' }]);
		});

		it('keeps the marks of a refused document if an earlier try may have made a job', async () => {
			runtime.answer('submitJob', noAnswer('ERR_CANCELED'), answered(402));
			await failureOf(jobFor(documentOf()));
			nextTry();
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts).toMatchObject({ unanswered: true, idempotencyKey: journaledKey(1) });
			expect(marksOf(1)).toEqual(SENT);
		});

		it('keeps the marks of a refused document if an earlier run may have made a job', async () => {
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', answered(402));
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts).toMatchObject({ unanswered: true });
			expect(marksOf(1)).toEqual(SENT);
			expect(known()).toMatchObject([{ state: 'sent' }]);
		});

		it('resumes an undelivered document in a later run, with the same key', async () => {
			const first = await submitter.getJob(documentOf());
			expect(first).toMatchObject({ job: { id: 'j' }, attempt: 1, isResumed: false });
			expect(keys()).toEqual([journaledKey(1)]);
			nextRun();
			const second = await submitter.getJob(documentOf());
			expect(keys()).toEqual([journaledKey(1)]);
			expect(second).toMatchObject({ document: first.document, attempt: 1, isResumed: true });
		});

		it.each(['the future', new Date(0).toISOString(), undefined])(
			'resumes a job with any creation time (%p)',
			async (created_at) => {
				const given = answered(202, { id: 'j', status: 'processing', created_at });
				runtime.answer('submitJob', given);
				expect((await submitter.getJob(documentOf())).isResumed).toBe(false);
				nextRun();
				expect((await submitter.getJob(documentOf())).isResumed).toBe(true);
			},
		);

		it('pays again for a delivered document', async () => {
			await jobFor(documentOf());
			await deliver();
			nextRun();
			expect((await submitter.getJob(documentOf())).isResumed).toBe(false);
			expect(keys()).toEqual([journaledKey(2)]);
		});

		it('returns the last delivery in a manual retry', async () => {
			await jobFor(documentOf());
			await deliver();
			nextRun({ retry: true });
			runtime.answer('submitJob', job('j', 'completed'));
			expect((await submitter.getJob(documentOf())).isResumed).toBe(true);
			expect(keys()).toEqual([journaledKey(1)]);
		});

		it('pays nothing in a manual retry that is halted', async () => {
			await jobFor(documentOf());
			await deliver();
			nextRun({ retry: true });
			runtime.answer('submitJob', () => answered(409));
			await expect(jobFor(documentOf())).rejects.toMatchObject({ code: 'CONFLICT' });
			expect(new Set(keys())).toEqual(new Set([journaledKey(1)]));
		});

		it.each<DocumentToSubmit['scope']>([
			scope,
			{ scope: 'content' },
			{ scope: 'custom', key: 'invoice-7' },
		])('pays nothing in a manual retry that knows the delivery, %j', async (own) => {
			await jobFor(documentOf({ scope: own }));
			await deliver();
			isRetry = true;
			nextExecution();
			expect(await jobFor(documentOf({ scope: own, slot: '1' }))).toMatchObject({ id: 'j' });
			expect(new Set(keys()).size).toBe(1);
		});

		it.each<DocumentToSubmit['scope']>([
			scope,
			{ scope: 'content' },
			{ scope: 'custom', key: 'invoice-7' },
		])('pays nothing in a later round for documents of an earlier run, %j', async (own) => {
			await jobFor(documentOf({ scope: own }));
			nextRun();
			await jobFor(documentOf({ scope: own }));
			await deliver();
			nextTry();
			expect(await jobFor(documentOf({ scope: own, slot: '1' }))).toMatchObject({ id: 'j' });
			expect(new Set(keys()).size).toBe(1);
		});

		it('takes one document for one, side by side, and opens it once', async () => {
			store.calls.length = 0;
			const both = ['0', '1'].map(async (slot) => await jobFor(documentOf({ slot })));
			expect((await Promise.all(both)).map(({ id }) => id)).toEqual(['j', 'j']);
			expect(sent()).toHaveLength(1);
			expect(store.calls.filter(([what]) => what === 'record')).toHaveLength(1);
		});

		it('pays once in an execution, also for what an earlier round has delivered', async () => {
			await jobFor(documentOf());
			await deliver();
			nextTry();
			expect(await jobFor(documentOf({ slot: '1' }))).toMatchObject({ id: 'j' });
			expect(sent()).toHaveLength(1);
		});

		it('pays once in an execution for a document of 1,100 rounds ago', async () => {
			const rounds = recordsOf();
			await jobFor(documentOf());
			await deliver();
			for (let round = 0; round < 1_100; round += 1) {
				const record = { state: 'delivered', attempt: 1, key: 'k', content: 'c' } as const;
				rounds.set(`document ${round}`, { ...record, jobId: `job ${round}`, execution });
			}
			rounds.forgetSlots();
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(sent()).toHaveLength(1);
		});

		it('tells that the key of a submission without an answer outlasts the execution', async () => {
			runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts).toMatchObject({ idempotencyKey: journaledKey(1), keyLasts: true });
		});

		it('follows a job of which only the execution knows that it failed', async () => {
			runtime.answer('submitJob', job('j', 'failed'), job('k'));
			await jobFor(documentOf());
			expect(marksOf(1)).toContain('usable');
			nextExecution();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
		});

		it('follows a job that had failed with the next attempt, once', async () => {
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', job('j', 'failed'), job('k', 'failed'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k', status: 'failed' });
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
			expect(marksOf(1)).toEqual(['started', 'undelivered']);
			nextTry();
			runtime.answer('getJob', job('k', 'failed'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(keys()).toHaveLength(2);
		});

		it('lets items with the same document share that attempt', async () => {
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', ({ headers }) =>
				headers?.['Idempotency-Key'] === journaledKey(1) ? job('j', 'failed') : job('k'),
			);
			const both = ['0', '1'].map(async (slot) => await jobFor(documentOf({ slot })));
			expect((await Promise.all(both)).map(({ id }) => id)).toEqual(['k', 'k']);
			expect(new Set(keys())).toEqual(new Set([journaledKey(1), journaledKey(2)]));
		});

		it.each<[DocumentToSubmit['scope'], unknown]>([
			[scope, journaledKey(1)],
			[{ scope: 'content' }, expect.stringMatching(/^[0-9a-f]{64}$/)],
			[{ scope: 'custom', key: 'invoice-7' }, 'invoice-7'],
		])(
			'does not pay twice in an execution for a job that has failed at once, %j',
			async (own, first) => {
				runtime.answer('submitJob', job('j', 'failed')).answer('getJob', job('j', 'failed'));
				expect(await jobFor(documentOf({ scope: own }))).toMatchObject({ status: 'failed' });
				nextTry();
				expect(await jobFor(documentOf({ scope: own }))).toMatchObject({ status: 'failed' });
				expect(keys()).toEqual([first]);
			},
		);

		it('refuses it after three failed jobs, whatever the execution', async () => {
			for (let run = 0; run < 3; run += 1) {
				nextRun();
				runtime.answer('submitJob', job(`job ${run}`, 'failed'));
				await jobFor(documentOf());
				await fail();
			}
			const { row } = store;
			nextRun();
			const error = await failureOf(jobFor(documentOf()));
			expect(error).toMatchObject({ code: 'FAILED_REPEATEDLY', facts: { attempts: 3 } });
			expect([sent(), known(), store.row]).toEqual([[], [], row]);
			const insisting = documentOf({ scope: { scope: 'custom', key: 'once more' } });
			runtime.answer('submitJob', job('l'));
			expect(await jobFor(insisting)).toMatchObject({ id: 'l' });
		});

		it('refuses it after three jobs whose results are gone, with one charge a run', async () => {
			for (let run = 1; run <= 3; run += 1) {
				nextRun();
				runtime.answer(
					'submitJob',
					job(`job ${run - 1}`, 'completed'),
					job(`job ${run}`, 'completed'),
				);
				if (run === 1) runtime.answer('submitJob', job('job 1', 'completed'));
				const obtained = await submitter.getJob(documentOf());
				const isOwn = run === 1;
				expect(await submitter.abandon(obtained, 'gone')).toBe(!isOwn);
				if (isOwn) continue;
				const again = await submitter.getJob(documentOf());
				expect(again).toMatchObject({ job: { id: `job ${run}` }, isResumed: false });
				expect(await submitter.abandon(again, 'gone')).toBe(false);
			}
			nextRun();
			runtime.answer('submitJob', job('job 3', 'completed'));
			await submitter.abandon(await submitter.getJob(documentOf()), 'gone');
			expect((await failureOf(jobFor(documentOf()))).code).toBe('FAILED_REPEATEDLY');
			expect(keys()).toEqual([journaledKey(3)]);
		});

		it('has other items wait until the store knows of a third failed job', async () => {
			for (const id of ['a', 'b']) {
				runtime.answer('submitJob', job(id, 'failed'));
				await jobFor(documentOf());
				await fail();
				nextRun();
			}
			runtime.answer('submitJob', job('c'));
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', job('c', 'failed'), job('d'));
			const remove = store.remove.bind(store);
			const removing = jest.spyOn(store, 'remove');
			const closing = new Promise<() => void>((resolve) => {
				// Delays the first removal that is not the rollback of a lookup.
				removing.mockImplementation(async (marks) => {
					if (marks.length === 1) {
						removing.mockRestore();
						await new Promise<void>((goOn) => resolve(goOn));
					}
					await remove(marks);
				});
			});
			const first = failureOf(jobFor(documentOf()));
			const goOn = await closing;
			const second = failureOf(jobFor(documentOf({ slot: '1' })));
			// Lets the second call run as far as it can.
			await runtime.sleep(60_000);
			goOn();
			expect((await first).code).toBe('FAILED_REPEATEDLY');
			expect((await second).code).toBe('FAILED_REPEATEDLY');
			expect(keys()).toEqual([journaledKey(3)]);
		});

		it('leaves a result that is gone, once, and only of an earlier run', async () => {
			const fresh = await submitter.getJob(documentOf());
			expect(await submitter.abandon(fresh, 'gone')).toBe(false);
			nextTry();
			expect(await submitter.abandon(fresh, 'gone')).toBe(false);
			nextRun();
			runtime.answer('submitJob', job('j', 'completed'), job('k', 'completed'));
			const old = await submitter.getJob(documentOf());
			expect(await submitter.abandon(old, 'gone')).toBe(true);
			const again = await submitter.getJob(documentOf());
			expect(again).toMatchObject({ job: { id: 'k' }, isResumed: false });
			// A later item with the same document continues with the next attempt.
			expect(await submitter.abandon(old, 'gone')).toBe(true);
			expect(await submitter.abandon(again, 'gone')).toBe(false);
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
			expect(marksOf(1)).toEqual(['started', 'undelivered']);
		});

		describe('of a known job that is not found any more', () => {
			const gone = answered(404, { error: { type: 'not_found', message: 'No such job' } });

			beforeEach(async () => {
				await jobFor(documentOf());
				runtime.answer('submitJob', job('k'));
			});

			it('pays for another in a later execution, once', async () => {
				runtime.answer('getJob', gone);
				nextExecution();
				expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
				expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
				expect(marksOf(1)).toEqual(['started', 'undelivered']);
				nextTry();
				expect((await failureOf(jobFor(documentOf()))).code).toBe('NOT_FOUND');
				expect(keys()).toHaveLength(2);
			});

			it('pays for another if another item with the same document looks it up', async () => {
				nextRun();
				runtime.answer('submitJob', job('j'), job('k'));
				expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
				runtime.answer('getJob', gone);
				expect(await jobFor(documentOf({ slot: '1' }))).toMatchObject({ id: 'k' });
				expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
			});

			it('does not pay for another in the execution that has sent it', async () => {
				runtime.answer('getJob', gone);
				for (let tries = 0; tries < 3; tries += 1) {
					expect((await failureOf(jobFor(documentOf()))).code).toBe('NOT_FOUND');
					nextTry();
				}
				expect(keys()).toEqual([journaledKey(1)]);
				expect(marksOf(1)).toEqual(SENT);
			});

			it("does not pay again because of a proxy's 404", async () => {
				runtime.answer('getJob', answered(404, '<html>Not found</html>'));
				nextExecution();
				expect((await failureOf(jobFor(documentOf()))).code).toBe('NOT_FOUND');
				expect(keys()).toEqual([journaledKey(1)]);
				expect(marksOf(1)).toEqual(SENT);
			});
		});

		it.each<[string, (row: readonly string[]) => readonly string[]]>([
			['cleared', () => []],
			['dropped in part', (row) => row.slice(1)],
		])('fails with a failed job if the marks were %s', async (_how, lose) => {
			await jobFor(documentOf());
			await deliver();
			nextRun();
			await jobFor(documentOf());
			store.row = lose(store.row);
			nextExecution();
			runtime.answer('getJob', job('j', 'failed')).answer('submitJob', job('k'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(new Set(keys()).size).toBe(2);
		});

		it('closes nothing in a store that does not answer', async () => {
			let removals = 0;
			journal = journalOver({
				...NO_STORE,
				remove: async () => {
					removals += 1;
					await Promise.resolve();
				},
			});
			nextExecution();
			const own = { ...scope, execution };
			await jobFor(documentOf({ scope: own }));
			nextExecution();
			runtime.answer('getJob', job('j', 'failed')).answer('submitJob', job('k'));
			await jobFor(documentOf({ scope: own }));
			const keyOf = (attempt: number) =>
				computeIdempotencyKey({ scope: own, digest, options: {} }, attempt, false);
			expect(keys()).toEqual([keyOf(1), keyOf(2)]);
			expect(removals).toBe(0);
		});

		it('continues without a store that never answers', async () => {
			const never = async () => await new Promise<never>(() => undefined);
			const { storeTimeoutMs } = PRODUCT_LIMITS.submission;
			journal = journalOver(
				new StoreGroup(runtime, storeTimeoutMs).join({ record: never, remove: never }),
			);
			nextTry();
			runtime.answer('submitJob', job('j'), job('k'));
			const began = runtime.now();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.now() - began).toBe(storeTimeoutMs);
			const other = documentOf({ slot: '1', options: { ocr: true } });
			expect(await jobFor(other)).toMatchObject({ id: 'k' });
			expect(runtime.now() - began).toBe(storeTimeoutMs);
			const known = { scope, digest, options: {} };
			expect(keys()[0]).toBe(computeIdempotencyKey(known, 1, false));
		});

		it('does not block the budget while the store is slow', async () => {
			let goOn = () => {};
			const record = store.record.bind(store);
			jest.spyOn(store, 'record').mockImplementationOnce(async (marks) => {
				await new Promise<void>((resolve) => (goOn = resolve));
				return await record(marks);
			});
			nextRun({ limits: { maximum: 100 } });
			const first = jobFor(paged(3));
			await runtime.sleep(1_000);
			runtime.answer('submitJob', job('k'), job('j'));
			const other = paged(3, { slot: '1', options: { ocr: true } });
			expect(await jobFor(other)).toMatchObject({ id: 'k' });
			goOn();
			expect(await first).toMatchObject({ id: 'j' });
		});

		describe("under a key of the user's own", () => {
			const custom = { scope: { scope: 'custom', key: 'invoice-7' } } as const;
			const other = () => documentOf(custom, pdfOf(3_001));

			it.each([
				['sent', async () => await Promise.resolve()],
				['delivered', deliver],
			])('refuses another document in a later run, once the first was %s', async (_how, end) => {
				await jobFor(documentOf(custom));
				await end();
				nextRun();
				const { row } = store;
				const { code, facts } = await failureOf(jobFor(other()));
				expect(code).toBe('KEY_ALREADY_USED');
				expect(facts).toMatchObject({ idempotencyKey: 'invoice-7' });
				expect([sent(), known(), store.row]).toEqual([[], [], row]);
			});

			it('refuses other options in a later run', async () => {
				await jobFor(documentOf(custom));
				nextRun();
				const error = await failureOf(jobFor(documentOf({ ...custom, options: { ocr: true } })));
				expect(error.code).toBe('KEY_ALREADY_USED');
			});

			it("returns the same document's job in later runs, delivered or not", async () => {
				await jobFor(documentOf(custom));
				for (let run = 0; run < 3; run += 1) {
					await deliver();
					nextRun();
					expect(await submitter.getJob(documentOf(custom))).toMatchObject({ isResumed: true });
					expect(keys()).toEqual(['invoice-7']);
				}
			});
		});

		it("returns the same content's job in later runs, delivered or not", async () => {
			const shared = { scope: { scope: 'content' } } as const;
			await jobFor(documentOf(shared));
			const [first] = keys();
			for (let run = 0; run < 3; run += 1) {
				await deliver();
				nextRun();
				expect(await submitter.getJob(documentOf(shared))).toMatchObject({ isResumed: true });
				expect(keys()).toEqual([first]);
			}
		});

		it.each(['first', 'second'])('names the key of a conflict on the %s try', async (which) => {
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', answered(409));
			let error = await failureOf(jobFor(documentOf()));
			if (which === 'second') {
				nextTry();
				error = await failureOf(jobFor(documentOf({ slot: '1' })));
			}
			expect(error.code).toBe('CONFLICT');
			expect(error.facts).toMatchObject({ idempotencyKey: journaledKey(1), keyLasts: true });
		});

		it('writes the job to the log, which survives a kill', async () => {
			await jobFor(documentOf());
			expect(runtime.logged).toContainEqual([
				'info',
				`job j was submitted under the key ${journaledKey(1)}`,
			]);
		});

		it('keeps documents of two accounts apart', async () => {
			await jobFor(documentOf());
			await deliver();
			const other = new ScriptedRuntime()
				.answer('createUpload', upload())
				.answer('store', answered(204))
				.answer('submitJob', job('k'));
			other.rateGateKey = 'another account';
			await jobFor(documentOf(), submitterOf(other));
			expect(other.all('submitJob')[0]?.headers).toMatchObject({
				'Idempotency-Key': journaledKey(1),
			});
		});

		describe('of a document that an earlier run may have paid for', () => {
			const document = { digest, options: {}, scope };

			it('knows if it was delivered, and records nothing', async () => {
				expect(await submitter.mayBePaidFor(document)).toBe(false);
				expect(store.row).toEqual([]);
				await jobFor(documentOf());
				expect(await submitter.mayBePaidFor(document)).toBe(true);
				nextRun();
				const { row } = store;
				expect(await submitter.mayBePaidFor(document)).toBe(true);
				expect(store.row).toEqual(row);
				await jobFor(documentOf());
				await deliver();
				nextRun();
				expect(await submitter.mayBePaidFor(document)).toBe(false);
				nextRun({ retry: true });
				expect(await submitter.mayBePaidFor(document)).toBe(true);
			});

			it('counts it once with its pages in a manual retry', async () => {
				await jobFor(documentOf());
				nextRun({ retry: true, limits: { maximum: 6 } });
				await submitter.assumePaidFor(document, 6);
				await submitter.assumePaidFor(document, 6);
				expect(sumCredits()).toBe(6);
				const other = paged(1, { slot: '1', options: { ocr: true } });
				expect((await failureOf(jobFor(other))).code).toBe('OVER_BUDGET');
				expect(await submitter.getJob(paged(6))).toMatchObject({ isResumed: true, pages: 6 });
				expect(keys()).toEqual([journaledKey(1)]);
			});

			it('counts nothing that was not sent', async () => {
				await submitter.assumePaidFor(document, 6);
				expect([known(), store.row]).toEqual([[], []]);
			});
		});
	});
});
