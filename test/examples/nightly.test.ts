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
beforeEach(async () => {
	stage.sandbox.reset();
	await s3.empty();
});

const prepare = async (source: string) =>
	await stage.prepare(EXAMPLE, {
		credentials: { s3: s3.credential, smtp: smtp.credential },
		assignments: { Settings: { source } },
	});

test('stays within the budget, in subfolders and under odd names, and pays nothing the next night', async () => {
	const documents = {
		'inbox/a.pdf': 2,
		'inbox/deep/er/b.PDF': 1,
		'inbox/Größe 100% + %41 & more.pdf': 1,
		'inbox/long.pdf': 600,
	};
	for (const [key, pages] of Object.entries(documents)) {
		await s3.put(key, await makeDocument(key, pages));
	}
	await s3.put('inbox/notes.txt', Buffer.from('no PDF'));
	const workflow = await prepare('budget');

	const first = await stage.run(workflow, 'Every night');
	expect(first.data.resultData.error?.message).toBeUndefined();
	const tagged = (await s3.keys()).filter((key) => key.startsWith('tagged/'));
	const odd = 'tagged/Größe 100% + %41 & more.pdf';
	expect(tagged.sort()).toEqual([odd, 'tagged/a.pdf', 'tagged/deep/er/b.PDF'].sort());
	expect(await readTitle(await s3.get(odd))).toBe('inbox/Größe 100% + %41 & more.pdf');
	expect(stage.sandbox.ledger.spent).toBe(4);

	// Over the budget is no failure yet: it has its turn another night.
	expect(smtp.count()).toBe(0);
	await stage.run(workflow, 'Every night', 2);
	expect(stage.sandbox.ledger.spent).toBe(4);
});

test('a folder without files is an error, because its name may be wrong', async () => {
	const workflow = await prepare('empty');
	const { data } = await stage.run(workflow, 'Every night');
	expect(data.resultData.error?.message).toMatch(/There is no file in "inbox\/"/);
});
