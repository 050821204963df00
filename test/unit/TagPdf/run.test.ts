import { HALT_REASON, TagPdfError } from '../../../nodes/client/errors';
import { PRODUCT_LIMITS } from '../../../nodes/client/limits';
import { Run } from '../../../nodes/TagPdf/run';
import { itemWithPages, itemWithPdf, onDocument } from '../support/documents';
import { errorOf } from '../support/errorOf';
import { FakeExecution, type FakeSetup } from '../support/fakeExecution';
import { FakeService, jobOf } from '../support/fakeService';
import { ONE_TRY } from '../support/itemOf';
import { submit } from '../../../nodes/TagPdf/resources/document/submit';

const open = (setup: FakeSetup = {}) => {
	const fake = new FakeExecution(setup);
	return { fake, run: new Run(fake.context, ONE_TRY) };
};
const baseUrl = 'https://api.example.com';

describe('items', () => {
	test('have their index and the execution in which the node first ran', async () => {
		const { fake, run } = open({ executionId: '2', kept: { executionId: '1' } });
		expect(await run.createItem(3)).toMatchObject({ index: 3, executionId: '1' });
		expect((await run.createItem(3)).context).toBe(fake.context);
	});

	test('each has the credential of its own, and those with the same one share a connection', async () => {
		const { fake, run } = open({
			credentials: [
				{ apiKey: 'one', baseUrl },
				{ apiKey: 'two', baseUrl },
				{ apiKey: 'one', baseUrl: `${baseUrl}/` },
			],
			answer: () => ({ statusCode: 200, body: '{"credits_available":1}' }),
		});
		const [first, second, third] = [
			await run.createItem(0),
			await run.createItem(1),
			await run.createItem(2),
		];
		expect(fake.credentialReads.map(([, item]) => item)).toEqual([0, 1, 2]);

		expect(third.runtime).toBe(first.runtime);
		expect(third.service).toBe(first.service);
		expect(third.submitter).toBe(first.submitter);
		expect(second.runtime).not.toBe(first.runtime);
		expect(second.submitter).not.toBe(first.submitter);
		// The limit of concurrent requests applies to all credentials together.
		expect(second.runtime.slots).toBe(first.runtime.slots);

		await first.service.getAccount();
		await second.service.getAccount();
		await third.service.getAccount();
		expect(fake.requests.map(({ apiKey }) => apiKey)).toEqual(['one', 'two', 'one']);
	});

	test('an item with an invalid Base URL fails alone', async () => {
		const { run } = open({
			credentials: [
				{ apiKey: 'one', baseUrl },
				{ apiKey: 'one', baseUrl: '' },
			],
		});
		await expect(run.createItem(0)).resolves.toBeDefined();
		expect(await errorOf(() => run.createItem(1))).toMatchObject({ code: 'INVALID_INPUT' });
	});

	test('use the limits of the run', async () => {
		const { run } = open();
		expect((await run.createItem(0)).runtime.limits).toBe(ONE_TRY);
	});

	test.each([
		['requests', ONE_TRY.requests.atOnce],
		['transfers', ONE_TRY.requests.transfersAtOnce],
	] as const)('have so many %s under way at the same time: %d', async (kind, most) => {
		const { run } = open();
		const { runtime } = await run.createItem(0);
		let begun = 0;
		let finish = () => {};
		const finished = new Promise<void>((resolve) => (finish = resolve));
		const work = async () => {
			begun += 1;
			await finished;
		};
		const all = Array.from({ length: 2 * most }, () => runtime.slots[kind].run(work));
		await new Promise(setImmediate);
		expect(begun).toBe(most);
		finish();
		await Promise.all(all);
		expect(begun).toBe(2 * most);
	});
});

describe('the signal of the items', () => {
	test('is aborted by a halt, which differs from Stop', async () => {
		const { run } = open();
		const { signal } = await run.createItem(0);
		expect(signal.aborted).toBe(false);
		run.halt();
		expect(signal.aborted).toBe(true);
		expect(signal.reason).toBe(HALT_REASON);
	});

	test('is aborted by Stop', async () => {
		const stop = new AbortController();
		const { run } = open({ signal: stop.signal });
		const { signal } = await run.createItem(0);
		stop.abort();
		expect(signal.aborted).toBe(true);
		expect(signal.reason).not.toBe(HALT_REASON);
	});
});

