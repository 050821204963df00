import { closedBy } from '../closing';
import { makeDocument, makeLockedDocument, readTitle } from '../host/harness/documents';
import { DataTable, type Row } from '../host/harness/rest/dataTables';
import { finishedExecution } from '../host/harness/rest/executions';
import { runManually, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import { startS3, type S3 } from './servers/s3';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

const DAY_MS = 24 * 60 * 60_000;
const PAST = '2026-01-01T00:00:00.000Z';

let stage: Stage;
let s3: S3;
let smtp: Smtp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	s3 = closing(await startS3());
	smtp = closing(await startSmtp());
	stage = closing(await openStage());
});

let source: string;
let workflow: Workflow;
let runs: number;
let sources = 0;
beforeEach(async () => {
	stage.sandbox.reset();
	stage.sandbox.faults.clear();
	await s3.empty();
	s3.refuse(() => false);
	await prepare();
});

/** Imports the example with its own part of the ledger, and with these settings. */
async function prepare(settings: Record<string, unknown> = {}): Promise<void> {
	source = `ledger ${(sources += 1)}`;
	runs = 0;
	workflow = await stage.prepare('nightly-batch', {
		credentials: { s3: s3.credential, smtp: smtp.credential },
		assignments: { Settings: { ...settings, source } },
	});
}

/** Runs to the end; `meanwhile` is called as soon as the run has started. */
async function run(meanwhile?: () => Promise<void>): Promise<void> {
	await runManually(stage.session, workflow, 'Every night');
	await meanwhile?.();
	runs += 1;
	const { data } = await finishedExecution(stage.session, workflow.id, runs);
	const { error } = data.resultData;
	if (error) throw new Error(error.message);
}

const table = async () => present(await DataTable.find(stage.session, 'Tag PDF ledger'));
const rows = async () => (await (await table()).rows()).filter((row) => row.source === source);
const only = async (): Promise<Row> => present((await rows())[0]);
const change = async (data: Record<string, unknown>) =>
	await (await table()).update('source', source, data);

test('a document that is replaced while it is tagged comes again', async () => {
	await s3.put('inbox/a.pdf', await makeDocument('old'));
	stage.sandbox.faults.order({ step: 'submitJob', fault: { delayMs: 2000 } });
	await run(async () => {
		const { sandbox } = stage;
		await until({ what: 'it is submitted' }, () => sandbox.requestsOf('submitJob').length > 0);
		await s3.put('inbox/a.pdf', await makeDocument('new and longer'));
	});
	await run();
	expect(await readTitle(await s3.get('tagged/a.pdf'))).toBe('new and longer');
});

test('the same content under two names is paid for once, and filed twice', async () => {
	const content = await makeDocument('same', 3);
	await s3.put('inbox/a.pdf', content);
	await s3.put('inbox/deep/b.pdf', content);
	await run();
	expect(stage.sandbox.ledger.spent).toBe(3);
	expect(await s3.keys()).toEqual(expect.arrayContaining(['tagged/a.pdf', 'tagged/deep/b.pdf']));
});

test.each([
	['needs a password', async () => await makeLockedDocument('locked'), 'PASSWORD_NEEDED', 0],
	['is empty', async () => await Promise.resolve(Buffer.alloc(0)), 'NOT_A_PDF', 0],
])('a document that %s is told once, and not fetched again', async (_what, make, code, credits) => {
	await s3.put('inbox/a.pdf', await make());
	const before = smtp.count();
	await run();
	expect(await only()).toMatchObject({ state: 'failed', code, credits, told: true });
	const fetched = s3.fetches();
	await run();
	expect(s3.fetches()).toBe(fetched);
	expect(smtp.count()).toBe(before + 1);
});

test('a failed job is told once with its cost, and is not paid for again after its row is deleted', async () => {
	await s3.put('inbox/a.pdf', await makeDocument('fails', 4));
	stage.sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
	const before = smtp.count();
	await run();
	expect(await only()).toMatchObject({ state: 'failed', code: 'JOB_FAILED', credits: 4 });
	expect((await smtp.mail(before + 1)).text).toContain('4 credits');
	await change({ source: 'deleted' });
	await run();
	expect(stage.sandbox.ledger.charges).toHaveLength(1);
});

