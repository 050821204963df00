import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RunRequest, WorkflowSetup } from '../../../engine';
import { baseNodes } from '../baseNodes';
import { item } from '../setup';
import { READINGS, type Reading } from './cell';
import { Process, type Moment } from './kill';
import type { World } from './run';
import { openWorld } from './world';

const EXAMPLE = JSON.parse(
	readFileSync(join(__dirname, '../../../examples/tag-step-by-step.json'), 'utf8'),
) as WorkflowSetup;

const STEPS: Array<[node: string, moment: Moment]> = [
	['Submit the document', { call: 'store', when: 'after' }],
	['Submit the document', { call: 'submitJob', when: 'before' }],
	['Wait for the job', { call: 'getJob', when: 'before' }],
	['Wait for the job', { call: 'getJob', when: 'after' }],
	['Download the tagged PDF', { call: 'getResult', when: 'after' }],
	['Download the tagged PDF', { call: 'save', when: 'after' }],
];

/** Runs the example until the kill and then presses Retry on the stored execution. */
async function killAndRetry({ engine, processes }: World, moment: Moment) {
	const { json, binary } = await item('annual report', 2);
	const process = new Process(moment);
	processes.set('killed', process);
	const request: RunRequest = {
		...EXAMPLE,
		id: 'recipe',
		executionId: 'killed',
		startNode: 'On form submission',
		items: [{ json, binary: { PDF: binary.data } }],
	};
	const running = await engine.start(request);
	await process.killed;
	const crashed = running.saved();
	await running.finished;
	if (!crashed) throw new Error('n8n has nothing of the run.');
	return { crashed, retried: await engine.retry(crashed) };
}

describe.each(READINGS)('the example in steps, repeats of a key: %s', (reading: Reading) => {
	let world: World;
	beforeEach(async () => {
		world = await openWorld({ idempotency: reading }, baseNodes);
	});
	afterEach(async () => await world.close());

	test.each(STEPS)('after a kill in "%s" (%j) a retry continues there', async (node, moment) => {
		const { crashed, retried } = await killAndRetry(world, moment);
		expect(crashed.tasks(node)).toEqual([]);
		expect(retried.error).toBeUndefined();
		const [saved] = retried.items('Save the tagged PDF');
		expect(saved?.json).toMatchObject({ status: 'completed' });
		expect(saved?.binary?.data?.fileName).toBe('annual report-tagged.pdf');
		expect(world.sandbox.ledger.charges).toHaveLength(1);
	});

	test('after a kill before the answer to the submission the document is paid for once', async () => {
		const { retried } = await killAndRetry(world, { call: 'submitJob', when: 'after' });
		expect(world.sandbox.ledger.charges).toHaveLength(1);
		// Only at this moment does nobody know the job's ID.
		const text = retried.error?.description ?? '';
		const heldBack = text.includes('(ID on the Developers page)');
		expect(heldBack).toBe(reading === 'conflict');
		expect(retried.error === undefined).toBe(!heldBack);
	});
});
