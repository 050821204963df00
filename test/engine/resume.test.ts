import type { Fault } from '../../sandbox';
import { items, openSetup, tagPdf, type Setup } from './setup';

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
			nodes: tagPdf({ options: { maxDocumentsAtOnce: 1 } }, settings),
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

test('Stop while waiting ends the polling at once, and nothing further is submitted', async () => {
	setup = await openSetup({ binaryMode: 'filesystem', processingMs: 3_600_000 });
	const { sandbox } = setup;
	const running = await setup.engine.start({
		nodes: tagPdf({ options: { maxDocumentsAtOnce: 2 } }, { onError: 'continueRegularOutput' }),
		items: await items('a', 'b', 'c', 'd'),
	});
	await sandbox.requestAnswered('getJob', 3);
	const polls = sandbox.requestsOf('getJob').length;
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	// The node did not wait for the jobs, which take an hour.
	expect(sandbox.jobs.map(({ status }) => status)).toEqual(['processing', 'processing']);
	// One poll per document may have been in flight. No other poll follows within many poll intervals.
	await setup.clock.sleep(600_000);
	expect(sandbox.requestsOf('getJob').length - polls).toBeLessThanOrEqual(2);
	expect(sandbox.jobs).toHaveLength(2);
});
