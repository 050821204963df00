import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBinary, type WorkflowSetup } from '../../engine';
import { present } from '../present';
import { baseNodes } from './baseNodes';
import { item, jobIdOf } from './setup';
import { openAtSandbox, type TriggerAtSandbox } from './triggerAtSandbox';

const example = (name: string) =>
	JSON.parse(readFileSync(join(__dirname, '../../examples', name), 'utf8')) as WorkflowSetup;

/** Both workflows run in one n8n; the trigger's URL is registered at the service. */
describe('Submit in one workflow, trigger and download in the other', () => {
	let setup: TriggerAtSandbox;
	beforeEach(async () => {
		setup = await openAtSandbox({
			workflow: { id: 'file', ...example('file-tagged-documents.json') },
			nodeTypes: baseNodes,
		});
	});
	afterEach(async () => await setup.close());

	/** Submits the form with a PDF and waits until the executions it starts have ended. */
	const sendForm = async () => {
		const { json, binary } = await item('annual report', 2);
		const submitted = await setup.engine.run({
			...example('submit-documents.json'),
			id: 'submit',
			startNode: 'On form submission',
			items: [{ json, binary: { PDF: binary.data } }],
		});
		expect(submitted.error).toBeUndefined();
		const id = jobIdOf(submitted, 'Submit the document');
		await setup.sandbox.jobFinished(id);
		await setup.sandbox.webhooks.settled();
		const [filed] = await setup.webhook.executions();
		if (!filed) throw new Error('the trigger has started nothing');
		return { id, filed };
	};

	test('the tagged PDF of the submitted document reaches the saving node', async () => {
		const { id, filed } = await sendForm();
		expect(filed.error).toBeUndefined();
		const [saved] = filed.items('Save the tagged PDF');
		expect(saved?.json).toMatchObject({ id, status: 'completed' });
		expect(saved?.binary?.data?.fileName).toBe('annual report-tagged.pdf');
		expect((await readBinary(present(saved))).subarray(0, 5).toString()).toBe('%PDF-');
		expect(filed.tasks('Tell someone')).toEqual([]);
		expect(setup.sandbox.ledger.spent).toBe(2);
	});

	test('a person is notified about a document that could not be tagged', async () => {
		setup.sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		const { id, filed } = await sendForm();
		const [told] = filed.items('Tell someone');
		expect(told?.json).toMatchObject({ type: 'job.failed', data: { job: { id } } });
		expect(filed.tasks('Save the tagged PDF')).toEqual([]);
	});
});
