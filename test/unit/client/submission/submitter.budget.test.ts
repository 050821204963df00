/** Tests which submissions count as spent credits. */
import { TagPdfError } from '../../../../nodes/client/errors';
import { Journal } from '../../../../nodes/client/journal';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Service } from '../../../../nodes/client/service';
import {
	Budget,
	DocumentRecords,
	Submitter,
	type StoredDocuments,
	type DocumentToSubmit,
} from '../../../../nodes/client/submission';
import { failureOf } from '../../support/failureOf';
import { MemoryStore } from '../../support/memoryStore';
import { pdfOf } from '../../support/pdf';
import { answered, noAnswer, ScriptedRuntime, upload } from '../../support/scriptedRuntime';

const content = pdfOf(100);
const PAGES = 5;
const delivery = { scope: 'delivery', owner: ['node'], execution: '7' } as const;
const HOUR = 60 * 60_000;

let runtime: ScriptedRuntime;
let store: MemoryStore;
let stored: StoredDocuments;
let records: DocumentRecords;
let execution: number;
let submitter: Submitter;

beforeEach(() => {
	runtime = new ScriptedRuntime()
		.answer('createUpload', upload())
		.answer('store', answered(204))
		.answer('submitJob', job())
		.answer('getJob', job());
	store = new MemoryStore();
	execution = 0;
	nextExecution();
});

interface Made {
	id?: string;
	status?: string;
	used?: unknown;
	/** Time according to the service, whose clock may be wrong. */
	created_at?: string;
}

function job({ id = 'j', status = 'processing', used = PAGES, created_at = 'once' }: Made = {}) {
	return answered(202, { id, status, credits_used: used, created_at });
}

/** A new run: its memory is its own. */
function nextExecution(): void {
	stored = { slots: {}, documents: {} };
	execution += 1;
	nextTry();
}

/** Starts the next try with n8n's stored data of the previous try. */
function nextTry(maximum = 2 * PAGES): void {
	stored = JSON.parse(JSON.stringify(stored)) as StoredDocuments;
	const { signal } = new AbortController();
	const { failedAttempts } = PRODUCT_LIMITS.submission;
	records = new DocumentRecords(stored, String(execution));
	submitter = new Submitter(runtime, new Service(runtime), {
		records,
		journal: new Journal(store, failedAttempts, () => undefined),
		budget: new Budget({ maximum, minimum: 0 }, records, signal),
		signal,
		isRetry: false,
	});
}

const document = (own: Partial<DocumentToSubmit> = {}): DocumentToSubmit => ({
	slot: '0',
	identity: ['mark'],
	fileName: 'report.pdf',
	options: {},
	scope: delivery,
	open: async () => {
		const open = async () => await Promise.resolve(content);
		return await Promise.resolve({
			fileName: 'report.pdf',
			size: content.length,
			open,
			pages: PAGES,
		});
	},
	...own,
});

/** All counted credits, and the part of them without an answer yet. */
const counted = () => [records.sumCredits(), records.sumHeldCredits()];

test("a new job counts with the service's charge and has its pages", async () => {
	runtime.answer('submitJob', job({ used: 4 }));
	expect(await submitter.getJob(document())).toMatchObject({ isResumed: false, pages: PAGES });
	expect(counted()).toEqual([4, 0]);
});

test.each([
	['nothing yet', 'processing', 0, PAGES],
	['nothing yet, in a state of its own', 'queued', 0, PAGES],
	['no number', 'completed', null, PAGES],
	['less than nothing', 'completed', -1, PAGES],
	['nothing at all', 'failed', 0, 0],
	['nothing in the end', 'completed', 0, 0],
])('a job that says %s counts with its pages', async (_what, status, used, count) => {
	runtime.answer('submitJob', job({ status, used }));
	await submitter.getJob(document());
	expect(counted()).toEqual([count, 0]);
});

test('a submission counts once, before and after its answer', async () => {
	runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
	await failureOf(submitter.getJob(document()));
	expect(counted()).toEqual([PAGES, PAGES]);
	nextTry();
	expect((await failureOf(submitter.getJob(document()))).facts.unanswered).toBe(true);
	expect(counted()).toEqual([PAGES, PAGES]);
	nextTry();
	runtime.answer('submitJob', job());
	await submitter.getJob(document());
	expect(counted()).toEqual([PAGES, 0]);
	nextTry();
	await submitter.getJob(document());
	expect(counted()).toEqual([PAGES, 0]);
});

test('a submission without an answer reserves its credits', async () => {
	nextTry(PAGES);
	runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
	await failureOf(submitter.getJob(document()));
	runtime.answer('submitJob', job({ id: 'k' }));
	const other = document({ slot: '1', options: { ocr: true } });
	expect((await failureOf(submitter.getJob(other))).facts).toEqual({
		credits: { needed: PAGES, left: 0, limit: PAGES },
	});
});

test('a conflict counts, because it may be about this submission', async () => {
	runtime.answer('submitJob', answered(409));
	expect((await failureOf(submitter.getJob(document()))).code).toBe('CONFLICT');
	expect(counted()).toEqual([PAGES, PAGES]);
});

