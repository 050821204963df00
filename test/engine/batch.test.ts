import { countMostAtOnce } from '../../bench/contestants/seen';
import { items, openSetup, tagPdf } from './setup';

test('submits a batch ahead, with at most ten concurrent requests', async () => {
	const { engine, sandbox, close } = await openSetup({ parallelJobs: 100 });
	const names = Array.from({ length: 30 }, (_, n) => `document ${n}`);
	// No job is completed while this order is in force.
	const fault = { fields: { status: 'processing' } };
	sandbox.faults.order({ step: 'getJob', times: 'always', fault });
	const running = await engine.start({
		nodes: tagPdf({ options: { maxDocumentsAtOnce: 1_000 } }),
		items: await items(...names),
	});
	await sandbox.requestAnswered('submitJob', 30);
	expect(sandbox.requestsOf('download')).toEqual([]);
	sandbox.faults.clear();
	const execution = await running.finished;
	expect(execution.items().map(({ json }) => json.filename)).toEqual(
		names.map((name) => `${name}.pdf`),
	);
	expect(countMostAtOnce(sandbox.requests)).toBeLessThanOrEqual(10);
	await close();
});
