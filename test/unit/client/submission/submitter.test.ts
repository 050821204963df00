import { createHash } from 'node:crypto';

import { HALTED, type TagPdfError } from '../../../../nodes/client/errors';
import { Journal, OptionalJournal, type SeenStore } from '../../../../nodes/client/journal';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Service, type Job } from '../../../../nodes/client/service';
import {
	Budget,
	closingOf,
	SubmissionRecords,
	Submitter,
	type StoredCredits,
	type StoredSubmissions,
	type Allowance,
	type Submittable,
} from '../../../../nodes/client/submission';
import { idempotencyKey } from '../../../../nodes/client/submission/idempotencyKey';
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
const key = (generation: number) =>
	idempotencyKey(scope, { digest, options: {}, generation, journaled: false });

describe('Submitter', () => {
	let runtime: ScriptedRuntime;
	let halt: AbortController;
	let stored: StoredSubmissions;
	let credits: StoredCredits;
	let submitter: Submitter;
	/** Without a store at first. */
	let journal: OptionalJournal;
	/** How often a document has been read. */
	let read: number;

	beforeEach(() => {
		runtime = new ScriptedRuntime()
			.answer('createUpload', upload())
			.answer('store', answered(204))
			.answer('submitJob', job('j'))
			.answer('getJob', job('j'));
		stored = { slots: {}, submissions: {} };
		credits = { spent: 0, held: {} };
		read = 0;
		journal = journalOver(NO_STORE);
		nextTry();
	});

	/** The same run again, with what n8n kept of the try before. */
	function nextTry(limits: Partial<Allowance> = {}): void {
		stored = JSON.parse(JSON.stringify(stored)) as StoredSubmissions;
		halt = new AbortController();
		submitter = submitterOf(runtime, limits);
	}

	function journalOver(store: SeenStore, again = false): OptionalJournal {
		const own = new Journal(store, PRODUCT_LIMITS.submission, () => runtime.now());
		return new OptionalJournal(own, again, () => undefined);
	}

	function submitterOf(own: ScriptedRuntime, limits: Partial<Allowance> = {}): Submitter {
		const service = new Service(own);
		const records = new SubmissionRecords(stored, PRODUCT_LIMITS.submission);
		const budget = new Budget({ maximum: 0, minimum: 0, ...limits }, credits, halt.signal);
		const guard = budget.guardFor(async () => await service.getAccount());
		return new Submitter(own, service, records, journal, guard, halt.signal);
	}

	/** The job of a document. */
	async function jobFor(document: Submittable, from = submitter): Promise<Job> {
		return (await from.jobFor(document)).job;
	}

	function documentOf(own: Partial<Submittable> = {}, bytes = content): Submittable {
		const fileName = own.fileName ?? 'report.pdf';
		return {
			slot: '0',
			marks: ['mark'],
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

	/** One whose pages were counted. */
	function paged(pages: number, own: Partial<Submittable> = {}): Submittable {
		const document = documentOf(own);
		return { ...document, open: async () => ({ ...(await document.open()), pages }) };
	}

	/** The submissions that were sent: their keys and bodies. */
	const sent = () =>
		runtime.all('submitJob').map(({ headers, body }) => [headers?.['Idempotency-Key'], body]);
	/** All that is known of submissions, whatever their IDs. */
	const known = () => Object.values(stored.submissions);

	describe('of a new document', () => {
		it('uploads it, submits it under its key, and keeps the job', async () => {
			const options = { ocr: true };
			const given = await jobFor(documentOf({ options }));
			expect(given).toMatchObject({ id: 'j', status: 'processing' });
			expect(runtime.order()).toEqual(['createUpload', 'store', 'submitJob']);
			expect(runtime.all('createUpload')[0]?.body).toBe('{"filename":"report.pdf"}');
			expect(sent()).toEqual([
				[
					idempotencyKey(scope, { digest, options, generation: 1, journaled: false }),
					'{"key":"upload_1","filename":"report.pdf","options":{"ocr":true}}',
				],
			]);
			const [{ content: mark, document } = {}] = known();
			expect(known()).toEqual([{ content: mark, document, jobId: 'j', status: 'processing' }]);
		});

		it('keeps the submission before it is sent', async () => {
			let kept = '';
			runtime.answer('submitJob', () => {
				kept = JSON.stringify(known());
				return job('j');
			});
			await jobFor(documentOf());
			expect(JSON.parse(kept)).toEqual([
				{
					content: known()[0]?.content,
					document: known()[0]?.document,
					body: '{"key":"upload_1","filename":"report.pdf","options":{}}',
					sent: true,
				},
			]);
		});

		it.each(['queued', undefined, 7])('keeps its ID whatever its state (%p)', async (status) => {
			runtime.answer('submitJob', answered(202, { id: 'j', status }));
			expect(await jobFor(documentOf())).toEqual({ id: 'j', status });
			expect(known()).toMatchObject([
				{ jobId: 'j', status: status === 'queued' ? status : 'processing' },
			]);
			expect(sent()).toHaveLength(1);
		});

		it('keeps nothing secret', async () => {
			runtime.answer('submitJob', answered(503));
			await failureOf(jobFor(documentOf({ marks: ['sk_secret'] })));
			const kept = JSON.stringify(stored);
			for (const secret of ['sk_secret', 'X-Sig', 's3.example.com', runtime.rateGateKey]) {
				expect(kept).not.toContain(secret);
			}
		});

		it('does not even read it once the run is halted', async () => {
			halt.abort(HALTED);
			expect((await failureOf(jobFor(documentOf()))).code).toBe('NOT_STARTED');
			expect(read).toBe(0);
			expect(runtime.requests).toEqual([]);
		});

		it('keeps no submission that the budget holds back', async () => {
			nextTry({ minimum: 9 });
			runtime.answer('getAccount', account(9));
			const error = await failureOf(jobFor(documentOf()));
			expect(error.code).toBe('CREDITS_BELOW_LIMIT');
			expect(stored.submissions).toEqual({});
			expect(sent()).toEqual([]);
		});

		it('passes on what reading it ends with', async () => {
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

		it('takes up the job, and reads nothing', async () => {
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j', status: 'completed' });
			expect(runtime.order()).toEqual(['getJob']);
			expect(read).toBe(0);
		});

		it('needs no credits for it', async () => {
			nextTry({ maximum: 1 });
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['getJob']);
		});

		it.each<[string, Partial<Submittable>]>([
			['slot', { slot: '1' }],
			['mark', { marks: ['other'] }],
			['number of marks', { marks: ['mark', 'mark'] }],
			['file name', { fileName: 'other.pdf' }],
		])('reads it again with another %s, and finds the job by its content', async (_name, own) => {
			expect(await jobFor(documentOf(own))).toMatchObject({ id: 'j' });
			expect(read).toBe(1);
			expect(runtime.order()).toEqual(['createUpload', 'store', 'getJob']);
		});

		it.each<[string, Partial<Submittable>, Buffer]>([
			['options', { options: { ocr: true } }, content],
			['scope', { scope: { scope: 'content' } }, content],
			['owner', { scope: { ...scope, owner: ['instance', 'other', 'node'] } }, content],
			['content', { marks: ['other'] }, pdfOf(3_001)],
		])('submits it anew with another %s', async (_name, own, bytes) => {
			runtime.answer('submitJob', job('k'));
			expect(await jobFor(documentOf(own, bytes))).toMatchObject({ id: 'k' });
			expect(read).toBe(1);
			expect(sent()).toHaveLength(1);
			expect(sent()[0]?.[0]).not.toBe(key(1));
		});

		it('submits it anew for another account, under the same key', async () => {
			const other = new ScriptedRuntime()
				.answer('createUpload', upload())
				.answer('store', answered(204))
				.answer('submitJob', job('k'));
			expect(await jobFor(documentOf(), submitterOf(other))).toMatchObject({ id: 'k' });
			expect(other.all('submitJob')[0]?.headers).toMatchObject({ 'Idempotency-Key': key(1) });
			expect(known()).toHaveLength(2);
		});

		it('outlasts a service that is down, while there is time', async () => {
			runtime.answer('getJob', ...Array.from({ length: 12 }, () => answered(503)), job('j'));
			const patientUntil = runtime.now() + 30 * 60_000;
			expect(await jobFor(documentOf({ patientUntil }))).toMatchObject({ id: 'j' });
			expect(runtime.all('getJob')).toHaveLength(13);
		});

		it('asks again for it when it is not found yet', async () => {
			runtime.answer('getJob', answered(404), answered(404), job('j'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['getJob', 'getJob', 'getJob']);
		});

		it('names the job, which exists, when it cannot be asked for', async () => {
			runtime.answer('getJob', answered(503));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('UNREACHABLE');
			expect(facts).toMatchObject({ jobId: 'j', jobExists: true });
		});
	});

	it('asks no longer for a known job once the run is halted', async () => {
		await jobFor(documentOf());
		nextTry();
		runtime.answer('getJob', answered(503));
		const began = runtime.now();
		runtime.after(100, () => {
			halt.abort(HALTED);
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

		it('does not pay again in the same try', async () => {
			runtime.answer('getJob', job('j', 'failed'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j', status: 'failed' });
			expect(sent()).toHaveLength(1);
		});

		it('submits it under the next key in the next try', async () => {
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(sent().map(([each]) => each)).toEqual([key(1), key(2)]);
		});

		it('counts the keys on as long as jobs fail', async () => {
			runtime.answer('submitJob', job('k', 'failed'), job('l'));
			nextTry();
			await jobFor(documentOf());
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'l' });
			expect(sent().map(([each]) => each)).toEqual([key(1), key(2), key(3)]);
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

		it('leaves no doubt that no job was made', () => {
			expect(refusal.code).toBe('NOT_ENOUGH_CREDITS');
			expect(refusal.facts.unanswered).toBe(false);
			expect(refusal.facts).not.toHaveProperty('idempotencyKey');
			expect(known()).toMatchObject([{ sent: false }]);
		});

		it('sends it again unchanged, without another upload', async () => {
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['submitJob']);
			expect(sent()).toEqual([[key(1), '{"key":"upload_1","filename":"report.pdf","options":{}}']]);
		});

		it('reads it again where there is a budget now, and nobody has counted its pages', async () => {
			nextTry({ maximum: 2 });
			read = 0;
			const error = await failureOf(jobFor(paged(3)));
			expect(error.code).toBe('OVER_BUDGET');
			expect(read).toBe(1);
			expect(sent()).toEqual([]);
			expect(known()).toMatchObject([{ sent: false }]);
		});

		it('is counted again on the next try, by the pages that it is known to have', async () => {
			stored = { slots: {}, submissions: {} };
			nextTry({ maximum: 5 });
			runtime.answer('submitJob', answered(402), job('j'));
			await failureOf(jobFor(paged(3)));
			expect(credits).toEqual({ spent: 0, held: {} });
			read = 0;
			nextTry({ maximum: 2 });
			expect((await failureOf(jobFor(paged(3)))).facts.credits?.needed).toBe(3);
			nextTry({ maximum: 3 });
			expect(await submitter.jobFor(paged(3))).toMatchObject({ job: { id: 'j' }, pages: 3 });
			expect(read).toBe(0);
			expect(credits).toEqual({ spent: 1, held: {} });
		});

		it('is not among what may exist', () => {
			const records = new SubmissionRecords(stored, PRODUCT_LIMITS.submission);
			expect(records.submitted()).toEqual([]);
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

		it('tells that a job may exist, and the key that leads to it', () => {
			expect(error.code).toBe('UNREACHABLE');
			expect(error.cause).toMatchObject({ message: cause.message });
			expect(error.facts).toMatchObject({
				request: 'submitJob',
				failure: { kind: 'network', code: 'ERR_CANCELED' },
				tries: 1,
				unanswered: true,
				idempotencyKey: key(1),
				// Without a journal, another execution has another key.
				keyLasts: false,
			});
			expect(known()).toMatchObject([{ sent: true }]);
		});

		it('passes on what nobody foresaw, and takes the submission for one without an answer', async () => {
			stored = { slots: {}, submissions: {} };
			nextTry();
			const unforeseen = new Error('No more memory');
			const submitting = jest.spyOn(Service.prototype, 'submitJob');
			submitting.mockRejectedValueOnce(unforeseen);
			await expect(jobFor(documentOf())).rejects.toBe(unforeseen);
			expect(known()).toMatchObject([{ sent: true }]);
			submitting.mockRestore();
		});

		it('sends the very same again, and asks for no consent', async () => {
			nextTry({ maximum: 1 });
			runtime.answer('submitJob', job('j'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['submitJob']);
			expect(sent()).toEqual([[key(1), '{"key":"upload_1","filename":"report.pdf","options":{}}']]);
		});

		it.each<[string, ReturnType<typeof answered> | Error]>([
			['refused', answered(402)],
			['not even sent', noAnswer('SSRF_BLOCKED')],
		])('still may exist when it is %s the next time', async (_name, answer) => {
			nextTry();
			runtime.answer('submitJob', answer);
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts).toMatchObject({ unanswered: true, idempotencyKey: key(1) });
			expect(known()).toMatchObject([{ sent: true }]);
		});

		it('still may exist when the next try is halted before it is sent', async () => {
			nextTry();
			halt.abort(HALTED);
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('NOT_STARTED');
			expect(facts).toMatchObject({ unanswered: true, idempotencyKey: key(1) });
			expect(known()).toMatchObject([{ sent: true }]);
			expect(sent()).toEqual([]);
		});

		it('uploads it anew when its upload has expired, under the same key', async () => {
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
		it('leaves the words for what may exist to the conflict', async () => {
			runtime.answer('submitJob', answered(409));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('CONFLICT');
			expect(facts).not.toHaveProperty('idempotencyKey');
			expect(known()).toMatchObject([{ sent: true }]);
		});
	});

	describe('of an invalid submission', () => {
		it('ends with it, and uploads anew on the next try', async () => {
			runtime.answer('submitJob', answered(400), answered(400), job('j'));
			expect((await failureOf(jobFor(documentOf()))).code).toBe('INVALID_REQUEST');
			runtime.requests.length = 0;
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(runtime.order()).toEqual(['submitJob', 'createUpload', 'store', 'submitJob']);
		});

		it('takes no other refusal for an expired upload', async () => {
			runtime.answer('submitJob', answered(402), answered(401));
			await failureOf(jobFor(documentOf()));
			nextTry();
			expect((await failureOf(jobFor(documentOf()))).code).toBe('UNAUTHORIZED');
			expect(read).toBe(1);
		});
	});

	describe('of a run that is halted', () => {
		it('ends a submission that was not accepted yet, without a wait and without another', async () => {
			runtime.answer('submitJob', rateLimited(900), job('j'));
			const began = runtime.now();
			runtime.after(5_000, () => halt.abort(HALTED));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('NOT_STARTED');
			expect(facts.unanswered).toBe(false);
			expect(sent()).toHaveLength(1);
			expect(runtime.now() - began).toBe(5_000);
			expect(known()).toMatchObject([{ sent: false }]);
		});

		it('keeps a submission that was accepted meanwhile', async () => {
			runtime.answer('submitJob', () => {
				halt.abort(HALTED);
				return job('j');
			});
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
			expect(known()).toMatchObject([{ jobId: 'j' }]);
		});
	});

	describe('of the same content twice', () => {
		it('submits it once, side by side', async () => {
			const slots = ['0', '1', '2'];
			const jobs = slots.map(
				async (slot) => await jobFor(documentOf({ slot, fileName: `${slot}.pdf` })),
			);
			expect((await Promise.all(jobs)).map(({ id }) => id)).toEqual(['j', 'j', 'j']);
			expect(sent()).toHaveLength(1);
			const records = new SubmissionRecords(stored, PRODUCT_LIMITS.submission);
			expect(records.submitted().map(({ slot }) => slot)).toEqual(slots);
		});

		it('submits it once, one after the other', async () => {
			await jobFor(documentOf({ slot: '0' }));
			expect(await jobFor(documentOf({ slot: '1' }))).toMatchObject({ id: 'j' });
			expect(runtime.order().slice(-1)).toEqual(['getJob']);
			expect(sent()).toHaveLength(1);
		});

		it('lets them fail together, and tries it again later', async () => {
			runtime.answer('submitJob', answered(402), job('j'));
			const work = ['0', '1'].map(async (slot) => await jobFor(documentOf({ slot })));
			const codes = await Promise.all(work.map(async (each) => (await failureOf(each)).code));
			expect(codes).toEqual(['NOT_ENOUGH_CREDITS', 'NOT_ENOUGH_CREDITS']);
			expect(sent()).toHaveLength(1);
			expect(await jobFor(documentOf())).toMatchObject({ id: 'j' });
		});

		it('submits it anew once when the upload that both would have shared has expired', async () => {
			runtime.answer('submitJob', answered(402));
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
		const other = { slot: '1', marks: ['other'] };

		it('refuses it for another document, and names both keys', async () => {
			await jobFor(documentOf());
			const { code, facts } = await failureOf(jobFor(documentOf(other, pdfOf(3_001))));
			const second = idempotencyKey(scope, {
				digest: createHash('sha256').update(pdfOf(3_001)).digest('hex'),
				options: {},
				generation: 1,
				journaled: false,
			});
			expect(code).toBe('UNEXPECTED_ANSWER');
			expect(facts).toMatchObject({
				request: 'submitJob',
				server: 'api.example.com',
				failure: {
					kind: 'unreadable',
					reason: `it gives job j to two submissions, under the keys ${key(1)} and ${second}`,
				},
				unanswered: true,
				idempotencyKey: second,
			});
			expect(facts).not.toHaveProperty('jobId');
			expect(known()).toMatchObject([{ jobId: 'j' }, { sent: true }]);
		});

		it('refuses it in a later try, too, and takes the job of its own that comes then', async () => {
			await jobFor(documentOf());
			nextTry();
			const work = async () => await jobFor(documentOf(other, pdfOf(3_001)));
			expect((await failureOf(work())).code).toBe('UNEXPECTED_ANSWER');
			nextTry();
			runtime.answer('submitJob', job('k'));
			expect(await work()).toMatchObject({ id: 'k' });
			expect(sent()[2]).toEqual(sent()[1]);
		});

		it('takes it for the same document of another account: two API keys may be of one', async () => {
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

		it('refuses the same document with other options', async () => {
			await jobFor(documentOf(custom));
			const other = documentOf({ ...custom, slot: '1', options: { ocr: true } });
			expect((await failureOf(jobFor(other))).code).toBe('KEY_ALREADY_USED');
		});

		it('leaves to another record its own key, whatever becomes of the jobs under the first', async () => {
			runtime.answer('submitJob', job('j', 'failed'), job('k'), job('l'));
			expect(await jobFor(documentOf(custom))).toMatchObject({ id: 'k' });
			const other = { slot: '1', scope: { scope: 'custom', key: 'invoice-7-2' } } as const;
			const given = await jobFor(documentOf(other, pdfOf(3_001)));
			expect(given).toMatchObject({ id: 'l' });
			expect(new Set(sent().map(([each]) => each)).size).toBe(3);
		});

		it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
			'takes %s for a key like any other',
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

		it('takes the same document again', async () => {
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

		it('gives a failed job as it is, in the same run, a retry and a later run', async () => {
			const failed = job('j', 'failed');
			runtime.answer('submitJob', failed).answer('getJob', failed);
			expect(await jobFor(paged(2, once))).toMatchObject({ id: 'j', status: 'failed' });
			nextTry({ maximum: 100 });
			expect(await jobFor(paged(2, once))).toMatchObject({ id: 'j', status: 'failed' });
			stored = { slots: {}, submissions: {} };
			nextTry({ maximum: 100 });
			expect(await jobFor(paged(2, once))).toMatchObject({ id: 'j', status: 'failed' });
			expect(sent().map(([each]) => each)).toEqual(['invoice-7', 'invoice-7']);
		});

		it('counts a job that was there before as none of this run', async () => {
			const created_at = new Date(runtime.now() - 1).toISOString();
			const old = { id: 'j', status: 'failed', credits_used: 2, created_at };
			runtime.answer('submitJob', answered(202, old));
			const { earlier } = await submitter.jobFor(paged(2, once));
			expect([earlier, credits.spent]).toEqual([true, 0]);
		});

		it('keeps a job whose result is gone, too', async () => {
			runtime.answer('submitJob', job('j', 'completed'));
			const obtained = await submitter.jobFor(documentOf(once));
			expect(await submitter.replace(obtained, 'gone')).toBe(false);
		});

		it('needs no mark in the journal, and tells that the key lasts', async () => {
			await jobFor(documentOf(once));
			expect(store.calls).toEqual([]);
			expect(known()).toEqual([expect.objectContaining({ journaled: 'custom', once: true })]);
		});
	});

	describe('with a journal', () => {
		let store: MemoryStore;
		const journaledKey = (generation: number) =>
			idempotencyKey(scope, { digest, options: {}, generation, journaled: true });
		/** Another execution: nothing is known but what the journal has. */
		const nextRun = (again = false) => {
			stored = { slots: {}, submissions: {} };
			journal = journalOver(store, again);
			nextTry();
			runtime.requests.length = 0;
		};
		/** The last run has given its documents out. */
		const deliver = async () => {
			const records = new SubmissionRecords(stored, PRODUCT_LIMITS.submission);
			await journal.close(closingOf(records, new Set(['0', '1'])));
		};
		const keys = () => sent().map(([each]) => each);
		/** What the journal has of a generation, without the day. */
		const marksOf = (generation: number) =>
			store.row
				.map((mark) => mark.split(' ').slice(1))
				.filter(([of, mark]) => of === String(generation) && !/^\d/.test(mark ?? ''))
				.map(([, mark]) => mark);

		beforeEach(() => {
			store = new MemoryStore();
			nextRun();
		});

		it('takes up in a later run what was not given out, under the same key', async () => {
			const first = await submitter.jobFor(documentOf());
			expect(first).toMatchObject({ job: { id: 'j' }, earlier: false });
			expect(keys()).toEqual([journaledKey(1)]);
			nextRun();
			const second = await submitter.jobFor(documentOf());
			expect(keys()).toEqual([journaledKey(1)]);
			expect(second.submissionId).toBe(first.submissionId);
			expect(second.submissionId).toMatch(/^[0-9a-f]{16} /);
		});

		it('pays anew for what was given out', async () => {
			await jobFor(documentOf());
			await deliver();
			nextRun();
			expect((await submitter.jobFor(documentOf())).earlier).toBe(false);
			expect(keys()).toEqual([journaledKey(2)]);
		});

		it('asks in a manual retry for what was given out last', async () => {
			await jobFor(documentOf());
			await deliver();
			nextRun(true);
			runtime.answer('submitJob', job('j', 'completed'));
			expect((await submitter.jobFor(documentOf())).earlier).toBe(true);
			expect(keys()).toEqual([journaledKey(1)]);
		});

		it('pays nothing in a manual retry when that is held back', async () => {
			await jobFor(documentOf());
			await deliver();
			nextRun(true);
			runtime.answer('submitJob', () => answered(409));
			await expect(jobFor(documentOf())).rejects.toMatchObject({ code: 'CONFLICT' });
			expect(new Set(keys())).toEqual(new Set([journaledKey(1)]));
		});

		it('takes one document for one, side by side, and opens it once', async () => {
			store.calls.length = 0;
			const both = ['0', '1'].map(async (slot) => await jobFor(documentOf({ slot })));
			expect((await Promise.all(both)).map(({ id }) => id)).toEqual(['j', 'j']);
			expect(sent()).toHaveLength(1);
			expect(store.calls.filter(([what]) => what === 'record')).toHaveLength(1);
		});

		it('pays once in an execution, also for what an earlier round has given out', async () => {
			await jobFor(documentOf());
			await deliver();
			nextTry();
			expect(await submitter.jobFor(documentOf({ slot: '1' }))).toMatchObject({ earlier: true });
			expect(sent()).toHaveLength(1);
		});

		it('knows whether the job that it takes up was made only now', async () => {
			await jobFor(documentOf());
			nextRun();
			const now = {
				id: 'j',
				status: 'processing',
				created_at: new Date(runtime.now()).toISOString(),
			};
			runtime.answer('submitJob', answered(202, now));
			expect((await submitter.jobFor(documentOf())).earlier).toBe(false);
			nextRun();
			const before = new Date(runtime.now() - 1).toISOString();
			runtime.answer('submitJob', answered(202, { ...now, created_at: before }));
			expect((await submitter.jobFor(documentOf())).earlier).toBe(true);
		});

		it('tells that the key of a submission without an answer outlasts the execution', async () => {
			runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts).toMatchObject({ idempotencyKey: journaledKey(1), keyLasts: true });
		});

		it('follows a job of which only the execution knows that it failed', async () => {
			runtime.answer('submitJob', job('j', 'failed'), job('k'));
			await jobFor(documentOf());
			expect(marksOf(1)).toContain('hopeful');
			nextTry();
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
		});

		it('follows a job that had failed with the next attempt, once', async () => {
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', job('j', 'failed'), job('k', 'failed'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k', status: 'failed' });
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
			expect(marksOf(1)).toEqual(['started', 'unfinished']);
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

		it('does not pay twice in a run for a document that is refused at once', async () => {
			runtime.answer('submitJob', job('j', 'failed'));
			expect(await jobFor(documentOf())).toMatchObject({ status: 'failed' });
			expect(keys()).toEqual([journaledKey(1)]);
		});

		it.each<[Submittable['scope'], unknown]>([
			[{ scope: 'content' }, expect.stringMatching(/^[0-9a-f]{64}$/)],
			[{ scope: 'custom', key: 'invoice-7' }, 'invoice-7'],
		])('takes a failed answer for an old one in scope %j', async (own, firstKey) => {
			runtime.answer('submitJob', job('j', 'failed'), job('k'));
			expect(await jobFor(documentOf({ scope: own }))).toMatchObject({ id: 'k' });
			expect(keys()).toEqual([firstKey, expect.stringMatching(/^[0-9a-f]{64}$/)]);
		});

		it('refuses it after three failed jobs, whatever the execution', async () => {
			runtime.answer('submitJob', job('a', 'failed'));
			for (let run = 0; run < 3; run += 1) {
				nextRun();
				runtime.answer('submitJob', job(`job ${run}`, 'failed'));
				await jobFor(documentOf());
				await deliver();
			}
			nextRun();
			const error = await failureOf(jobFor(documentOf()));
			expect(error).toMatchObject({ code: 'FAILED_REPEATEDLY', facts: { attempts: 3 } });
			expect(sent()).toEqual([]);
			const insisting = documentOf({ scope: { scope: 'custom', key: 'once more' } });
			runtime.answer('submitJob', job('l'));
			expect(await jobFor(insisting)).toMatchObject({ id: 'l' });
		});

		it('has other items wait until the store knows of a third failed job', async () => {
			for (const id of ['a', 'b']) {
				runtime.answer('submitJob', job(id, 'failed'));
				await jobFor(documentOf());
				await deliver();
				nextRun();
			}
			runtime.answer('submitJob', job('c'));
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', job('c', 'failed'), job('d'));
			const remove = store.remove.bind(store);
			const removing = jest.spyOn(store, 'remove');
			const closing = new Promise<() => void>((resolve) => {
				// The first removal but for what was only looked at.
				removing.mockImplementation(async (keys) => {
					if (keys.length === 1) {
						removing.mockRestore();
						await new Promise<void>((goOn) => resolve(goOn));
					}
					await remove(keys);
				});
			});
			const first = failureOf(jobFor(documentOf()));
			const goOn = await closing;
			const second = failureOf(jobFor(documentOf({ slot: '1' })));
			// As far as it gets.
			await runtime.sleep(60_000);
			goOn();
			expect((await first).code).toBe('FAILED_REPEATEDLY');
			expect((await second).code).toBe('FAILED_REPEATEDLY');
			expect(keys()).toEqual([journaledKey(3)]);
		});

		it('leaves a result that is gone, once, and only of an earlier run', async () => {
			const fresh = await submitter.jobFor(documentOf());
			expect(await submitter.replace(fresh, 'gone')).toBe(false);
			nextRun();
			runtime.answer('submitJob', job('j', 'completed'), job('k', 'completed'));
			const old = await submitter.jobFor(documentOf());
			expect(await submitter.replace(old, 'gone')).toBe(true);
			expect(await submitter.replace(old, 'gone')).toBe(true);
			const next = await submitter.jobFor(documentOf());
			expect(next).toMatchObject({ job: { id: 'k' }, earlier: false });
			expect(await submitter.replace({ ...next, earlier: true }, 'gone')).toBe(false);
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
			expect(marksOf(1)).toEqual(['started']);
		});

		it('replaces a known job that the service does not know any more', async () => {
			await jobFor(documentOf());
			nextTry();
			runtime.answer('getJob', answered(404)).answer('submitJob', job('k'));
			expect(await jobFor(documentOf())).toMatchObject({ id: 'k' });
			expect(keys()).toEqual([journaledKey(1), journaledKey(2)]);
			expect(marksOf(1)).toEqual(['started']);
		});

		it('does not pay anew for a job of its own run that is not known any more', async () => {
			await jobFor(documentOf());
			runtime.answer('getJob', answered(404));
			expect((await failureOf(jobFor(documentOf()))).code).toBe('NOT_FOUND');
			expect(keys()).toEqual([journaledKey(1)]);
		});

		it('closes nothing in a store that did not answer', async () => {
			let removals = 0;
			journal = journalOver({
				...NO_STORE,
				remove: async () => {
					removals += 1;
					await Promise.resolve();
				},
			});
			nextTry();
			await jobFor(documentOf());
			nextTry();
			runtime.answer('getJob', job('j', 'failed')).answer('submitJob', job('k'));
			await jobFor(documentOf());
			expect(keys()).toEqual([key(1), key(2)]);
			expect(removals).toBe(0);
		});

		it('tells since when of a document that another item has sent', async () => {
			await jobFor(documentOf());
			const [record] = known();
			Object.assign(record ?? {}, { jobId: undefined, body: '{}', sent: true });
			nextTry();
			runtime.answer('submitJob', answered(409));
			const { facts } = await failureOf(jobFor(documentOf({ slot: '1' })));
			expect(facts.document?.since).toBe(new Date(runtime.now()).toISOString().slice(0, 10));
		});

		it('tells of a conflict which document it is, and since when', async () => {
			await jobFor(documentOf());
			nextRun();
			runtime.answer('submitJob', answered(409));
			const { code, facts } = await failureOf(jobFor(documentOf()));
			expect(code).toBe('CONFLICT');
			const since = new Date(runtime.now()).toISOString().slice(0, 10);
			expect(facts.document).toEqual({ digest, since });
		});

		it('does not say since when of a document that the journal does not know', async () => {
			runtime.answer('submitJob', answered(409));
			const { facts } = await failureOf(jobFor(documentOf()));
			expect(facts.document).toEqual({ digest, since: undefined });
		});

		it('writes the job to the log, which a kill leaves', async () => {
			await jobFor(documentOf());
			expect(runtime.logged).toContainEqual([
				'info',
				`job j is of the document with SHA-256 ${digest}`,
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
	});
});