describe('settings of the first item', () => {
	test('set how many items are processed at a time', () => {
		const parameters = [{ options: { maxInFlight: 3 } }, { options: { maxInFlight: 7 } }];
		expect(open({ parameters }).run.inFlight).toBe(3);
	});

	test.each([{ maxInFlight: 0 }, { minimumCredits: -1 }, { maximumCredits: '' }])(
		'%j prevents the run',
		(options) => {
			expect(() => open({ parameters: [{ options }] })).toThrow(TagPdfError);
		},
	);

	test.each([
		[8, 'CREDITS_BELOW_LIMIT'],
		[7, undefined],
	])('keep %d of 9 credits in the account', async (minimumCredits, code) => {
		const service = new FakeService();
		service.credits = 9;
		const { run } = open({
			parameters: [onDocument('submit', { minimumCredits }), onDocument('submit')],
			items: [itemWithPdf('one'), itemWithPages(2)],
			answer: service.answer,
		});
		const result = submit.execute(await run.createItem(1)).then(
			() => undefined,
			(error: unknown) => (error as TagPdfError).code,
		);
		expect(await result).toBe(code);
	});
});

test('credits are counted over all accounts of a run', async () => {
	const service = new FakeService();
	const { run } = open({
		parameters: [onDocument('submit', { maximumCredits: 3 }), onDocument('submit')],
		items: [itemWithPages(2), itemWithPages(3)],
		credentials: [
			{ apiKey: 'one', baseUrl },
			{ apiKey: 'two', baseUrl },
		],
		answer: service.answer,
	});
	await submit.execute(await run.createItem(0));
	const second = await run.createItem(1);
	expect(await errorOf(async () => await submit.execute(second))).toMatchObject({
		code: 'OVER_BUDGET',
	});
	expect(service.submissions.map(({ apiKey }) => apiKey)).toEqual(['one']);
});

test('does not read the credits of the account again once the run is halted', async () => {
	const service = new FakeService();
	const fake = new FakeExecution({
		parameters: [onDocument('submit', { minimumCredits: 1 })],
		items: [itemWithPages(2)],
		answer: service.answer,
	});
	const run = new Run(fake.context, PRODUCT_LIMITS);
	service.instead = (asked) => {
		if (asked !== 'GET /v1/me') return undefined;
		run.halt();
		return { statusCode: 500 };
	};
	const item = await run.createItem(0);
	expect(await errorOf(async () => await submit.execute(item))).toMatchObject({
		code: 'NOT_STARTED',
	});
	expect(service.asked.filter((asked) => asked === 'GET /v1/me')).toHaveLength(1);
});

describe('the facts of an item', () => {
	const submitted = async () => {
		const service = new FakeService();
		service.status = 'processing';
		const { run } = open({
			parameters: [onDocument('submit'), onDocument('submit')],
			items: [itemWithPdf('one'), itemWithPdf('two')],
			answer: service.answer,
		});
		const item = await run.createItem(1);
		await submit.execute(item);
		return { item, run };
	};

	test('its file, and its job once it is submitted', async () => {
		const { run } = await submitted();
		expect(run.known.facts.collect(0)).toEqual({ fileName: 'one.pdf', creditsUsed: 0 });
		expect(run.known.facts.collect(1)).toEqual({
			fileName: 'two.pdf',
			jobId: 'job_1',
			jobExists: true,
			jobStatus: 'processing',
			creditsUsed: 1,
		});
	});

	test('the last known state of its job', async () => {
		const { item, run } = await submitted();
		item.recordJob(jobOf('job_1', { status: 'failed' }));
		expect(run.known.facts.collect(1)).toMatchObject({ jobStatus: 'failed' });
	});
});

describe('the report of progress', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test("writes a line to n8n's log and to the browser's console every 30 seconds until it ends", async () => {
		const { fake, run } = open({ items: [{ json: {} }, { json: {} }] });
		const end = run.reportProgress();
		run.recordOutcome(0, 'succeeded');
		await jest.advanceTimersByTimeAsync(31_000);
		const line = ['info', 'Tag PDF: 1 of 2 items: 1 completed'];
		expect(fake.log.lines).toEqual([line]);
		expect(fake.consoleMessages).toEqual(['1 of 2 items: 1 completed']);
		end();
		await jest.advanceTimersByTimeAsync(120_000);
		expect(fake.log.lines).toEqual([line]);
		expect(fake.consoleMessages).toHaveLength(1);
	});
});
