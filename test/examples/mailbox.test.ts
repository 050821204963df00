import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { DataTable } from '../host/harness/rest/dataTables';
import { finishedExecution, listExecutions, retryExecution } from '../host/harness/rest/executions';
import { activate, deactivate, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import { startMailbox, type Mailbox } from './servers/mailbox';
import { startS3, type S3 } from './servers/s3';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'imap-to-s3';
/** A mail's date in the names of its files. */
const DATE = /\d{4}-\d\d-\d\d \d\d\.\d\d/;
const LOGO = { filename: 'logo.png', content: Buffer.from('PNG') };
const broken = (filename: string) => ({ filename, content: Buffer.from('no PDF') });
const whole = async (filename: string, pages = 1) => ({
	filename,
	content: await makeDocument(filename, pages),
});

let stage: Stage;
let mailbox: Mailbox;
let s3: S3;
let smtp: Smtp;
let workflow: Workflow;
let count = 0;
const closing = closedBy(afterAll);
beforeAll(async () => {
	mailbox = closing(await startMailbox());
	s3 = closing(await startS3());
	smtp = closing(await startSmtp());
	stage = closing(await openStage());
	const credentials = { imap: mailbox.credential, s3: s3.credential, smtp: smtp.credential };
	const teller = await stage.prepare('tell-about-errors', { credentials });
	await activate(stage.session, teller);
	workflow = await stage.prepare(EXAMPLE, { credentials, errorWorkflow: teller.id });
	await activate(stage.session, workflow);
});
beforeEach(async () => await s3.empty());

/** Sends a mail, and waits for its run. */
async function receive(mail: Parameters<Mailbox['send']>[0], isRead = false): Promise<void> {
	await mailbox.send(mail, isRead);
	count += 1;
	const execution = await finishedExecution(stage.session, workflow.id, count);
	expect(execution.data.resultData.error?.message).toBeUndefined();
}

const rows = async () =>
	await present(await DataTable.find(stage.session, 'Tag PDF ledger')).rows();
const copies = async () => (await s3.keys()).filter((key) => key.startsWith('tagged/'));

test('of a signed mail the PDFs alone are stored and tagged, each under its own name', async () => {
	const attachments = [
		await whole('scan.pdf', 2),
		LOGO,
		await whole('Annex.PDF'),
		await whole('scan.pdf'),
	];
	await receive({ subject: 'Annual report', attachments });
	const names = ['1 scan.pdf', '3 Annex.pdf', '4 scan.pdf'];
	const keys = await s3.keys();
	expect(keys.map((key) => key.replace(DATE, '(date)'))).toEqual(
		['mail', 'tagged'].flatMap((folder) =>
			names.map((name) => `${folder}/(date) Annual report (1)/${name}`),
		),
	);
	expect(await readTitle(await s3.get(present(keys[4])))).toBe('Annex.PDF');
	expect(stage.sandbox.ledger.spent).toBe(4);
});

test('two broken PDFs at different places of two mails are both kept and both told', async () => {
	await receive({ subject: 'One', attachments: [LOGO, broken('a.pdf'), await whole('good.pdf')] });
	await receive({ subject: 'Two', attachments: [broken('b.pdf'), broken('c.pdf')] });
	const kept = (await s3.keys()).filter((key) => /[abc]\.pdf$/.test(key));
	expect(kept).toHaveLength(3);
	for (const key of kept) expect((await s3.get(key)).toString()).toBe('no PDF');
	expect(await copies()).toEqual([expect.stringContaining('good.pdf')]);
	expect(smtp.count()).toBe(2);
	expect((await smtp.mail(1)).text).toContain('a.pdf');
	expect((await smtp.mail(2)).subject).toBe('2 documents were not tagged');
	expect((await smtp.mail(2)).text).toMatch(/b\.pdf[^]*c\.pdf/);
});

test('a mail that a person has read first is tagged, too', async () => {
	await receive({ subject: 'Read', attachments: [await whole('read.pdf')] }, true);
	expect(await copies()).toHaveLength(1);
});

test.each(['x/../../../website/index', '', '%2e%2e/‮fdp', '.'.repeat(300)])(
	'the subject %j leads into no other folder',
	async (subject) => {
		await receive({
			subject,
			attachments: [{ ...(await whole('a.pdf')), filename: '../../b%2fc.pdf' }],
		});
		const keys = await s3.keys();
		expect(keys).toHaveLength(2);
		for (const key of keys) {
			expect(key).toMatch(
				/^(mail|tagged)\/\d{4}-\d\d-\d\d \d\d\.\d\d [\p{L}\p{N} _()-]+ \(\d+\)\/1 [\p{L}\p{N} _()-]+\.pdf$/u,
			);
		}
	},
);

test('a PDF that the bucket does not take is told once, the others are tagged', async () => {
	const before = smtp.count();
	s3.refuse((method, key) => method === 'PUT' && /^mail\/.*refused/.test(key));
	const attachments = [await whole('refused.pdf'), await whole('taken.pdf')];
	await receive({ subject: 'Half', attachments });
	s3.refuse(() => false);
	expect(await copies()).toEqual([expect.stringContaining('taken.pdf')]);
	const { text } = await smtp.mail(before + 1);
	expect(text).toContain('Forward the mail to the mailbox again');
	expect(text).toContain('sender@example.com');
	await receive({ subject: 'Without a PDF', attachments: [LOGO] });
	expect(smtp.count()).toBe(before + 1);
	const failed = (await rows()).filter(({ code }) => code === 'NOT_STORED');
	expect(failed).toMatchObject([{ state: 'failed', told: true }]);
});

test('if n8n is killed while it stores a mail, you are told at once, and of each lost PDF after a day', async () => {
	let isKilled: Promise<void> | undefined;
	s3.refuse(async (method, key) => {
		if (method === 'PUT' && /^mail.*second/.test(key)) isKilled ??= stage.n8n.kill();
		// No answer reaches n8n before it is killed.
		await isKilled;
		return isKilled !== undefined;
	});
	const attachments = [await whole('first.pdf', 2), await whole('second.pdf', 3)];
	await mailbox.send({ subject: 'Killed', attachments });
	await until({ what: 'n8n is killed' }, () => isKilled !== undefined);
	await isKilled;
	s3.refuse(() => false);
	const before = smtp.count();
	await stage.restart();
	expect((await smtp.mail(before + 1)).subject).toBe(`n8n: ${workflow.name} has stopped`);
	count += 1;

	const table = present(await DataTable.find(stage.session, 'Tag PDF ledger'));
	await table.update('code', 'NOT_STORED', { first_tried_at: '2026-01-01T00:00:00.000Z' });
	const spent = stage.sandbox.ledger.spent;
	await receive({ subject: 'Without a PDF', attachments: [LOGO] });
	const { subject, text } = await smtp.mail(before + 2);
	expect(subject).toBe('1 document was not tagged');
	expect(text).toMatch(/second\.pdf[^]*forward the mail to the mailbox again/);
	expect(stage.sandbox.ledger.spent).toBe(spent + 2);

	const executions = await listExecutions(stage.session, workflow.id);
	const killed = present(executions.find(({ status }) => status === 'crashed'));
	await retryExecution(stage.session, killed.id);
	count += 1;
	expect(await copies()).toHaveLength(2);
	expect(stage.sandbox.ledger.spent).toBe(spent + 2 + 3);
});

test('after an outage of the mail server you are told to publish again, and nothing is missed', async () => {
	const before = smtp.count();
	await mailbox.goAway();
	await mailbox.send({ subject: 'In the outage', attachments: [await whole('outage.pdf')] });
	const { subject, text } = await smtp.mail(before + 1);
	expect(subject).toBe(`n8n: ${workflow.name} has stopped`);
	expect(text).toContain('publish the workflow again');
	const status = `/rest/workflows/${workflow.id}/publication-status`;
	await until({ what: 'n8n has given up' }, async () => {
		const answer = await stage.session.call<{ status: string }>('GET', status);
		return answer.status === 'partial';
	});
	await mailbox.comeBack();
	await deactivate(stage.session, workflow);
	await activate(stage.session, workflow);
	count += 1;
	const execution = await finishedExecution(stage.session, workflow.id, count);
	expect(execution.status).toBe('success');
	expect(await copies()).toEqual([expect.stringContaining('outage.pdf')]);
});
