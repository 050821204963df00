import { countMostAtOnce } from '../../bench/contestants/seen';
import type { FaultOrder } from '../../sandbox';
import { present } from '../present';
import { items, openSetup, tagPdf, type Setup } from './setup';
const MOST_REQUESTS = 10;
const names = (count: number) => Array.from({ length: count }, (_, n) => `document ${n}`);
/** No job is completed while this order is in force. */
const NOT_COMPLETED: FaultOrder = {
	step: 'getJob',
	times: 'always',
	fault: { fields: { status: 'processing' } },
};
const IN_FLIGHT = { options: { maxInFlight: 1_000 } };

let setup: Setup;
afterEach(async () => await setup.close());

test('submits a batch ahead, with at most ten concurrent requests', async () => {
	setup = await openSetup({ parallelJobs: 100 });
	const { engine, sandbox } = setup;
	sandbox.faults.order(NOT_COMPLETED);
	const running = await engine.start({
		nodes: tagPdf(IN_FLIGHT),
		items: await items(...names(30)),
	});
	await sandbox.requestAnswered('submitJob', 30);
	expect(sandbox.requestsOf('download')).toEqual([]);
	sandbox.faults.clear();
	const execution = await running.finished;
	expect(execution.items().map(({ json }) => json.filename)).toEqual(
		names(30).map((name) => `${name}.pdf`),
	);
	expect(countMostAtOnce(sandbox.requests)).toBeLessThanOrEqual(MOST_REQUESTS);
});

test('submits nothing after a halt', async () => {
	setup = await openSetup({ parallelJobs: 100, processingMs: 500 });
	const { engine, sandbox } = setup;
	sandbox.faults.order({ step: 'submitJob', nth: 8, fault: { status: 402 } });
	const execution = await engine.run({
		nodes: tagPdf(IN_FLIGHT),
		items: await items(...names(30)),
	});
	expect(execution.error).toMatchObject({ httpCode: '402' });
	const { at, tookMs } = present(sandbox.requestsOf('submitJob')[7]);
	const later = sandbox.requestsOf('submitJob').filter((seen) => seen.at > at + (tookMs ?? 0));
	// Only requests that were already in flight may arrive after the refusal.
	expect(later.length).toBeLessThan(MOST_REQUESTS);
	const [, told] = / (\d+) of 29 other PDFs are /.exec(execution.error?.description ?? '') ?? [];
	expect(Number(told)).toBe(sandbox.ledger.charges.length);
});

test('submits nothing after Stop', async () => {
	setup = await openSetup({ parallelJobs: 100, processingMs: 60_000 });
	const { engine, sandbox } = setup;
	// The maximum number of requests is in flight and stalls, so a further request would start after Stop.
	sandbox.faults.order({ step: 'submitJob', times: 'always', fault: { stall: 'headers' } });
	const nodes = tagPdf(IN_FLIGHT);
	const running = await engine.start({ nodes, items: await items(...names(30)) });
	await sandbox.requestArrived('submitJob', MOST_REQUESTS);
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	// Requests sent before this request have arrived when it returns.
	await fetch(`${sandbox.url}/sandbox`);
	expect(sandbox.requestsOf('submitJob')).toHaveLength(MOST_REQUESTS);
});
