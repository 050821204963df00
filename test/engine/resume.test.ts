import { ageJobs } from '../ageJobs';
import type { Execution } from '../../engine';
import type { Fault } from '../../sandbox';
import { items, openSetup, tagPdf, type Setup } from './setup';
import { loop } from './tinyNodes';

let setup: Setup;
afterEach(async () => {
	expect(setup.sandbox.violations).toEqual([]);
	await setup.close();
});

const LOST: Fault = { reset: 'after' };

function chargedOnce(): void {
	const { charges } = setup.sandbox.ledger;
	const documents = charges.map(({ sha256 }) => sha256);
	expect(new Set(documents).size).toBe(documents.length);
}

/** n8n retries a run with Continue On Fail only if its first item is an error item. */
test.each([
	['stopWorkflow', 1, 0],
	['continueRegularOutput', 0, 0],
	['continueRegularOutput', 1, 1],
	['continueErrorOutput', 0, 0],
	['continueErrorOutput', 1, 1],
])(
	'Retry On Fail, %s: if the answer about item %i is lost, no document is charged twice, and %i fail',
	async (onError, position, failures) => {
		// Every call has one try, so that one fault fails it.
		setup = await openSetup({ limits: { retry: { firstContactMs: 0, outageMs: 0 } } });
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', nth: position + 1, fault: LOST });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, onError };
		const execution = await engine.run({
			nodes: tagPdf({ options: { maxInFlight: 1 } }, settings),
			items: await items('first', 'middle', 'last'),
		});
		expect(execution.status).toBe('success');
		chargedOnce();
		const outputs = [...execution.items(), ...execution.items('Tag PDF', 1)];
		expect(new Set(outputs.map(({ json }) => json.filename)).size).toBe(3);
		const failed = outputs.filter(({ json }) => json.error);
		expect(failed).toHaveLength(failures);
		for (const { json } of failed) {
			const description = expect.stringContaining('you do not pay twice') as string;
			expect(json.error).toMatchObject({ code: 'UNREACHABLE', description });
		}
	},
);

test('a loop finds the job of the same document again', async () => {
	setup = await openSetup({ nodeTypes: { 'test.loop': loop } });
	const { engine, sandbox } = setup;
	const execution = await engine.run({
		nodes: [{ type: 'test.loop', name: 'Loop' }, ...tagPdf()],
		connections: {
			Loop: { main: [[{ node: 'Tag PDF', type: 'main', index: 0 }]] },
			'Tag PDF': { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
		},
		startNode: 'Loop',
		items: await items('same', 'same'),
	});
	expect(execution.error).toBeUndefined();
	expect(execution.tasks('Tag PDF')).toHaveLength(3);
	expect(sandbox.ledger.charges).toHaveLength(1);
});

describe('manual Retry', () => {
	beforeEach(async () => {
		setup = await openSetup({ binaryMode: 'filesystem' });
	});

	async function failAfterPaying(): Promise<Execution> {
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'getJob', fault: { status: 401 } });
		const execution = await engine.run({
			nodes: tagPdf({ options: { maxInFlight: 1 } }),
			items: await items('one', 'two'),
		});
		expect(execution.status).toBe('error');
		return execution;
	}

	test('continues the stored execution in a new one, without paying again', async () => {
		const { engine, sandbox } = setup;
		const failed = await failAfterPaying();
		const [job] = sandbox.jobs;
		expect(failed.error?.description).toContain(`Job ${job?.id} is paid for`);
		expect(sandbox.ledger.charges).toHaveLength(1);

		const retried = await engine.retry(failed);
		expect(retried.status).toBe('success');
		expect(retried.items().map(({ json }) => json.filename)).toEqual(['one.pdf', 'two.pdf']);
		expect(sandbox.ledger.charges).toHaveLength(2);
		chargedOnce();
	});

	test('stored data has no secret and no presigned address, and is dropped when not needed', async () => {
		const { engine, sandbox } = setup;
		const failed = await failAfterPaying();
		const stored = JSON.stringify(failed.nodeContext('Tag PDF'));
		expect(stored).toContain(String(sandbox.jobs[0]?.id));
		expect(JSON.stringify(failed.storedData())).not.toContain(sandbox.accounts[0].apiKey);
		expect(JSON.stringify(failed.storedData())).not.toMatch(/signature|policy|Authorization/i);
		expect(JSON.stringify(failed.storedData())).not.toContain(sandbox.storageUrl);

		const retried = await engine.retry(failed);
		expect(JSON.stringify(retried.nodeContext('Tag PDF'))).not.toContain('body');
	});
});

