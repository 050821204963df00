import { present } from '../present';
import { item, items, openSetup, tagPdf, type Setup } from './setup';

const API_STEPS = ['getAccount', 'createUpload', 'submitJob', 'getJob', 'getResult'];
const MAX_PARALLEL = 5;
const NAMES = Array.from({ length: 12 }, (_, n) => `document ${n}`);

let setup: Setup;
afterEach(async () => await setup.close());

test('more documents than a rate window allows are all completed and charged once', async () => {
	// All documents start at once, so even their first requests are more than a window allows.
	setup = await openSetup({ rateLimit: { requests: 5, windowSeconds: 1 } });
	const { engine, sandbox } = setup;
	const names = NAMES.slice(0, 6);
	const execution = await engine.run({ nodes: tagPdf(), items: await items(...names) });
	expect(execution.error).toBeUndefined();
	expect(execution.items()).toHaveLength(names.length);
	expect(sandbox.ledger.charges).toHaveLength(names.length);
	expect(sandbox.requests.filter(({ status }) => status === 429)).not.toEqual([]);
	expect(String(engine.log)).toMatch(/trying again in \d+ ms/);
});

test('one 429 pauses all requests of all documents until the window resets', async () => {
	setup = await openSetup();
	const { engine, sandbox } = setup;
	const retryAfter = 3;
	sandbox.faults.order({ step: 'createUpload', nth: 3, fault: { status: 429, retryAfter } });
	const nodes = tagPdf({ options: { maxInFlight: MAX_PARALLEL } });
	const execution = await engine.run({ nodes, items: await items(...NAMES) });
	expect(execution.status).toBe('success');

	const calls = sandbox.requests.filter(({ step }) => API_STEPS.includes(step ?? ''));
	const { at, tookMs } = present(calls.find(({ status }) => status === 429));
	const answered = at + (tookMs ?? 0);
	const reset = at + retryAfter * 1_000;
	const early = calls.filter((call) => call.at > answered && call.at < reset);
	// Each document has at most one request in flight, and the refused document has none.
	expect(early.length).toBeLessThan(MAX_PARALLEL);
});

test('the rate limit of one account does not pause the other', async () => {
	setup = await openSetup();
	const { engine, sandbox } = setup;
	sandbox.faults.order({ step: 'createUpload', fault: { status: 429, retryAfter: 600 } });
	engine.credentials.tagPdfApi = { apiKey: '={{ $json.apiKey }}', baseUrl: sandbox.url };
	const [first, second] = sandbox.accounts;
	const documentOf = async ({ apiKey }: { apiKey: string }) => ({
		...(await item('document')),
		json: { apiKey },
	});
	const held = await engine.start({ nodes: tagPdf(), items: [await documentOf(first)] });
	await sandbox.requestAnswered('createUpload', 1);
	const free = await engine.run({ nodes: tagPdf(), items: [await documentOf(second)] });
	expect(free.status).toBe('success');
	expect(sandbox.ledger.charges.map(({ accountId }) => accountId)).toEqual([second.accountId]);
	held.stop();
	expect((await held.finished).status).toBe('canceled');
	expect(sandbox.ledger.charges).toHaveLength(1);
});
