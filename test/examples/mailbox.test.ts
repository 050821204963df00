import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { finishedExecutions, outputs } from '../host/harness/rest/executions';
import { activate } from '../host/harness/rest/workflows';
import { present } from '../present';
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

test('of a signed mail with two PDFs and a picture, the PDFs alone are in the bucket', async () => {
	const credentials = { imap: mailbox.credential, s3: s3.credential };
	const workflow = await stage.prepare(EXAMPLE, { credentials });
	await activate(stage.session, workflow);
	const mail = {
		subject: 'Annual report',
		text: 'Please find the report attached.',
		attachments: [
			{ filename: 'report.pdf', content: await makeDocument('Report') },
			{ filename: 'logo.png', content: Buffer.from('PNG') },
			{ filename: 'Annex.PDF', content: await makeDocument('Annex', 2) },
		],
	};
	const today = new Date().toISOString().slice(0, 10);
	const folder = (uid: number) => `${today} Annual report (${uid})`;
	const tagged = (uid: number) =>
		['Annex', 'report'].map((name) => `tagged/${folder(uid)}/${name}-tagged.pdf`);

	await mailbox.send(mail);
	const [first] = await finishedExecutions(stage.session, workflow.id);
	expect(first?.data.resultData.error?.message).toBeUndefined();
	const [received] = outputs(present(first), 'New mail')[0] ?? [];
	expect(Object.values(received?.binary ?? {}).map(({ fileName }) => fileName)).toEqual([
		'report.pdf',
		'logo.png',
		'Annex.PDF',
		'smime.p7s',
	]);
	expect(await s3.keys()).toEqual(tagged(1));
	expect(await readTitle(await s3.get(tagged(1)[1] ?? ''))).toBe('Report');
	expect(await mailbox.read()).toBe(1);
	expect(stage.sandbox.ledger.spent).toBe(3);

	// Sent again, its PDFs are free. What is no PDF fails alone.
	const broken = { filename: 'broken.pdf', content: Buffer.from('no PDF') };
	await mailbox.send({ ...mail, attachments: [...mail.attachments, broken] });
	const [, second] = await finishedExecutions(stage.session, workflow.id, 2);
	expect(second?.status).toBe('success');
	expect(await s3.keys()).toEqual([`failed/${folder(2)}/broken.pdf`, ...tagged(1), ...tagged(2)]);
	expect(stage.sandbox.ledger.spent).toBe(3);

	// Mails without a PDF stop nothing and file nothing, whether they have a picture or the signature alone.
	const before = await s3.keys();
	const [, logo] = mail.attachments;
	for (const [attachments, count] of [[[present(logo)], 3] as const, [[], 4] as const]) {
		await mailbox.send({ ...mail, attachments: [...attachments] });
		const executions = await finishedExecutions(stage.session, workflow.id, count);
		expect(executions[count - 1]?.status).toBe('success');
		expect(await s3.keys()).toEqual(before);
	}
	expect(stage.sandbox.ledger.spent).toBe(3);
});
