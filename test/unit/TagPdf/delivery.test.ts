import { executeItems } from '../../../nodes/TagPdf/execute';
import { itemWithPages, itemWithPdf, onDocument } from '../support/documents';
import { FakeExecution, type FakeSetup } from '../support/fakeExecution';
import { FakeService, jobOf } from '../support/fakeService';
import { ONE_TRY } from '../support/itemOf';
import { MemoryStore } from '../support/memoryStore';

/** A later execution of the same node: it keeps the service and the store, but not n8n's stored data. */
function openNode(names: string[]) {
	const service = new FakeService();
	const store = new MemoryStore();
	const run = async (more: FakeSetup = {}) => {
		const fake = new FakeExecution({
			parameters: names.map(() => onDocument('tag', { maxInFlight: 1 })),
			items: names.map(itemWithPdf),
			answer: service.answer,
			store,
			...more,
		});
		const outputs = await executeItems(fake.context, ONE_TRY).catch((error: unknown) => error);
		return { fake, outputs };
	};
	return { service, store, run };
}
/** Sentences in the hints about documents that were not charged again. */
const saved = ({ hints }: FakeExecution) =>
	hints.flatMap(
		({ message }) => /\d+ documents? resumed from an earlier run.*/.exec(message) ?? [],
	);
const kinds = (row: readonly string[]) => row.map((mark) => mark.split(' ')[2]).toSorted();

test('delivered documents are closed with one call, and the next run pays for them again', async () => {
	const { service, store, run } = openNode(['one', 'two']);
	const { fake } = await run();
	expect(kinds(store.row)).toEqual(['started', 'started']);
	expect(store.calls.filter(([what]) => what === 'remove')).toHaveLength(1);
	expect(saved(fake)).toEqual([]);
	const { fake: second } = await run();
	expect(service.jobs.size).toBe(4);
	expect(saved(second)).toEqual([]);
});

