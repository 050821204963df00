import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { finishedExecutions } from '../host/harness/rest/executions';
import { activate } from '../host/harness/rest/workflows';
import { tell } from './outcomes';
import { startMailbox, type Mailbox } from './servers/mailbox';
import { startS3, type S3 } from './servers/s3';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'imap-to-s3';

let stage: Stage;
let mailbox: Mailbox;
let s3: S3;
const closing = closedBy(afterAll);
beforeAll(async () => {
	mailbox = closing(await startMailbox());
	s3 = closing(await startS3());
	stage = closing(await openStage());
});

test('a mail with two PDFs and a picture, sent twice: both PDFs are in the bucket, paid for once', async () => {
	const credentials = { imap: mailbox.credential, s3: s3.credential };
	const workflow = await stage.prepare(EXAMPLE, { credentials });
	await activate(stage.session, workflow);
	const mail = {
		subject: 'Annual report',
		attachments: [
			{ filename: 'report.pdf', content: await makeDocument('Report') },
			{ filename: 'logo.png', content: Buffer.from('PNG') },
			{ filename: 'Annex.PDF', content: await makeDocument('Annex', 2) },
			{ filename: 'broken.pdf', content: Buffer.from('no PDF') },
		],
	};
	await mailbox.send(mail);
	const [first] = await finishedExecutions(stage.session, workflow.id);
	expect(first?.data.resultData.error?.message).toBeUndefined();
	const today = new Date().toISOString().slice(0, 10);
	const folder = `${today} Annual report (1)`;
	const tagged = [`tagged/${folder}/Annex-tagged.pdf`, `tagged/${folder}/report-tagged.pdf`];
	expect(await s3.keys()).toEqual([`failed/${folder}/broken.pdf`, ...tagged]);
	expect(await readTitle(await s3.get(tagged[1] ?? ''))).toBe('Report');
	expect(await mailbox.read()).toBe(1);
	expect(stage.sandbox.ledger.spent).toBe(3);

	await mailbox.send(mail);
	const [, second] = await finishedExecutions(stage.session, workflow.id, 2);
	expect(second?.status).toBe('success');
	expect(await s3.keys()).toHaveLength(6);
	expect(stage.sandbox.ledger.spent).toBe(3);
	tell(EXAMPLE, 'executed', `S3 (s3rver): ${tagged[1]}`);
});