test('with New Job per Execution each run pays, but not each try', async () => {
	setup = await openSetup();
	const { engine, sandbox } = setup;
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const nodes = tagPdf({ options: { newJobPerExecution: true } }, settings);
	sandbox.faults.order({ step: 'getResult', fault: { status: 401 } });
	for (let runs = 1; runs <= 2; runs += 1) {
		expect((await engine.run({ nodes, items: await items('a') })).status).toBe('success');
		expect(sandbox.ledger.charges).toHaveLength(runs);
		ageJobs(sandbox.jobs);
	}
});

describe('a failing item among many', () => {
	beforeEach(async () => {
		setup = await openSetup({ processingMs: 150 });
	});

	test('halts the run without new submissions, and the error names every job and what to do', async () => {
		const { engine, sandbox } = setup;
		const broken = { binary: { data: { content: Buffer.from('no pdf'), fileName: 'x.pdf' } } };
		const good = await items('a', 'b');
		const after = await items('c', 'd', 'e');
		const execution = await engine.run({
			nodes: tagPdf({ options: { maxInFlight: 3 } }),
			items: [...good, broken, ...after],
		});
		expect(execution.status).toBe('error');
		expect(execution.error?.message).toContain('is not a PDF');
		expect(sandbox.jobs.length).toBeLessThanOrEqual(3);
		for (const { id } of sandbox.jobs) expect(execution.error?.description).toContain(id);
		const namesTheWay = execution.error?.description?.includes('Job → Download');
		expect(sandbox.jobs.length === 0 || namesTheWay).toBe(true);

		const retried = await engine.retry(execution, {
			changed: { nodes: tagPdf({}, { onError: 'continueRegularOutput' }) },
		});
		expect(retried.items().map(({ json }) => json.status ?? 'failed')).toEqual([
			'completed',
			'completed',
			'failed',
			'completed',
			'completed',
			'completed',
		]);
		expect(sandbox.ledger.charges).toHaveLength(5);
		chargedOnce();
	});
});

describe('Stop', () => {
	beforeEach(async () => {
		setup = await openSetup({ binaryMode: 'filesystem', processingMs: 3_600_000 });
	});

	async function stopAt(
		arrived: () => Promise<unknown>,
	): Promise<{ execution: Execution; polls: number }> {
		const running = await setup.engine.start({
			nodes: tagPdf({ options: { maxInFlight: 2 } }, { onError: 'continueRegularOutput' }),
			items: await items('a', 'b', 'c', 'd'),
		});
		await arrived();
		const polls = setup.sandbox.requestsOf('getJob').length;
		running.stop();
		const execution = await running.finished;
		return { execution, polls };
	}

	test('while waiting: polling ends at once and nothing further is submitted', async () => {
		const { sandbox } = setup;
		const { execution, polls } = await stopAt(
			async () => await sandbox.requestAnswered('getJob', 3),
		);
		expect(execution.status).toBe('canceled');
		// The node did not wait for the jobs, which take an hour.
		expect(sandbox.jobs.map(({ status }) => status)).toEqual(['processing', 'processing']);
		// One poll per document may have been in flight. No other poll follows within many poll intervals.
		await setup.clock.sleep(600_000);
		expect(sandbox.requestsOf('getJob').length - polls).toBeLessThanOrEqual(2);
		expect(sandbox.jobs).toHaveLength(2);
	});

	test('while submitting: the message says that the job may exist, and with which key', async () => {
		const { sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', times: 'always', fault: { stall: 'headers' } });
		// Both documents are in flight; the error belongs to the first document that ends.
		const { execution } = await stopAt(async () => await sandbox.requestArrived('submitJob', 2));
		expect(execution.status).toBe('canceled');
		const keys = sandbox.requestsOf('submitJob').map(({ idempotencyKey }) => idempotencyKey);
		expect(execution.error?.message).toMatch(/^"[ab]\.pdf": the run was stopped$/);
		expect(execution.error?.description).toMatch(/^It and 1 of 3 other PDFs may be paid for\. /);
		const { idempotencyKey } = execution.error?.context.data as { idempotencyKey: string };
		expect(keys).toContain(idempotencyKey);
		const warnings = JSON.stringify(setup.engine.log.entries);
		for (const key of keys) expect(warnings).toContain(`under the idempotency key ${key}`);
	});
});
