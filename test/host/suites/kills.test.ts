import { ageJobs } from '../../ageJobs';
import { closedBy } from '../../closing';
import { titleOf as documentTitle, writeDocuments } from '../harness/documents';
import { publishFlow, runFlow } from '../harness/flow';
import { addCredential } from '../harness/rest/credentials';
import { hints, titles, type Execution } from '../harness/rest/executions';
import { openSetup, type Setup } from '../harness/setup';
import { readFiles, tagPdf } from '../harness/workflow';
import { Journey, sandboxFor } from '../kills/journey';
import { FATES, MOMENTS, titleOf, type Row } from '../kills/row';

const ROWS: readonly Row[] = [
	{ killed: 'in the wait', next: 'Retry', charges: 1, documents: 3 },
	{ killed: 'in the wait', next: 'run by hand', charges: 1 },
	{ killed: 'in the wait', next: 'next event', charges: 1 },
	{ killed: 'in the wait', next: 'two at once', charges: 1 },
	{ killed: 'in the wait', fate: 'failed', next: 'next event', charges: 2 },
	{ killed: 'in the wait', fate: 'result gone', next: 'Retry', charges: 2 },
	{ killed: 'in the wait', next: 'Retry', charges: 1, inSteps: true, reading: 'conflict' },
	{ killed: 'at the upload', next: 'Retry', charges: 1 },
	{ killed: 'at the upload', next: 'next event', charges: 1, reading: 'conflict' },
	{ killed: "before the submission's answer", next: 'Retry', charges: 1 },
	{ killed: "before the submission's answer", next: 'run by hand', charges: 1 },
	{ killed: 'in the download', next: 'Retry', charges: 1 },
	{ killed: 'in the download', next: 'next event', charges: 1 },
	{ killed: 'after the node, in the next one', next: 'Retry', charges: 1 },
	{ killed: 'after the node, in the next one', next: 'run by hand', charges: 1 },
];
/** A row that returns only an error text. */
const REFUSED: Row = { killed: 'in the wait', next: 'next event', charges: 1, reading: 'conflict' };

let setup: Setup;
/** n8n's log at the moment of the kill. */
let log: readonly string[];
const journeys = new Map<Row, Journey>();
const continued = new Map<Row, Promise<Execution[]>>();
const closing = closedBy(afterAll);

// Starts n8n once for all rows, because each start costs more than ten seconds.
beforeAll(async () => {
	setup = closing(await openSetup());
	for (const row of [...ROWS, REFUSED]) {
		journeys.set(row, await Journey.of(row, setup, closing(await sandboxFor(row))));
	}
	await Promise.all([...journeys.values()].map(async (journey) => await journey.reachKill()));
	log = setup.n8n.lines;
	await setup.n8n.kill();
	await setup.restart();
	for (const [row, journey] of journeys) {
		const executions = journey.goOn();
		// The row's own test awaits it and sees a rejection.
		executions.catch(() => undefined);
		continued.set(row, executions);
	}
});

const journeyOf = (row: Row) => journeys.get(row) as Journey;
const titlesIn = async (execution: Execution) => await titles(setup.session, execution);

// Runs first, because the node retries the refused repeat below for a minute in the meantime.
describe('Run again by hand', () => {
	test('after a Wait Timeout: the job is paid for once', async () => {
		setup.sandbox.reset();
		setup.sandbox.faults.order(MOMENTS['in the wait']);
		const pattern = await writeDocuments(setup.documents, 1);
		const node = tagPdf(setup.credential, { options: { waitTimeout: 1 } });
		const flow = await publishFlow(setup, [readFiles(pattern), node]);
		await flow.start();
		expect((await flow.ended()).data.resultData.error?.message).toMatch(
			/takes longer than 1 second/,
		);
		setup.sandbox.faults.clear();
		await flow.startByHand();
		expect(await titlesIn(await flow.ended(2))).toEqual([documentTitle(0)]);
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});

	test('a document that fails each time: three jobs, and then it is refused', async () => {
		setup.sandbox.reset();
		setup.sandbox.faults.order(FATES.failed);
		const pattern = await writeDocuments(setup.documents, 1);
		const flow = await publishFlow(setup, [readFiles(pattern), tagPdf(setup.credential)]);
		const messages: Array<string | undefined> = [];
		for (const count of [1, 2, 3, 4]) {
			// Each run comes minutes after the one before.
			ageJobs(setup.sandbox.jobs);
			await flow.startByHand();
			messages.push((await flow.ended(count)).data.resultData.error?.message);
		}
		expect(setup.sandbox.ledger.charges).toHaveLength(3);
		expect(messages[3]).toMatch(/has no result after 3 jobs/);
		expect(messages.slice(0, 3)).not.toContain(messages[3]);
	});
});

describe('n8n killed with kill -9, started again', () => {
	test.each(ROWS.map((row) => [titleOf(row), row] as const))('%s', async (_title, row) => {
		const { documents = 1, charges } = row;
		const { sandbox } = journeyOf(row);
		for (const execution of (await continued.get(row)) ?? []) {
			expect(execution.data.resultData.error?.message).toBeUndefined();
			const expected = Array.from({ length: documents }, (_, n) => documentTitle(n));
			expect(await titlesIn(execution)).toEqual(expected);
		}
		expect(sandbox.ledger.charges).toHaveLength(charges * documents);
		expect(sandbox.jobs).toHaveLength(charges * documents);
	});

	test('the run that resumes documents reports what it saved', async () => {
		const [several, one] = ROWS as [Row, Row];
		const [manual] = (await continued.get(one)) ?? [];
		const [retry] = (await continued.get(several)) ?? [];
		expect(manual && hints(manual, 'Tag PDF').join()).toContain('1 document paid for before');
		expect(retry && hints(retry, 'Tag PDF').join()).toContain('3 documents paid for before');
	});

	test('a refused repeat says how to get the result, and that works', async () => {
		const { sandbox } = journeyOf(REFUSED);
		const [execution] = (await continued.get(REFUSED)) ?? [];
		const { context, description, message } = execution?.data.resultData.error ?? {};
		expect(message).toContain('was submitted before');
		expect(description).toContain('get its job from the Developers page');

		const [charge] = sandbox.ledger.charges;
		const { jobId = 'no job' } = charge ?? {};
		const idempotencyKey = charge?.idempotencyKey ?? 'no key';
		expect(context).toMatchObject({ data: { idempotencyKey } });
		const lines = log.filter((line) => line.includes(idempotencyKey) && line.includes(jobId));
		expect(lines).toHaveLength(1);
		const data = { apiKey: sandbox.accounts[0].apiKey, baseUrl: sandbox.url };
		const credential = await addCredential(setup.session, 'tagPdfApi', 'Way out', data);
		const parameters = { resource: 'job', operation: 'download', jobId };
		const download = await runFlow(setup, tagPdf(credential, parameters));
		expect(await titlesIn(download)).toEqual([documentTitle(0)]);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});
});
