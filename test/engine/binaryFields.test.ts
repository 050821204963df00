import { item, openSetup, tagPdf, type Setup } from './setup';

let setup: Setup;
beforeEach(async () => {
	setup = await openSetup({ binaryMode: 'filesystem', processingMs: 0 });
});
afterEach(async () => await setup.close());

test('a binary object from an expression works like a field name', async () => {
	const execution = await setup.engine.run({
		nodes: tagPdf({ binaryPropertyName: '={{ $binary.data }}' }),
		items: [await item('object')],
	});
	expect(execution.items()[0]?.json).toMatchObject({ filename: 'object.pdf' });
});

test('each of the PDFs of an item has a job of its own in the error', async () => {
	const { engine, sandbox } = setup;
	sandbox.faults.order({ step: 'submitJob', nth: 2, fault: { failJob: true } });
	const [one, two] = [(await item('one')).binary.data, (await item('two')).binary.data];
	const execution = await engine.run({
		nodes: tagPdf({ options: { maxInFlight: 1 } }),
		items: [{ binary: { one, two } }],
	});
	expect(execution.error?.message).toBe('"two.pdf" could not be tagged');
	const [first, second] = sandbox.jobs;
	const jobs = [
		{ item: 0, file: 'one.pdf', job_id: first?.id, status: 'completed' },
		{ item: 0, file: 'two.pdf', job_id: second?.id, status: 'failed' },
	];
	expect(execution.error).toMatchObject({ context: { data: { jobs } } });
});