test('the next run resumes undelivered documents and reports what it saved', async () => {
	const { service, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked.endsWith('/result') ? { statusCode: 401, body: '{}' } : undefined;
	await run();
	expect(service.jobs.size).toBe(1);
	service.instead = () => undefined;
	const { fake } = await run();
	expect(service.jobs.size).toBe(2);
	expect(saved(fake)).toEqual(['1 document resumed from an earlier run, 1 credit, charged once.']);
});

test('several resumed documents are counted', async () => {
	const { service, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked.endsWith('/result') ? { statusCode: 401, body: '{}' } : undefined;
	await run({ continueOnFail: true });
	service.instead = () => undefined;
	const { fake } = await run();
	expect(service.jobs.size).toBe(2);
	expect(saved(fake)).toEqual([
		'2 documents resumed from an earlier run, 2 credits, charged once.',
	]);
});

test('with Continue On Fail delivered documents are closed and failed ones stay open', async () => {
	const { service, store, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_2/result' ? { statusCode: 401, body: '{}' } : undefined;
	await run({ continueOnFail: true });
	expect(kinds(store.row).filter((kind) => kind === 'undelivered')).toHaveLength(1);
	service.instead = () => undefined;
	const { outputs } = await run();
	expect(outputs).toMatchObject([[{ json: { id: 'job_3' } }, { json: { id: 'job_2' } }]]);
});

test('a run that n8n will retry closes nothing', async () => {
	const { service, store, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_1/result' ? { statusCode: 401, body: '{}' } : undefined;
	await run({ continueOnFail: true, node: { retryOnFail: true } });
	expect(kinds(store.row).filter((kind) => kind === 'undelivered')).toHaveLength(2);
});

test('a failed job is recorded as failed, however the run ends', async () => {
	const { service, store, run } = openNode(['one']);
	service.status = 'failed';
	for (const times of [1, 2, 3]) {
		await run();
		expect(service.jobs.size).toBe(times);
	}
	expect(kinds(store.row)).not.toContain('usable');
	const { outputs } = await run();
	expect(outputs).toMatchObject({ message: expect.stringContaining('3 times') });
	expect(service.jobs.size).toBe(3);
});

test('a vanished result is paid for once more', async () => {
	const { service, run } = openNode(['one']);
	service.instead = (asked) =>
		asked.endsWith('/result') ? { statusCode: 401, body: '{}' } : undefined;
	await run();
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_1/result'
			? { statusCode: 410, body: '{"error":{"type":"gone","message":"Gone"}}' }
			: undefined;
	const { outputs } = await run();
	expect(outputs).toMatchObject([[{ json: { id: 'job_2' } }]]);
	service.instead = (asked) =>
		asked.endsWith('/result')
			? { statusCode: 410, body: '{"error":{"type":"gone","message":"Gone"}}' }
			: undefined;
	await run();
	expect(service.jobs.size).toBe(3);
});

test('a manual retry returns delivered documents again, free of charge', async () => {
	const { service, run } = openNode(['one']);
	await run();
	const { fake } = await run({ mode: 'retry' });
	expect(service.jobs.size).toBe(1);
	expect(saved(fake)).toHaveLength(1);
});

test('if the store does not answer, each execution pays and the log has one line about it', async () => {
	const { service, run } = openNode(['one', 'two']);
	const checkProcessed = async () => await Promise.reject(new Error('no workflow'));
	const { fake } = await run({ checkProcessed, executionId: '1' });
	expect(fake.log.lines.filter(([level]) => level === 'warn')).toEqual([
		[
			'warn',
			"Tag PDF: n8n's deduplication store does not answer, so documents are paid for once per execution: Error: no workflow",
		],
	]);
	await run({ checkProcessed, executionId: '2' });
	expect(service.jobs.size).toBe(4);
	await run({ checkProcessed, executionId: '2' });
	expect(service.jobs.size).toBe(4);
});

test('takes back the delivery if Stop comes while the node records it', async () => {
	const { service, store, run } = openNode(['one']);
	const stop = new AbortController();
	const remove = store.remove.bind(store);
	store.remove = async (keys) => {
		await remove(keys);
		if (service.asked.includes('GET storage')) stop.abort();
	};
	await run({ signal: stop.signal });
	expect(kinds(store.row)).toEqual(['started', 'undelivered', 'usable']);
	store.remove = remove;
	await run();
	expect(service.jobs.size).toBe(1);
});

test('delivers nothing if Stop comes while the result is stored', async () => {
	const { service, store, run } = openNode(['one']);
	const stop = new AbortController();
	service.instead = (asked) => {
		if (asked === 'GET storage') stop.abort();
		return undefined;
	};
	await run({ signal: stop.signal });
	expect(kinds(store.row)).toEqual(['started', 'undelivered', 'usable']);
});

test.each([
	[2, 2],
	[undefined, 3],
	[9, 5],
])('the last try of Retry On Fail delivers (maxTries %p)', async (maxTries, last) => {
	const { service, store, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_1/result' ? { statusCode: 401, body: '{}' } : undefined;
	const kept = {};
	const undelivered: number[] = [];
	for (let tries = 1; tries <= last; tries += 1) {
		await run({ kept, continueOnFail: true, node: { retryOnFail: true, maxTries } });
		undelivered.push(kinds(store.row).filter((kind) => kind === 'undelivered').length);
	}
	expect(undelivered).toEqual([...Array.from({ length: last - 1 }, () => 2), 1]);
});

describe('a Retry that has lost the memory of its execution', () => {
	const limit = { maximumCredits: 2, maxInFlight: 4 };
	const names = ['one', 'two', 'three', 'four'];
	const setup = (options: object) => ({
		parameters: names.map(() => onDocument('tag', options)),
		items: names.map(itemWithPages.bind(undefined, 1)),
		continueOnFail: true,
	});

	test('counts what the execution may have spent before it approves anything new', async () => {
		const { service, run } = openNode(names);
		const items = [3, 2, 1, 4].map((pages) => itemWithPages(pages));
		// The last two documents are submitted, and their execution is lost.
		service.instead = (asked) =>
			asked.endsWith('/result') ? { statusCode: 401, body: '{}' } : undefined;
		const options = { ...limit, maximumCredits: 5 };
		const inTurn = [1, 2].map(() => onDocument('tag', { ...options, maxInFlight: 1 }));
		await run({ items: items.slice(2), parameters: inTurn, continueOnFail: true });
		expect(service.jobs.size).toBe(2);

		service.instead = () => undefined;
		const retry = { ...setup(options), items, mode: 'retry' } as const;
		const { outputs } = await run({ ...retry, executionId: '2' });
		expect(service.jobs.size).toBe(2);
		expect(outputs).toMatchObject([
			[
				{ json: { error: { code: 'OVER_BUDGET' } } },
				{ json: { error: { code: 'OVER_BUDGET' } } },
				{ json: { id: 'job_1' } },
				{ json: { id: 'job_2' } },
			],
		]);
	});

	test('reads no document twice without a limit', async () => {
		const { service, run } = openNode(names);
		await run({ ...setup({}), mode: 'retry' });
		expect(service.asked.filter((asked) => asked === 'POST storage')).toHaveLength(4);
	});
});

test('shows no hint if n8n has no place for hints', async () => {
	const { service, run } = openNode(['one']);
	service.jobs.set('x', jobOf('x'));
	await run();
	const fake = new FakeExecution({
		parameters: [onDocument('tag')],
		items: [itemWithPdf('one')],
		answer: service.answer,
		mode: 'retry',
	});
	Reflect.deleteProperty(fake.context, 'addExecutionHints');
	await expect(executeItems(fake.context, ONE_TRY)).resolves.toHaveLength(1);
});
