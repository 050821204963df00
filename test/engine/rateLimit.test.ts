import { items, openBench, tagPdf, type Bench } from './bench';

const API_STEPS = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
const MAX_PARALLEL = 5;
const NAMES = Array.from({ length: 12 }, (_, n) => `document ${n}`);

let bench: Bench;
afterEach(async () => await bench.close());

test('more documents than a rate window allows: each is done, each is charged once', async () => {
	bench = await openBench({ rateLimit: { requests: 20, windowSeconds: 2 } });
	const { engine, sandbox } = bench;
	const execution = await engine.run({ nodes: tagPdf(), items: await items(...NAMES) });
	expect(execution.error).toBeUndefined();
	expect(execution.items()).toHaveLength(NAMES.length);
	expect(sandbox.ledger.charges).toHaveLength(NAMES.length);
	expect(sandbox.requests.filter(({ status }) => status === 429)).not.toEqual([]);
	expect(String(engine.log)).toMatch(/Rate limit: waiting|trying again in \d+ ms/);
});

test('one 429 holds every request of every document until the window resets', async () => {
	bench = await openBench();
	const { engine, sandbox } = bench;
	const retryAfter = 3;
	sandbox.faults.order({ step: 'createUpload', nth: 3, fault: { status: 429, retryAfter } });
	const nodes = tagPdf({ options: { maxParallel: MAX_PARALLEL } });
	const execution = await engine.run({ nodes, items: await items(...NAMES) });
	expect(execution.status).toBe('success');

	const calls = sandbox.requests.filter(({ step }) => API_STEPS.includes(step ?? ''));
	const { at, tookMs = 0 } = calls.find(({ status }) => status === 429)!;
	const answered = at + tookMs;
	const reset = at + retryAfter * 1_000;
	const early = calls.filter((call) => call.at > answered && call.at < reset);
	// A document has one request on its way at most, and the refused one has none.
	expect(early.length).toBeLessThan(MAX_PARALLEL);
});

test('a limit of one account does not hold the other', async () => {
	bench = await openBench();
	const { engine, sandbox } = bench;
	sandbox.faults.order({ step: 'createUpload', fault: { status: 429, retryAfter: 2 } });
	const [first, second] = sandbox.accounts;
	const held = engine.run({ nodes: tagPdf(), items: await items('held') });
	await sandbox.requestAnswered('createUpload', 1);

	engine.credentials.tagPdfApi = { apiKey: second.apiKey, baseUrl: sandbox.url };
	const free = await engine.run({ nodes: tagPdf(), items: await items('free') });
	expect(free.status).toBe('success');
	const ofFirst = () =>
		sandbox.ledger.charges.filter(({ accountId }) => accountId === first.accountId);
	expect(ofFirst()).toEqual([]);
	engine.credentials.tagPdfApi = { apiKey: first.apiKey, baseUrl: sandbox.url };
	expect((await held).status).toBe('success');
	expect(ofFirst()).toHaveLength(1);
});