test('what has waited for a day is told and still tried, and fails after 14 days', async () => {
	await s3.put('inbox/a.pdf', await makeDocument('waits'));
	const [account] = stage.sandbox.accounts;
	account.credits = 0;
	const before = smtp.count();
	await run();
	expect(smtp.count()).toBe(before);

	await change({ first_tried_at: new Date(Date.now() - 2 * DAY_MS).toISOString(), due_at: PAST });
	await run();
	await run();
	expect(await only()).toMatchObject({ state: 'waiting', tries: 2, told: true });
	expect((await smtp.mail(before + 1)).text).toMatch(/tries so far: 2[^]*tried again/);

	await change({ first_tried_at: new Date(Date.now() - 15 * DAY_MS).toISOString(), due_at: PAST });
	await run();
	expect(await only()).toMatchObject({ state: 'failed', code: 'NOT_ENOUGH_CREDITS', told: true });
	expect(smtp.count()).toBe(before + 2);
});

test('what is over the credit limit is told after a day, and comes again without end', async () => {
	await prepare({ documentsPerRun: 10 });
	await s3.put('inbox/large.pdf', await makeDocument('large', 600));
	const before = smtp.count();
	await run();
	await change({ first_tried_at: new Date(Date.now() - 15 * DAY_MS).toISOString(), due_at: PAST });
	await run();
	await run();
	expect(await only()).toMatchObject({ state: 'waiting', code: 'OVER_CREDIT_LIMIT', told: true });
	expect(smtp.count()).toBe(before + 1);
	expect((await smtp.mail(before + 1)).text).toContain("'Max Credits per Execution'");
	expect(stage.sandbox.ledger.spent).toBe(0);
});

test('a few documents a run: the others come with the next runs', async () => {
	await prepare({ documentsPerRun: 3 });
	for (let n = 0; n < 7; n += 1) await s3.put(`inbox/${n}.pdf`, await makeDocument(String(n)));
	await run();
	expect(await rows()).toHaveLength(3);
	await run();
	await run();
	expect((await rows()).map(({ state }) => state)).toEqual(Array(7).fill('tagged'));
});

test('copies in a folder of the originals are not tagged again', async () => {
	await prepare({ tagged: 'inbox/tagged/' });
	await s3.put('inbox/a.pdf', await makeDocument('a'));
	await run();
	await run();
	expect(await s3.keys()).toEqual(['inbox/a.pdf', 'inbox/tagged/a.pdf']);
});

test.each([{ tagged: '' }, { tagged: 'tagged' }, { originals: 'inbox' }])(
	'a folder without a / at the end is an error, and nothing is paid: %j',
	async (settings) => {
		await prepare(settings);
		await s3.put('inbox/a.pdf', await makeDocument('a'));
		await expect(run()).rejects.toThrow('Each folder needs a / at the end: see Settings');
		expect(await s3.keys()).toEqual(['inbox/a.pdf']);
		expect(stage.sandbox.ledger.spent).toBe(0);
	},
);

test('a claim of a run that was killed is told after a day, also if its original is gone', async () => {
	await s3.put('inbox/a.pdf', await makeDocument('a'));
	await run();
	await s3.put('inbox/b.pdf', await makeDocument('b'));
	await s3.remove('inbox/a.pdf');
	const first_tried_at = new Date(Date.now() - 2 * DAY_MS).toISOString();
	await change({ state: 'working', due_at: PAST, first_tried_at });
	const before = smtp.count();
	await run();
	await run();
	expect(smtp.count()).toBe(before + 1);
	const { subject, text } = await smtp.mail(before + 1);
	expect(subject).toBe('1 document was not tagged');
	expect(text).toMatch(/a\.pdf[^]*n8n was stopped or killed[^]*inbox\/a\.pdf/);
});

test('what nobody was told of yet is told by the next run', async () => {
	await s3.put('inbox/a.pdf', Buffer.from('no PDF'));
	await run();
	const before = smtp.count();
	await change({ told: false });
	await run();
	expect(smtp.count()).toBe(before + 1);
});
