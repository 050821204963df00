/** What counts as spent, whatever becomes of a submission. */
import { TagPdfError } from '../../../../nodes/client/errors';
import { Journal, OptionalJournal } from '../../../../nodes/client/journal';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Service } from '../../../../nodes/client/service';
import {
	Budget,
	SubmissionRecords,
	Submitter,
	type StoredCredits,
	type StoredSubmissions,
	type Submittable,
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
let stored: StoredSubmissions;
let credits: StoredCredits;
let submitter: Submitter;

beforeEach(() => {
	runtime = new ScriptedRuntime()
		.answer('createUpload', upload())
		.answer('store', answered(204))
		.answer('submitJob', job())
		.answer('getJob', job());
	store = new MemoryStore();
	nextExecution();
});

interface Made {
	id?: string;
	status?: string;
	age?: number;
	used?: unknown;
}

/** A job that is made now, unless its age is told, in milliseconds. */
function job({ id = 'j', status = 'processing', age = 0, used = PAGES }: Made = {}) {
	return () => {
		const created_at = new Date(runtime.now() - age).toISOString();
		return answered(202, { id, status, credits_used: used, created_at });
	};
}

function nextExecution(): void {
	stored = { slots: {}, submissions: {} };
	credits = { spent: 0, held: {} };
	nextTry();
}

/** With what n8n keeps of the try before. */
function nextTry(maximum = 2 * PAGES): void {
	stored = JSON.parse(JSON.stringify(stored)) as StoredSubmissions;
	credits = JSON.parse(JSON.stringify(credits)) as StoredCredits;
	const { signal } = new AbortController();
	const service = new Service(runtime);
	const journal = new Journal(store, PRODUCT_LIMITS.submission, () => runtime.now());
	const budget = new Budget({ maximum, minimum: 0 }, credits, signal);
	submitter = new Submitter(
		runtime,
		service,
		new SubmissionRecords(stored, PRODUCT_LIMITS.submission),
		new OptionalJournal(journal, false, () => undefined),
		budget.guardFor(async () => await service.getAccount()),
		signal,
	);
}

const document = (own: Partial<Submittable> = {}): Submittable => ({
	slot: '0',
	marks: ['mark'],
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

/** All that is counted: charged, or perhaps. */
const counted = () => [credits.spent, ...Object.values(credits.held)];

test('a new job counts with what the service says, and its pages are known', async () => {
	runtime.answer('submitJob', job({ used: 4 }));
	expect(await submitter.jobFor(document())).toMatchObject({ earlier: false, pages: PAGES });
	expect(counted()).toEqual([4]);
});

test.each([
	['nothing yet', 'processing', 0, PAGES],
	['nothing yet, in a state of its own', 'queued', 0, PAGES],
	['no number', 'completed', null, PAGES],
	['less than nothing', 'completed', -1, PAGES],
	['nothing at all', 'failed', 0, 0],
	['nothing in the end', 'completed', 0, 0],
])('of a job that says %s the pages count', async (_what, status, used, count) => {
	runtime.answer('submitJob', job({ status, used }));
	await submitter.jobFor(document());
	expect(counted()).toEqual([count]);
});

test('a submission without an answer counts, and counts once when its answer is there', async () => {
	runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
	await failureOf(submitter.jobFor(document()));
	expect(counted()).toEqual([0, PAGES]);
	nextTry();
	expect((await failureOf(submitter.jobFor(document()))).facts.unanswered).toBe(true);
	expect(counted()).toEqual([0, PAGES]);
	nextTry();
	runtime.answer('submitJob', job());
	await submitter.jobFor(document());
	expect(counted()).toEqual([PAGES]);
	nextTry();
	await submitter.jobFor(document());
	expect(counted()).toEqual([PAGES]);
});

test('a submission without an answer leaves no room that it may have taken', async () => {
	nextTry(PAGES);
	runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
	await failureOf(submitter.jobFor(document()));
	runtime.answer('submitJob', job({ id: 'k' }));
	const other = document({ slot: '1', options: { ocr: true } });
	expect((await failureOf(submitter.jobFor(other))).facts).toEqual({
		credits: { needed: PAGES, left: 0, limit: PAGES },
	});
});

test('a conflict may stand for a job of this very submission', async () => {
	runtime.answer('submitJob', answered(409));
	expect((await failureOf(submitter.jobFor(document()))).code).toBe('CONFLICT');
	expect(counted()).toEqual([0, PAGES]);
});

test.each([401, 402, 400, 413])('what is refused with %i does not count', async (status) => {
	runtime.answer('submitJob', answered(status));
	await failureOf(submitter.jobFor(document()));
	expect(counted()).toEqual([0]);
});

test('an upload that has expired is replaced, and counts once', async () => {
	runtime.answer('submitJob', noAnswer('ERR_CANCELED'));
	await failureOf(submitter.jobFor(document()));
	nextTry(PAGES);
	runtime.answer('submitJob', answered(400), job());
	await submitter.jobFor(document());
	expect(counted()).toEqual([PAGES]);
});

describe('a document that an earlier execution has submitted', () => {
	beforeEach(async () => {
		await submitter.jobFor(document());
		await runtime.sleep(HOUR);
		nextExecution();
	});

	it.each(['processing', 'completed'])('does not count again while %s', async (status) => {
		runtime.answer('submitJob', job({ status, age: HOUR }));
		expect(await submitter.jobFor(document())).toMatchObject({ earlier: true });
		expect(counted()).toEqual([0]);
	});

	it('counts where its job is made only now', async () => {
		expect(await submitter.jobFor(document())).toMatchObject({ earlier: false });
		expect(counted()).toEqual([PAGES]);
	});

	it.each([
		['of this very moment', 'completed', 0],
		['without a time', 'completed', NaN],
	])('counts where its job is %s, whatever its state', async (_when, status, age) => {
		const created_at = Number.isNaN(age) ? 'once' : new Date(runtime.now()).toISOString();
		const given = { id: 'j', status, credits_used: PAGES, created_at };
		runtime.answer('submitJob', answered(202, given));
		await submitter.jobFor(document());
		expect(counted()).toEqual([PAGES]);
	});

	it('must fit all the same: nobody knows that it is paid for until its answer is there', async () => {
		nextTry(PAGES - 1);
		expect((await failureOf(submitter.jobFor(document()))).code).toBe('OVER_BUDGET');
		expect(runtime.all('submitJob')).toHaveLength(1);
	});

	it('counts for its next attempt alone once it has failed', async () => {
		runtime.answer(
			'submitJob',
			job({ status: 'failed', age: HOUR }),
			job({ id: 'k', used: PAGES + 1 }),
		);
		expect(await submitter.jobFor(document())).toMatchObject({ job: { id: 'k' } });
		expect(counted()).toEqual([PAGES + 1]);
	});
});

test('a job that somebody has paid for under a key for all does not count', async () => {
	await runtime.sleep(HOUR);
	nextTry();
	runtime.answer('submitJob', job({ status: 'completed', age: HOUR }));
	expect(await submitter.jobFor(document({ scope: { scope: 'content' } }))).toMatchObject({
		earlier: true,
	});
	expect(counted()).toEqual([0]);
});

test('the same content among the items of a run counts once', async () => {
	const items = ['0', '1', '2'].map(async (slot) => await submitter.jobFor(document({ slot })));
	await Promise.all(items);
	expect(counted()).toEqual([PAGES]);
});

test('options that depend on what the document holds go to the service, and make it another one', async () => {
	const scanned = document();
	const open = async () => ({ ...(await scanned.open()), options: { ocr: true } });
	await submitter.jobFor({ ...scanned, open });
	runtime.answer('submitJob', job({ id: 'k' }));
	await submitter.jobFor(document({ slot: '1' }));
	const sent = runtime.all('submitJob').map(({ body }) => JSON.parse(body as string) as unknown);
	expect(sent).toMatchObject([{ options: { ocr: true } }, { options: {} }]);
	expect(counted()).toEqual([2 * PAGES]);
});

test('what is not submitted after it was read ends as its reading does', async () => {
	const tagged = new TagPdfError('ALREADY_TAGGED');
	const open = async () => await Promise.reject(tagged);
	await expect(submitter.jobFor(document({ open }))).rejects.toBe(tagged);
	expect(runtime.requests).toEqual([]);
	expect(stored).toEqual({ slots: {}, submissions: {} });
});
