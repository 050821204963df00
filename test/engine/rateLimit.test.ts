import { items, openBench, tagPdf, type Bench } from './bench';

const API_STEPS = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
/** Requests that are already on their way when another one is refused. */
const ON_THEIR_WAY_MS = 200;

let bench: Bench;
beforeEach(async () => {
	bench = await openBench({ rateLimit: { requests: 20, windowSeconds: 2 } });
});
afterEach(async () => await bench.close());

test('one 429 holds every request of every document until the window resets', async () => {
	const { engine, sandbox } = bench;
	const names = Array.from({ length: 12 }, (_, n) => `document ${n}`);
	const execution = await engine.run({ nodes: tagPdf(), items: await items(...names) });
	expect(execution.error).toBeUndefined();
	expect(execution.items()).toHaveLength(names.length);
	expect(sandbox.ledger.charges).toHaveLength(names.length);

	const calls = sandbox.requests.filter(({ step }) => API_STEPS.includes(step ?? ''));
	const refused = calls.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(0);
	for (const { at, tookMs } of refused) {
		const answered = at + (tookMs ?? 0);
		// Retry-After is whole seconds, at least one.
		const tooEarly = calls.filter(
			(call) => call.at > answered + ON_THEIR_WAY_MS && call.at < answered + 1_000,
		);
		expect(tooEarly).toEqual([]);
	}
	expect(String(engine.log)).toMatch(/Rate limit: waiting|trying again in \d+ ms/);
});

test('a limit of one account does not hold the other', async () => {
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