test.each([401, 402, 400, 413])('a refusal with %i does not count', async (status) => {
	runtime.answer('submitJob', answered(status));
	await failureOf(submitter.getJob(document()));
	expect(counted()).toEqual([0, 0]);
	nextTry(PAGES);
	runtime.answer('submitJob', job());
	await submitter.getJob(document());
	expect(counted()).toEqual([PAGES, 0]);
});

test('a replaced upload counts once', async () => {
	runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
	await failureOf(submitter.getJob(document()));
	nextTry(PAGES);
	runtime.answer('submitJob', answered(400), job());
	await submitter.getJob(document());
	expect(counted()).toEqual([PAGES, 0]);
});

describe('a document that an earlier execution has submitted', () => {
	beforeEach(async () => {
		await submitter.getJob(document());
		await runtime.sleep(HOUR);
		nextExecution();
	});

	it.each(['processing', 'completed', 'failed for free'])(
		"counts with its pages or the service's charge while %s",
		async (state) => {
			const isFree = state === 'failed for free';
			const given = isFree ? { status: 'failed', used: 0 } : { status: state };
			runtime.answer('submitJob', job(given), job({ id: 'k' }));
			await submitter.getJob(document());
			expect(counted()).toEqual([PAGES, 0]);
		},
	);

	it.each(['1970-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'once'])(
		'counts with any creation time of its job (%s)',
		async (created_at) => {
			runtime.answer('submitJob', job({ status: 'completed', created_at }));
			expect(await submitter.getJob(document())).toMatchObject({ isResumed: true });
			expect(counted()).toEqual([PAGES, 0]);
		},
	);

	it('must fit, because it may not be paid for yet', async () => {
		nextTry(PAGES - 1);
		expect((await failureOf(submitter.getJob(document()))).code).toBe('OVER_BUDGET');
		expect(runtime.all('submitJob')).toHaveLength(1);
	});

	it('counts with its next attempt after a failure, which must fit, too', async () => {
		const failed = job({ status: 'failed' });
		runtime.answer('submitJob', failed, job({ id: 'k', used: PAGES - 1 }));
		expect(await submitter.getJob(document())).toMatchObject({ job: { id: 'k' } });
		expect(counted()).toEqual([PAGES + PAGES - 1, 0]);
		nextExecution();
		nextTry(PAGES);
		runtime.answer('submitJob', job({ id: 'k', status: 'failed' }), job({ id: 'l' }));
		expect((await failureOf(submitter.getJob(document()))).facts.credits).toEqual({
			needed: PAGES,
			left: 0,
			limit: PAGES,
		});
		expect(counted()).toEqual([PAGES, 0]);
	});

	it('leaves nothing in the journal if the budget refuses its next attempt', async () => {
		runtime.answer('submitJob', job({ status: 'failed' }));
		nextTry(PAGES);
		await failureOf(submitter.getJob(document()));
		expect(store.row.map((mark) => mark.split(' ').slice(1).join(' '))).toEqual([
			'1 started',
			'1 undelivered',
		]);
	});
});

test('a job under a shared key counts, because anyone may have paid for it', async () => {
	await runtime.sleep(HOUR);
	runtime.answer('submitJob', job({ status: 'completed', created_at: '1970-01-01T00:00:00Z' }));
	await submitter.getJob(document({ scope: { scope: 'content' } }));
	expect(counted()).toEqual([PAGES, 0]);
});

test.each([
	['two seconds behind', '2025-12-31T23:59:58.000Z'],
	['rounded to whole seconds', '2026-01-01T00:00:00Z'],
	['no clock at all', 'once'],
])('the limit holds with a service whose clock is %s', async (_which, created_at) => {
	let jobs = 0;
	runtime.answer('submitJob', () => job({ id: `job ${(jobs += 1)}`, used: 0, created_at }));
	const all = Array.from({ length: 20 }, async (_, n) => {
		const own = { scope: 'custom', key: `key ${n}` } as const;
		return await submitter.getJob(document({ slot: String(n), scope: own }));
	});
	const outcomes = await Promise.allSettled(all);
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
	expect(jobs).toBe(2);
	expect(new Set(store.row.map((mark) => mark.split(' ')[0])).size).toBe(2);
});

test('the same content among the items of a run counts once', async () => {
	const items = ['0', '1', '2'].map(async (slot) => await submitter.getJob(document({ slot })));
	await Promise.all(items);
	expect(counted()).toEqual([PAGES, 0]);
});

test('options that depend on the content reach the service and make another document', async () => {
	const scanned = document();
	const open = async () => ({ ...(await scanned.open()), options: { ocr: true } });
	await submitter.getJob({ ...scanned, open });
	runtime.answer('submitJob', job({ id: 'k' }));
	await submitter.getJob(document({ slot: '1' }));
	const sent = runtime.all('submitJob').map(({ body }) => JSON.parse(body as string) as unknown);
	expect(sent).toMatchObject([{ options: { ocr: true } }, { options: {} }]);
	expect(counted()).toEqual([2 * PAGES, 0]);
});

test('a document that cannot be read fails with its reading', async () => {
	const tagged = new TagPdfError('ALREADY_TAGGED', {});
	const open = async () => await Promise.reject(tagged);
	await expect(submitter.getJob(document({ open }))).rejects.toBe(tagged);
	expect(runtime.requests).toEqual([]);
	expect(stored).toEqual({ slots: {}, documents: {} });
});
