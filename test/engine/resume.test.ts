import { ageJobs } from '../ageJobs';
import { readBinary, type Execution } from '../../engine';
import type { Fault, SandboxOptions } from '../../sandbox';
import { present } from '../present';
import { item, items, openSetup, tagPdf, type Setup } from './setup';
import { loop } from './tinyNodes';

let setup: Setup;
afterEach(async () => {
	expect(setup.sandbox.violations).toEqual([]);
	await setup.close();
});

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const LOST: Fault = { reset: 'after' };
const NEVER_ARRIVED: Fault = { reset: 'before' };
/** Every call has one try, so that one fault fails it. */
const ONE_TRY = { retry: { firstContactMs: 0, outageMs: 0 } };
const EVERY_TRY = 1;

/** The readings of the interface, which does not define the answer to a repeated key. */
const READINGS: Array<SandboxOptions['idempotency']> = ['first-job', 'replay', 'conflict'];

function chargedOnce(): void {
	const { charges } = setup.sandbox.ledger;
	const documents = charges.map(({ sha256 }) => sha256);
	expect(new Set(documents).size).toBe(documents.length);
}

describe.each(READINGS)('Retry On Fail, repeats of a key: %s', (idempotency) => {
	beforeEach(async () => {
		setup = await openSetup({
			idempotency,
			limits: ONE_TRY,
			nodeTypes: { 'test.loop': loop },
		});
	});

	const carryOn = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
	const positions = [0, 1, 2];
	const faults: Array<[string, Fault]> = [
		['before the charge', NEVER_ARRIVED],
		['after the charge', LOST],
	];
	const cases = carryOn.flatMap((onError) =>
		positions.flatMap((position) =>
			faults.map(([when, fault]) => ({ onError, position, when, fault })),
		),
	);
	type Case = (typeof cases)[number];
	/** n8n retries a run with Continue On Fail only if its first item is an error item. */
	const isRetried = ({ onError, position }: Case) => onError === 'stopWorkflow' || position === 0;

	/** Runs three documents one after the other, so that the n-th submission belongs to the n-th item. */
	const runThree = async ({ onError, position, fault }: Case) => {
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', nth: position + 1, times: EVERY_TRY, fault });
		const execution = await engine.run({
			nodes: tagPdf({ options: { maxInFlight: 1 } }, { ...RETRY, onError }),
			items: await items('first', 'middle', 'last'),
		});
		expect(execution.status).toBe('success');
		chargedOnce();
		const outputs = execution.items();
		const completed = outputs.filter(({ json }) => json.status === 'completed');
		const failed = outputs.filter(({ json }) => json.error);
		return {
			names: completed.map(({ json }) => json.filename),
			errors: [...execution.items('Tag PDF', 1), ...failed],
		};
	};

	test.each(cases.filter(isRetried))(
		'$onError, item $position fails $when: each document is charged once, all are tagged',
		async (each) => {
			const { names } = await runThree(each);
			expect(names).toEqual(['first.pdf', 'middle.pdf', 'last.pdf']);
			expect(setup.sandbox.ledger.charges).toHaveLength(3);
		},
	);

	test.each(cases.filter((each) => !isRetried(each)))(
		'$onError, item $position fails $when: each document is charged once, one is an error',
		async (each) => {
			const { names, errors } = await runThree(each);
			expect(names).toHaveLength(2);
			expect(errors).toHaveLength(1);
			expect(errors[0]?.json.error).toMatchObject({
				code: 'UNREACHABLE',
				description: expect.stringContaining('you do not pay twice'),
			});
		},
	);

	test('a submission is repeated byte for byte', async () => {
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', times: EVERY_TRY + 1, fault: LOST });
		const execution = await engine.run({ nodes: tagPdf({}, RETRY), items: [await item('letter')] });
		expect(execution.status).toBe('success');
		const submissions = sandbox.requestsOf('submitJob');
		expect(submissions.length).toBeGreaterThan(EVERY_TRY);
		expect(new Set(submissions.map(({ body }) => body)).size).toBe(1);
		expect(new Set(submissions.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
		expect(sandbox.requestsOf('store')).toHaveLength(1);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});

	test('waits for a known job again without an upload or a submission', async () => {
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'getResult', fault: { status: 401 } });
		const execution = await engine.run({ nodes: tagPdf({}, RETRY), items: [await item('paid')] });
		expect(execution.status).toBe('success');
		expect(execution.items()[0]?.json).toMatchObject({ filename: 'paid.pdf' });
		expect(sandbox.requestsOf('getResult')).toHaveLength(2);
		expect(sandbox.requestsOf('store')).toHaveLength(1);
		expect(sandbox.requestsOf('submitJob')).toHaveLength(1);
	});

	test('does not pay again for a failed job in the same execution', async () => {
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		const execution = await engine.run({ nodes: tagPdf({}, RETRY), items: [await item('shaky')] });
		expect(execution.error?.message).toBe('"shaky.pdf" could not be tagged');
		expect(sandbox.jobs.map(({ status }) => status)).toEqual(['failed']);

		const retried = await engine.retry(execution);
		expect(retried.error?.message).toBe('"shaky.pdf" could not be tagged');
		expect(sandbox.ledger.charges).toHaveLength(1);
	});

	test('an upload that expired before its submission arrived is made again under the same key', async () => {
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', times: EVERY_TRY, fault: NEVER_ARRIVED });
		sandbox.faults.order({ step: 'submitJob', nth: EVERY_TRY + 1, fault: { expired: true } });
		const execution = await engine.run({ nodes: tagPdf({}, RETRY), items: [await item('old')] });
		expect(execution.error).toBeUndefined();
		const submissions = sandbox.requestsOf('submitJob');
		expect(new Set(submissions.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
		const bodies = submissions.flatMap(({ body }) => body ?? []);
		expect(new Set(bodies).size).toBe(2);
		expect(sandbox.requestsOf('store')).toHaveLength(2);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});

	test('the same document several times among the items is one job for all of them', async () => {
		const { engine, sandbox } = setup;
		const execution = await engine.run({
			nodes: tagPdf({ options: { maxInFlight: 3 } }),
			items: await items('same', 'other', 'same', 'same'),
		});
		expect(execution.status).toBe('success');
		const [a, other, c, d] = execution.items();
		expect(new Set([a?.json.id, c?.json.id, d?.json.id]).size).toBe(1);
		expect(other?.json.id).not.toBe(a?.json.id);
		expect(await readBinary(present(a))).toEqual(await readBinary(present(d)));
		expect(sandbox.ledger.charges).toHaveLength(2);
	});

	test('the same document with other options is another job', async () => {
		const { engine, sandbox } = setup;
		await engine.run({
			nodes: tagPdf({ ocr: '={{ $itemIndex === 1 }}' }),
			items: await items('same', 'same'),
		});
		expect(sandbox.jobs.map(({ sentOptions }) => sentOptions?.ocr).sort()).toEqual([false, true]);
	});

	test('a loop finds the job of the same document again', async () => {
		const { engine, sandbox } = setup;
		const execution = await engine.run({
			nodes: [{ type: 'test.loop', name: 'Loop' }, ...tagPdf()],
			connections: {
				Loop: { main: [[{ node: 'Tag PDF', type: 'main', index: 0 }]] },
				'Tag PDF': { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
			},
			startNode: 'Loop',
			items: await items('same'),
		});
		expect(execution.error).toBeUndefined();
		expect(execution.tasks('Tag PDF')).toHaveLength(3);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});
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

	test('with changed options it is a new submission', async () => {
		const { engine, sandbox } = setup;
		const failed = await failAfterPaying();
		const changed = { nodes: tagPdf({ ocr: true }) };
		expect((await engine.retry(failed, { changed })).status).toBe('success');
		expect(sandbox.jobs.map(({ sentOptions }) => sentOptions?.ocr)).toEqual([false, true, true]);
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

describe.each(['first-job', 'replay'] as const)(
	'later runs, repeats of a key: %s',
	(idempotency) => {
		beforeEach(async () => {
			setup = await openSetup({ idempotency });
		});
		const run = async (options: object = {}, settings: object = {}) =>
			await setup.engine.run({ nodes: tagPdf({ options }, settings), items: await items('a') });

		test('the same file is paid for once, and the output says that it was paid for before', async () => {
			expect((await run()).items()[0]?.json).toMatchObject({ paid_before: false });
			ageJobs(setup.sandbox.jobs);
			expect((await run()).items()[0]?.json).toMatchObject({ paid_before: true });
			expect(setup.sandbox.ledger.charges).toHaveLength(1);
		});

		test('with New Job per Execution each run pays, but not each try', async () => {
			const options = { newJobPerExecution: true };
			setup.sandbox.faults.order({ step: 'getResult', fault: { status: 401 } });
			for (let runs = 1; runs <= 2; runs += 1) {
				expect((await run(options, RETRY)).status).toBe('success');
				expect(setup.sandbox.ledger.charges).toHaveLength(runs);
				ageJobs(setup.sandbox.jobs);
			}
		});

		test('a job that failed in an earlier run is followed by one new job, three times at most', async () => {
			const { sandbox } = setup;
			sandbox.faults.order({ step: 'submitJob', times: 'always', fault: { failJob: true } });
			for (let failures = 1; failures <= 3; failures += 1) {
				expect((await run()).error?.message).toBe('"a.pdf" could not be tagged');
				expect(sandbox.ledger.charges).toHaveLength(failures);
				ageJobs(setup.sandbox.jobs);
			}
			expect((await run()).error?.message).toBe('"a.pdf" has no result after 3 jobs');
			expect(sandbox.ledger.charges).toHaveLength(3);
		});
	},
);

describe('a failing item among many', () => {
	beforeEach(async () => {
		setup = await openSetup({ processingMs: 150 });
	});

	test('halts the run without new submissions, and the error names every job and what to do', async () => {
		const { engine, sandbox } = setup;
		const broken = { binary: { data: { content: Buffer.from('no pdf'), fileName: 'x.pdf' } } };
		const good = await items('a', 'b');
		const after = await items('c', 'd', 'e');
		const first = sandbox.requestAnswered('submitJob', 2).then(() => undefined);
		const execution = await engine.run({
			nodes: tagPdf({ options: { maxInFlight: 3 } }),
			items: [...good, broken, ...after],
		});
		await Promise.race([first, Promise.resolve()]);
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

	test('a Wait Timeout names the job, its state and what to do, and a retry continues', async () => {
		const { engine, sandbox } = setup;
		sandbox.faults.order({
			step: 'getJob',
			times: 500,
			fault: { fields: { status: 'processing' } },
		});
		const failed = await engine.run({
			nodes: tagPdf({ options: { waitTimeout: 1 } }),
			items: await items('slow'),
		});
		const [job] = sandbox.jobs;
		const told = /^"slow.pdf" takes longer than \d+ seconds?$/;
		expect(failed.error?.message).toMatch(told);
		expect(failed.error?.description).toContain(`Job ${job?.id} is paid for`);
		expect(failed.error?.description).toMatch(/ Run again: you do not pay twice\.$/);
		sandbox.faults.clear();
		const retried = await engine.retry(failed);
		expect(retried.status).toBe('success');
		expect(sandbox.ledger.charges).toHaveLength(1);
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
		await new Promise((resolve) => setTimeout(resolve, 650));
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

	test('while uploading: the upload ends and nothing is charged', async () => {
		const { sandbox } = setup;
		sandbox.faults.order({ step: 'store', times: 'always', fault: { delayMs: 3_600_000 } });
		const { execution } = await stopAt(async () => await sandbox.requestArrived('store', 2));
		expect(execution.status).toBe('canceled');
		// The node did not wait for the answers, which take an hour.
		expect(sandbox.requestsOf('store').map(({ status }) => status)).not.toContain(200);
		expect(sandbox.jobs).toEqual([]);
	});
});
