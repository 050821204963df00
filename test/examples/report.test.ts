import type { Email } from 'postal-mime';
import { closedBy } from '../closing';
import { DataTable, type Column } from '../host/harness/rest/dataTables';
import type { Workflow } from '../host/harness/rest/workflows';
import { present } from '../present';
import { textsOf } from './spreadsheet';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

/** The ledger's columns that the report reads (docs/examples/plan.md). */
const COLUMNS: readonly Column[] = [
	{ name: 'source', type: 'string' },
	{ name: 'original', type: 'string' },
	{ name: 'name', type: 'string' },
	{ name: 'state', type: 'string' },
	{ name: 'job_id', type: 'string' },
	{ name: 'pages', type: 'number' },
	{ name: 'credits', type: 'number' },
	{ name: 'already_tagged', type: 'boolean' },
	{ name: 'code', type: 'string' },
	{ name: 'what_to_do', type: 'string' },
	{ name: 'first_tried_at', type: 'date' },
];

let stage: Stage;
let smtp: Smtp;
let workflow: Workflow;
let ledger: DataTable;
const closing = closedBy(afterAll);
beforeAll(async () => {
	stage = closing(await openStage({ sandbox: { credits: 500 } }));
	smtp = closing(await startSmtp());
	ledger = await DataTable.make(stage.session, 'Tag PDF ledger', COLUMNS);
	await ledger.insert([rowOf('e', 'failed', { code: 'NOT_A_PDF', pages: null })]);
	workflow = await stage.prepare('ledger-and-report', { credentials: { smtp: smtp.credential } });
});

type Row = Readonly<Record<string, unknown>>;

/** A row of the ledger. */
const rowOf = (original: string, state: string, more: Row = {}): Row => ({
	source: 's3:documents/inbox/',
	original,
	name: `${original}.pdf`,
	state,
	pages: 2,
	credits: 0,
	already_tagged: false,
	first_tried_at: '2026-11-23T09:00:00.000Z',
	...more,
});

let runs = 0;
const run = async (trigger: string) => {
	const execution = await stage.run(workflow, trigger, (runs += 1));
	expect(execution.data.resultData.error?.message).toBeUndefined();
};

test('a document without a job is reported, although there is no job yet', async () => {
	await run('Every day');
	await run('Every Monday');
	const { text } = await smtp.mail(1);
	expect(text).toContain('s3:documents/inbox/ failed: 1 documents, 0 pages');
	expect(text).toContain(': 0 jobs, 0 credits');
});

test('each document has its outcome, each job counts once, and a job that was replaced stays in the list', async () => {
	await ledger.insert([
		rowOf('a', 'tagged', { job_id: 'job_1', credits: 2 }),
		// The same file in another place: one job.
		rowOf('b', 'tagged', { job_id: 'job_1', credits: 2, source: 'drive:Inbox' }),
		rowOf('c', 'tagged', { already_tagged: true }),
		rowOf('d', 'failed', { job_id: 'job_2', credits: 3, code: 'JOB_FAILED', what_to_do: 'Repair' }),
		rowOf('f', 'waiting', { code: 'NOT_ENOUGH_CREDITS' }),
		rowOf('=1+1', 'working', {
			first_tried_at: '2026-12-01T09:00:00.000Z',
			job_id: 'job_3',
			credits: 5,
		}),
	]);
	await run('Every day');
	await run('Every day');
	expect(await jobs()).toEqual({ job_1: 2, job_2: 3, job_3: 5 });

	await run('Every Monday');
	const mail = await smtp.mail(2);
	expect(mail.subject).toBe('Tag PDF: 7 documents');
	const lines = (mail.text ?? '').split('\n');
	expect(lines).toEqual(
		expect.arrayContaining([
			's3:documents/inbox/ tagged: 1 documents, 2 pages',
			'drive:Inbox tagged: 1 documents, 2 pages',
			's3:documents/inbox/ skipped: 1 documents, 2 pages',
			's3:documents/inbox/ failed: 2 documents, 2 pages',
			's3:documents/inbox/ waiting: 1 documents, 2 pages',
			's3:documents/inbox/ working: 1 documents, 2 pages',
			'2026-W49: 1 jobs, 5 credits',
			'2026-W48: 2 jobs, 5 credits',
			'Credits left: 500',
		]),
	);
	const documents = sheet(mail, 'documents.xlsx');
	expect(documents).toHaveLength(1 + 7);
	expect(documents.find((row) => row.includes('d.pdf'))).toEqual(
		expect.arrayContaining(['failed', 'job_2', 'JOB_FAILED', 'Repair']),
	);
	expect(documents.find((row) => row.includes('c.pdf'))).toContain('skipped');
	expect(documents.flat()).toContain('=1+1.pdf');
	expect(sheet(mail, 'jobs.xlsx')).toHaveLength(1 + 3);
});

test('a new version gets its own row of jobs, and a report without an account says why', async () => {
	await ledger.update('original', 'd', {
		state: 'tagged',
		job_id: 'job_4',
		credits: 4,
		code: '',
	});
	await run('Every day');
	expect(await jobs()).toEqual({ job_1: 2, job_2: 3, job_3: 5, job_4: 4 });

	stage.sandbox.accounts[0].revoked = true;
	await run('Every Monday');
	const { text = '' } = await smtp.mail(3);
	expect(text).toContain('2026-W48: 3 jobs, 9 credits');
	expect(text).toMatch(/Credits left: unknown \(.*API key/);
});

/** Credits of the jobs in the table, by ID. */
async function jobs(): Promise<Record<string, unknown>> {
	const table = await DataTable.find(stage.session, 'Tag PDF jobs');
	const rows = await present(table).rows();
	expect(new Set(rows.map(({ job_id }) => job_id)).size).toBe(rows.length);
	return Object.fromEntries(rows.map(({ job_id, credits }) => [String(job_id), credits]));
}

const sheet = ({ attachments }: Email, name: string) =>
	textsOf(
		Buffer.from(
			present(attachments.find(({ filename }) => filename === name)).content as ArrayBuffer,
		),
	);
