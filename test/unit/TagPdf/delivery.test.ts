import { executeItems } from '../../../nodes/TagPdf/execute';
import { itemWithPdf, onDocument } from '../support/documents';
import { FakeExecution, type FakeSetup } from '../support/fakeExecution';
import { FakeService, jobOf } from '../support/fakeService';
import { ONE_TRY } from '../support/itemOf';
import { MemoryStore } from '../support/memoryStore';

/** A later execution of the same node: the service and the store are the same, what n8n kept is not. */
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
/** What the notes beside the output say of documents that were not paid for again. */
const saved = ({ hints }: FakeExecution) =>
	hints.flatMap(({ message }) => /\d+ documents? of an earlier run resumed.*/.exec(message) ?? []);
const kinds = (row: readonly string[]) => row.map((mark) => mark.split(' ')[2]).toSorted();

test('what was given out is closed with one call, and paid for anew by the next run', async () => {
	const { service, store, run } = openNode(['one', 'two']);
	const { fake } = await run();
	expect(kinds(store.row)).toEqual(['started', 'started']);
	expect(store.calls.filter(([what]) => what === 'remove')).toHaveLength(1);
	expect(saved(fake)).toEqual([]);
	const { fake: second } = await run();
	expect(service.jobs.size).toBe(4);
	expect(saved(second)).toEqual([]);
});

test('what was not given out is taken up by the next run, which says what it saved', async () => {
	const { service, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked.endsWith('/result') ? { statusCode: 401, body: '{}' } : undefined;
	await run();
	expect(service.jobs.size).toBe(1);
	service.instead = () => undefined;
	const { fake } = await run();
	expect(service.jobs.size).toBe(2);
	expect(saved(fake)).toEqual(['1 document of an earlier run resumed, 1 credit, charged once.']);
});

test('several are counted', async () => {
	const { service, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked.endsWith('/result') ? { statusCode: 401, body: '{}' } : undefined;
	await run({ continueOnFail: true });
	service.instead = () => undefined;
	const { fake } = await run();
	expect(service.jobs.size).toBe(2);
	expect(saved(fake)).toEqual(['2 documents of an earlier run resumed, 2 credits, charged once.']);
});

test('with Continue On Fail what was given out is closed, and what failed stays', async () => {
	const { service, store, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_2/result' ? { statusCode: 401, body: '{}' } : undefined;
	await run({ continueOnFail: true });
	expect(kinds(store.row).filter((kind) => kind === 'undelivered')).toHaveLength(1);
	service.instead = () => undefined;
	const { outputs } = await run();
	expect(outputs).toMatchObject([[{ json: { id: 'job_3' } }, { json: { id: 'job_2' } }]]);
});

test('a run that n8n will try again for its first item closes nothing', async () => {
	const { service, store, run } = openNode(['one', 'two']);
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_1/result' ? { statusCode: 401, body: '{}' } : undefined;
	await run({ continueOnFail: true, node: { retryOnFail: true } });
	expect(kinds(store.row).filter((kind) => kind === 'undelivered')).toHaveLength(2);
});

test('a job that failed is known as failed, however the run ends', async () => {
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

test('a result that is gone is paid for anew, once', async () => {
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

test('a manual retry asks for what was given out last', async () => {
	const { service, run } = openNode(['one']);
	await run();
	const { fake } = await run({ mode: 'retry' });
	expect(service.jobs.size).toBe(1);
	expect(saved(fake)).toHaveLength(1);
});

test('where the store does not answer, each execution pays, and the log says why in one line', async () => {
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

test('a host without notes shows none', async () => {
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
