import { ageJobs } from '../ageJobs';

import { readBinary } from '../../engine';
import { closedBy } from '../closing';
import { present } from '../present';
import { makeDocument } from '../host/harness/documents';
import { items, openSetup, tagPdf, type Setup } from './setup';
import { pass } from './tinyNodes';

const NAMES = Array.from({ length: 20 }, (_, n) => `report ${String(n + 1).padStart(2, '0')}`);
/** Numbers of the failing items, from 1. */
const FAILING = [4, 9, 15];

let setup: Setup;
const closing = closedBy(afterEach);
beforeEach(async () => {
	setup = closing(await openSetup({ processingMs: 0, nodeTypes: { 'test.pass': pass } }));
	for (const nth of FAILING) {
		setup.sandbox.faults.order({ step: 'submitJob', nth, fault: { failJob: true } });
	}
});

/** Runs twenty documents one after the other, so that the n-th submission belongs to the n-th item. */
const run = async (settings: object = {}) =>
	await setup.engine.run({
		nodes: tagPdf({ options: { maxInFlight: 1 } }, settings),
		items: await items(...NAMES),
	});
const jobs = () => setup.sandbox.jobs.map(({ id }) => id);

test('without Continue On Fail the error says what is paid for, how to get it, and lists each job', async () => {
	setup.sandbox.faults.clear();
	setup.sandbox.faults.order({ step: 'submitJob', nth: 9, fault: { failJob: true } });
	const execution = await run();
	expect(execution.error?.message).toBe('"report 09.pdf" could not be tagged');
	const own = jobs()[8];
	expect(execution.error?.description).toBe(
		'Its failed job cost 1 credit. 8 of 19 other PDFs are paid for. Check the PDF. Run again to get them.',
	);
	expect(execution.error).toMatchObject({
		context: {
			data: {
				jobs: jobs().map((id, item) => ({
					item,
					file: `report ${String(item + 1).padStart(2, '0')}.pdf`,
					job_id: id,
					status: id === own ? 'failed' : 'completed',
				})),
			},
		},
	});

	// Retry does not charge tagged documents again, as the text says.
	const charges = setup.sandbox.ledger.charges.length;
	// A failed job gets a successor only in an execution that comes more than a minute later.
	ageJobs(setup.sandbox.jobs);
	expect((await setup.engine.retry(execution)).items()).toHaveLength(20);
	expect(setup.sandbox.ledger.charges.length - charges).toBe(12);
});

test('with Continue On Fail the table is readable, and each failed original is passed on', async () => {
	const execution = await run({ onError: 'continueRegularOutput' });
	const outputs = execution.items();
	expect(outputs.map(({ json }) => json.filename)).toEqual(NAMES.map((name) => `${name}.pdf`));
	expect(outputs.map(({ json }) => json.id)).toEqual(jobs());
	const failed = outputs.filter(({ json }) => json.error);
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(
		FAILING.map((nth) => ({ item: nth - 1 })),
	);
	for (const item of failed) {
		expect(item.json).toMatchObject({ status: 'failed', error: { code: 'JOB_FAILED' } });
		// n8n offers no Retry for an execution that succeeded.
		expect(JSON.stringify(item.json)).not.toMatch(/retry/i);
	}
	// The column adds up to the summary, and to the charges of the service.
	const { spent } = setup.sandbox.ledger;
	expect(outputs.reduce((sum, { json }) => sum + Number(json.credits_used), 0)).toBe(spent);
	const [task] = execution.tasks('Tag PDF');
	expect(task?.hints?.map(({ message }) => message)).toContain(
		`17 tagged, 3 failed; 20 documents submitted, ${spent} credits.`,
	);
	const [first] = failed;
	expect(await readBinary(present(first))).toEqual(await makeDocument('report 04'));
});
