import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { startS3, type S3 } from './servers/s3';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'nightly-batch';

let stage: Stage;
let s3: S3;
let smtp: Smtp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	s3 = closing(await startS3());
	smtp = closing(await startSmtp());
	stage = closing(await openStage());
});

test('files the documents within the budget, mails the rest, and pays nothing the next night', async () => {
	const documents = { 'inbox/a.pdf': 2, 'inbox/b.pdf': 1, 'inbox/long.pdf': 600 };
	for (const [key, pages] of Object.entries(documents)) {
		await s3.put(key, await makeDocument(key, pages));
	}
	await s3.put('inbox/broken.pdf', Buffer.from('no PDF'));
	await s3.put('inbox/notes.txt', Buffer.from('no PDF either'));
	const credentials = { s3: s3.credential, smtp: smtp.credential };
	const workflow = await stage.prepare(EXAMPLE, { credentials });

	const first = await stage.run(workflow, 'Every night');
	expect(first.data.resultData.error?.message).toBeUndefined();
	const tagged = (await s3.keys()).filter((key) => key.startsWith('tagged/'));
	expect(tagged).toEqual(['tagged/a.pdf', 'tagged/b.pdf']);
	expect(await readTitle(await s3.get('tagged/a.pdf'))).toBe('inbox/a.pdf');
	expect(stage.sandbox.ledger.spent).toBe(3);
	const { subject, text } = await smtp.mail();
	expect(subject).toBe('2 of 4 documents were not tagged');
	expect(text).toContain('long.pdf');
	expect(text).toContain('broken.pdf');
	expect(text).not.toContain('undefined');

	await stage.run(workflow, 'Every night', 2);
	expect((await smtp.mail(2)).subject).toBe('2 of 2 documents were not tagged');
	expect(stage.sandbox.ledger.spent).toBe(3);
});
